package runbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.plotter.figure.Band;
import runbench.plotter.figure.Panel;

class StackedPartsTest {
    private static Envelope part(String metric, double... means) {
        return new Envelope(metric, "pmu", "share", Axis.RUN_TIME, 0, 1, means.length, means, means, means,
                new Envelope.Figures(Arrays.stream(means).average().orElse(0), 1, 1), 1);
    }

    private static final List<Envelope> TOPDOWN = List.of(part("topdown_retiring", 0.25, 0.5), part("topdown_backend_bound", 0.5, 0.1),
            part("topdown_frontend_bound", 0.125, 0.2), part("topdown_bad_speculation", 0.125, -0.01), part("ipc", 1, 2));

    @Test
    void partsStandOnOneAnotherInTheOrderOfTheirGroup() {
        StackedParts stack = StackedParts.of(TOPDOWN).orElseThrow();
        Panel panel = stack.panel(Abscissa.own(Axis.RUN_TIME));
        List<Band> bands = panel.marks().stream().map(m -> (Band) m).toList();
        assertThat(bands).extracting(Band::name).containsExactly("retiring", "bad speculation", "frontend bound", "backend bound");
        assertThat(bands.get(0).x()).containsExactly(0, 1, 1, 2);
        assertThat(bands.get(0).high()).containsExactly(0.25, 0.25, 0.5, 0.5);
        assertThat(bands.get(1).high()).as("a little below 0 is nothing").containsExactly(0.375, 0.375, 0.5, 0.5);
        assertThat(bands.get(3).high()).containsExactly(new double[] {1, 1, 0.8, 0.8}, within(1e-12));
        for (int i = 1; i < 4; i++) {
            assertThat(bands.get(i).low()).isEqualTo(bands.get(i - 1).high());
        }
        assertThat(panel.remark()).contains("retiring 37.5").contains("backend bound 30");
        assertThat(stack.others(TOPDOWN)).extracting(Envelope::event).containsExactly("ipc");
    }

    @Test
    void aPartThatIsMissingLeavesPanelsOfTheirOwn() {
        assertThat(StackedParts.of(TOPDOWN.subList(0, 3))).isEmpty();
    }
}
