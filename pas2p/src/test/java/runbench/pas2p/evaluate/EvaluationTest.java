package runbench.pas2p.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.pas2p.evaluate.Evaluation.EvaluatedRun;
import runbench.pas2p.evaluate.Evaluation.MethodResult;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.phase.PhaseOptions.Method;
import runbench.pas2p.synthetic.PlantedTrace;
import runbench.pas2p.trace.MpiTrace;

class EvaluationTest {
    @TempDir
    Path directory;

    /** The printed errors follow from the printed times, except where the thesis contradicts itself. */
    @Test
    void publishedErrorsFollowFromTheTimes() {
        List<PublishedResult> all = PublishedResult.all();
        assertThat(all).hasSize(61);
        assertThat(all.stream().filter(r -> r.printedError() != null)).allSatisfy(r -> {
            boolean misprint = r.table().equals("6.4") && r.program().equals("CG") && r.processes() == 64;
            assertThat(r.error()).as(r.toString()).isCloseTo(misprint ? 0.3727 : r.printedError(), within(0.0006));
        });
        assertThat(all.stream().map(PublishedResult::tefS).filter(Objects::nonNull)).allMatch(t -> t > 0 && t < 30);
    }

    @Test
    void rowsOfAProgramAreFoundByItsFileName() {
        assertThat(PublishedResult.of("lu.W.x")).extracting(PublishedResult::table)
                .containsExactly("6.2", "6.2", "6.3", "6.3");
        assertThat(PublishedResult.of("sweep3d")).isNotEmpty();
        assertThat(PublishedResult.of("mg.A.x")).isEmpty();
    }

    @Test
    void ordersAndMethodsFindThePlantedPhases() throws IOException {
        PlantedTrace.write(new PlantedTrace.Plan(4, 20_000, 4, 3), directory);
        MpiTrace trace = MpiTrace.open(directory);
        double traced = (trace.runEndNanos() - trace.runStartNanos()) / 1e9;
        EvaluatedRun run = Evaluation.of("planted", 4, trace, traced / 1.1, Progress.NONE);
        assertThat(run.overhead()).isCloseTo(0.1, within(1e-9));
        assertThat(run.results()).hasSize(OrderRule.values().length * Method.values().length);
        MethodResult found = run.results()
                .stream()
                .filter(r -> r.order() == OrderRule.PAS2P && r.method() == Method.PHASES)
                .findFirst()
                .orElseThrow();
        assertThat(found.phases()).isEqualTo(4);
        assertThat(found.relevant()).isEqualTo(4);
        assertThat(found.coverage()).isGreaterThan(0.99);
        assertThat(found.frontierS()).isCloseTo(traced, within(0.01 * traced));
        assertThat(found.pteS()).isBetween(0.9 * traced, 1.3 * traced);
        assertThat(found.tefS()).isLessThan(0.05 * traced);
        assertThat(run.firstS()).isBetween(0.3 * traced, 3 * traced);
    }
}
