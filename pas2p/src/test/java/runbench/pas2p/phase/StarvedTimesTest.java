package runbench.pas2p.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceWriter;

/** Two ranks that compute 10 ms per iteration; in the first iterations, rank 1 needs 30 ms and rank 0 waits for it. */
class StarvedTimesTest {
    private static final long MS = 1_000_000;
    private static final Offset<Long> TOLERANCE = within(MS);
    private static final int ITERATIONS = 50;
    private static final int SLOW = 20;

    @TempDir
    private Path dir;

    /**
     * Returns the analysis.
     *
     * @param waitNanos counted wait of rank 1 for a processor
     */
    private PhaseAnalysis analysis(long waitNanos) throws IOException {
        for (int r = 0; r < 2; r++) {
            try (TraceWriter writer = new TraceWriter(dir, r, 2, Map.of("source", "test"))) {
                writer.communicator(TraceWriter.WORLD, 2, r, 1);
                writer.init(0, MS);
                long now = MS;
                long cpu = 0;
                long mpi = 0;
                for (int i = 0; i < ITERATIONS; i++) {
                    long slowest = i < SLOW ? 30 * MS : 10 * MS;
                    long own = r == 1 ? slowest : 10 * MS;
                    cpu += 10 * MS;
                    writer.totals(cpu, mpi);
                    writer.collective(MpiOp.ALLREDUCE, -1, TraceWriter.WORLD, i, 8, now + own, now + slowest + MS);
                    mpi += slowest + MS - own;
                    now += slowest + MS;
                }
                writer.totals(cpu, mpi);
                writer.finalizeAt(now);
                long wait = r == 1 ? waitNanos : 0;
                writer.end(Map.of("cpu", Map.of("wall_ns", now, "run_ns", r == 1 ? now - SLOW * 20 * MS : now,
                        "wait_ns", wait, "involuntary", 1, "steal_ns", 0, "processors", 2)));
            }
        }
        return PhaseAnalysis.of(MpiTrace.open(dir), PhaseOptions.DEFAULT, Progress.NONE);
    }

    @Test
    void occurrenceLosesTheWaitOfItsMostDelayedRank() throws IOException {
        PhaseAnalysis analysis = analysis(SLOW * 20 * MS);
        assertThat(analysis.occurrences().size()).isEqualTo(ITERATIONS);
        assertThat(analysis.starvedNanos(5)).isCloseTo(20 * MS, TOLERANCE);
        assertThat(analysis.starvedNanos(SLOW + 5)).isCloseTo(0, TOLERANCE);
    }

    @Test
    void sleepIsNotLost() throws IOException {
        assertThat(analysis(0).starvedNanos(5)).isZero();
    }
}
