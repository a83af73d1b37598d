package runbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.base.stats.Interval;
import runbench.parser.metrics.MetricSummary.MetricStatus;
import runbench.parser.metrics.MetricSummary;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.plotter.figure.Mark.Band;
import runbench.plotter.figure.Mark.Rule;
import runbench.plotter.figure.Panel;
import runbench.report.RunChart.MetricIntervals;

class StackedPartsTest {
    private static Envelope part(String metric, double... means) {
        return new Envelope(metric, "pmu", "share", Axis.RUN_TIME, 0, 1, means.length, means, means, means,
                new Envelope.Figures(Arrays.stream(means).average().orElse(0), 1, 1), 1, false);
    }

    private static final List<Envelope> TOPDOWN = List.of(part("topdown_retiring", 0.25, 0.5),
            part("topdown_backend_bound", 0.5, 0.1), part("topdown_frontend_bound", 0.125, 0.2),
            part("topdown_bad_speculation", 0.125, -0.01), part("ipc", 1, 2));

    @Test
    void partsAreStackedInTheOrderOfTheirGroup() {
        StackedParts stack = StackedParts.of(TOPDOWN).orElseThrow();
        Panel panel = stack.panel(Abscissa.own(Axis.RUN_TIME), MetricIntervals.NONE);
        List<Band> bands = panel.marks().stream().filter(Band.class::isInstance).map(m -> (Band) m).toList();
        assertThat(bands).extracting(b -> b.name().replaceAll("[0-9. \u2009]*%", ""))
                .containsExactly("retiring", "bad speculation", "frontend bound", "backend bound");
        assertThat(bands.get(0).x()).containsExactly(0, 1, 1, 2);
        assertThat(bands.get(0).high()).containsExactly(25, 25, 50, 50);
        assertThat(bands.get(1).high()).as("a little below 0 is nothing").containsExactly(37.5, 37.5, 50, 50);
        assertThat(bands.get(3).high()).containsExactly(new double[]{100, 100, 80, 80}, within(1e-9));
        for (int i = 1; i < 4; i++) {
            assertThat(bands.get(i).low()).isEqualTo(bands.get(i - 1).high());
        }
        assertThat(bands.get(0).name()).startsWith("retiring 37.5");
        assertThat(bands.get(3).name()).startsWith("backend bound 30");
        assertThat(stack.others(TOPDOWN)).extracting(Envelope::event).containsExactly("ipc");
    }

    @Test
    void sumsAboveTheWholeExtendTheAxis() {
        StackedParts stack = StackedParts.of(List.of(part("topdown_retiring", 0.6), part("topdown_backend_bound", 0.5),
                part("topdown_frontend_bound", 0.0), part("topdown_bad_speculation", 0.0))).orElseThrow();
        Panel panel = stack.panel(Abscissa.own(Axis.RUN_TIME), MetricIntervals.NONE);
        assertThat(panel.y().max()).isNaN();
        assertThat(((Band) panel.marks().get(3)).high()[0]).isCloseTo(110, within(1e-9));
        assertThat(panel.marks()).anyMatch(m -> m instanceof Rule r && r.at() == 100);
    }

    @Test
    void theLegendContainsTheBounds() {
        MetricSummary retiring = new MetricSummary("topdown_retiring", "", MetricStatus.ESTIMATED, "", 0.375, null,
                null, "share", "", "", List.of(), 0.5, "", null, new Interval(0.36, 0.39));
        Panel panel = StackedParts.of(TOPDOWN)
                .orElseThrow()
                .panel(Abscissa.own(Axis.RUN_TIME), MetricIntervals.of(List.of(retiring)));
        assertThat(panel.legend().get(0).name().replace('\u2009', ' ')).isEqualTo("retiring 37.5 % [36, 39]");
    }

    @Test
    void aMissingPartKeepsSeparatePanels() {
        assertThat(StackedParts.of(TOPDOWN.subList(0, 3))).isEmpty();
    }
}
