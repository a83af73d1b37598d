package runbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.pas2p.efficiency.EfficiencyAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceWriter;

/** The printed efficiencies of a run. */
class EfficiencyTextTest {
    private static final int RANKS = 4;
    private static final int BARRIERS = 6;
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path dir;

    /** Writes a run of ten seconds on two processors, and prints its analysis. */
    private String printed(double waitedS) throws IOException {
        for (int rank = 0; rank < RANKS; rank++) {
            try (TraceWriter writer = new TraceWriter(dir, rank, RANKS, Map.of("source", "test"))) {
                writer.communicator(TraceWriter.WORLD, RANKS, rank, 0x1234);
                writer.init(0, 1000);
                for (int i = 0; i < BARRIERS; i++) {
                    long at = 10 * SECOND * i / BARRIERS + 2000 + rank;
                    writer.collective(MpiOp.BARRIER, -1, TraceWriter.WORLD, i, 0, at, at + 1000);
                }
                writer.finalizeAt(10 * SECOND);
                writer.end(Map.of("cpu", Map.of("wall_ns", 10 * SECOND, "run_ns", (long) ((9.9 - waitedS) * SECOND),
                        "wait_ns", (long) (waitedS * SECOND), "processors", 2)));
            }
        }
        MpiTrace trace = MpiTrace.open(dir);
        EfficiencyAnalysis analysis = EfficiencyAnalysis.withPhases(trace, PhaseOptions.DEFAULT, Progress.NONE,
                () -> Progress.NONE);
        StringWriter text = new StringWriter();
        try (Screen out = new Screen(new PrintWriter(text), 0)) {
            EfficiencyText.print(out, trace, analysis);
        }
        return text.toString();
    }

    @Test
    void transferEfficiencyOfSharedProcessorsSaysFirstThatTheyWereShared() throws IOException {
        String text = printed(4.5);
        assertThat(text)
                .contains("processors were shared: ranks waited 45.0 % of the time for one (4 ranks, 2 processors)"
                        + "; a low transfer efficiency contains these waits, not only the network");
        assertThat(text.indexOf("processors were shared")).isPositive()
                .isLessThan(text.indexOf("efficiency    parallel"));
    }

    @Test
    void transferEfficiencyOfOwnProcessorsHasNoRemark() throws IOException {
        assertThat(printed(0.1)).contains("transfer").doesNotContain("processors were shared");
    }
}
