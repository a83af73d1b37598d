package runbench.pas2p.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.pas2p.efficiency.SimulatedRun;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;

class CallSpansTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path dir;

    private static long time(CallSpans spans, int row, String name) {
        int kind = spans.names().indexOf(name);
        return IntStream.range(0, spans.kinds(row).length)
                .filter(i -> spans.kinds(row)[i] == kind)
                .mapToLong(i -> spans.ends(row)[i] - spans.starts(row)[i])
                .sum();
    }

    /** Rank 1 waits 10 ms in a receive, then both compute; rank 0 waits 20 ms in a barrier. */
    @Test
    void stateOfARankIsItsCallOrComputing() throws IOException {
        SimulatedRun run = new SimulatedRun(dir, 2, 0, 0);
        run.compute(0, 10 * MS);
        run.send(0, 1, 8);
        run.receive(1, 0);
        run.compute(0, 10 * MS);
        run.compute(1, 30 * MS);
        run.collective(MpiOp.BARRIER, -1);
        MpiTrace trace = run.end();
        CallSpans spans = CallSpans.of(trace, new int[]{0, 1}, trace.runStartNanos(), trace.runEndNanos(), 1000);
        assertThat(spans.names()).containsExactly("computing", "MPI_Barrier", "MPI_Recv", "MPI_Isend");
        assertThat(time(spans, 0, "computing")).isEqualTo(20 * MS);
        assertThat(time(spans, 0, "MPI_Barrier")).isEqualTo(20 * MS);
        assertThat(time(spans, 0, "MPI_Recv")).isZero();
        assertThat(time(spans, 1, "MPI_Recv")).isEqualTo(10 * MS);
        assertThat(time(spans, 1, "computing")).isEqualTo(30 * MS);
        assertThat(spans.starts(1)[0]).isEqualTo(trace.runStartNanos());
    }
}
