package runbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.pas2p.efficiency.EfficiencyAnalysis;
import runbench.pas2p.efficiency.RunTimeline;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceWriter;
import runbench.plotter.render.html.HtmlPage;
import runbench.plotter.render.html.Page;
import runbench.plotter.render.html.Page.PageFinding;
import runbench.plotter.render.html.PageMatrix;
import runbench.plotter.render.html.PageTable;

class TracePageTest {
    private static final int ROUNDS = 40;
    private static final long ROUND_NANOS = 100_000;

    @TempDir
    private Path dir;

    /** Rank 0 sends to rank 1, which enters its receive earlier by a wait in each round; then a barrier. */
    private EfficiencyAnalysis analyse(long waitNanos) throws IOException {
        for (int r = 0; r < 2; r++) {
            try (TraceWriter writer = new TraceWriter(dir, r, 2, Map.of("source", "test"))) {
                writer.communicator(TraceWriter.WORLD, 2, r, 0x1234);
                writer.init(0, 1000);
                for (int i = 0; i < ROUNDS; i++) {
                    long sent = 1000 + i * ROUND_NANOS + 60_000;
                    if (r == 0) {
                        writer.send(MpiOp.ISEND, 1, 9, TraceWriter.WORLD, 500, sent, sent + 100);
                    } else {
                        writer.receive(MpiOp.RECV, 0, 9, TraceWriter.WORLD, 500, sent - waitNanos, sent + 1000);
                    }
                    long entered = 1000 + i * ROUND_NANOS + 99_000;
                    writer.collective(MpiOp.BARRIER, -1, TraceWriter.WORLD, i, 0, entered, entered + 500);
                }
                writer.finalizeAt(1000 + ROUNDS * ROUND_NANOS);
                writer.end(Map.of());
            }
        }
        return EfficiencyAnalysis.withPhases(MpiTrace.open(dir), PhaseOptions.DEFAULT, Progress.NONE,
                () -> Progress.NONE);
    }

    private Page page(EfficiencyAnalysis analysis) {
        MpiTrace trace = MpiTrace.open(dir);
        return TracePage.of(trace, PhaseHierarchy.of(analysis.phaseAnalysis()), analysis,
                RunTimeline.of(trace, analysis, TracePage.LIMITS, Progress.NONE));
    }

    @Test
    void matrixSumsToTheWaitingTimeAndALongWaitIsAFinding() throws IOException {
        EfficiencyAnalysis analysis = analyse(20_000);
        Page page = page(analysis);
        PageMatrix waits = page.calls().matrices().get(0);
        assertThat(waits.sum()).isCloseTo(analysis.waits().nanos() / 1e9, within(1e-12));
        assertThat(waits.values()[1][0]).as("rank 1 for rank 0").isCloseTo(ROUNDS * 20e-6, within(1e-12));
        assertThat(page.calls().matrices().get(1).sum()).isEqualTo(ROUNDS * 500);
        assertThat(page.findings()).extracting(PageFinding::text)
                .first()
                .asString()
                .startsWith("Rank 1 waits 800 us for rank 0");
        assertThat(page.findings().get(0).lane()).isEqualTo(1);
        assertThat(page.findings().get(0).to()).isGreaterThan(page.findings().get(0).from());
    }

    @Test
    void messagesOfThePageAreThoseOfTheTrace() throws IOException {
        Page page = page(analyse(20_000));
        var calls = page.calls().calls();
        int[] receives = IntStream.range(0, calls.lane().length).filter(i -> calls.send()[i] >= 0).toArray();
        assertThat(receives).hasSize(ROUNDS);
        for (int i : receives) {
            assertThat(calls.lane()[i]).isEqualTo(1);
            assertThat(calls.lane()[calls.send()[i]]).isEqualTo(calls.peer()[i]).isZero();
            assertThat(calls.tag()[i]).isEqualTo(9);
            assertThat(calls.waited()[i]).isEqualTo(20_000);
            assertThat(calls.awaited()[i]).isZero();
        }
        assertThat(HtmlPage.text(page)).contains("calls-single", "waiting for another rank");
    }

    @Test
    void shortWaitsAreNoFinding() throws IOException {
        Page page = page(analyse(500));
        assertThat(page.findings()).extracting(PageFinding::text)
                .singleElement()
                .asString()
                .startsWith("Ranks wait for other ranks for 20.0 us");
    }

    @Test
    void ranksOfAPhaseSumToThoseOfTheRun() throws IOException {
        Page page = page(analyse(20_000));
        PageTable ranks = page.tables().get(page.tables().size() - 1);
        assertThat(ranks.caption()).isEqualTo("Ranks");
        List<String> occurrences = IntStream.range(0, ranks.rows().size())
                .filter(i -> ranks.phases().get(i) >= 0)
                .mapToObj(i -> ranks.rows().get(i).get(2).text())
                .toList();
        assertThat(occurrences).isNotEmpty().allMatch(n -> Integer.parseInt(n) <= ROUNDS);
        assertThat(ranks.rows()).filteredOn(r -> r.get(0).text().equals("all phases")).hasSize(2);
    }
}
