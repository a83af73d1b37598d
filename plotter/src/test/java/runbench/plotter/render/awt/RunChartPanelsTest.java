package runbench.plotter.render.awt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.base.quantity.Numbers;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.plotter.ChartCaption;
import runbench.plotter.Examples;
import runbench.plotter.RunChart;
import runbench.plotter.figure.AxisTick;
import runbench.plotter.figure.Buckets;
import runbench.plotter.figure.Extent;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Mark;
import runbench.plotter.figure.Panel;

class RunChartPanelsTest {
    @Test
    void everyValueAxisHasThreeLabelsThatReachThePeak() {
        for (int panels : new int[] {1, 2, 4, 8, 16}) {
            for (double peak : new double[] {7.67e9, 641e6, 39.3e6, 51, 1.02, 0.004, 999_999, 1e6, 3}) {
                List<Envelope> all = java.util.stream.IntStream.range(0, panels).mapToObj(i -> rate("e" + i, "e/s", Axis.RUN_TIME, peak)).toList();
                FigurePainter painter = new FigurePainter(RunChart.of(all, caption(100)));
                FigurePainter.Placed last = painter.placed().get(panels - 1);
                int most = Axes.verticalTicks(last.data().getHeight());
                double[] range = AxisTick.range(last.panel().y(), new double[] {0, peak}, most);
                List<AxisTick> labels = AxisTick.vertical(last.panel().y(), range[0], range[1], most);
                assertThat(labels).as("%d panels, peak %s", panels, peak).hasSizeBetween(3, most + 1);
                assertThat(labels.get(labels.size() - 1).value()).isGreaterThanOrEqualTo(peak * (1 - 1e-9)).isLessThanOrEqualTo(2 * peak);
                assertThat(labels).extracting(AxisTick::label).doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void overInstructionsTooTheScaleReachesThePeak() {
        Panel misses = RunChart.of(List.of(rate("L1D_WRITE_MISS", "misses/10⁶ instructions", Axis.INSTRUCTIONS, 65_000)), caption(3)).panels().get(0);
        Extent y = new Extent(false);
        misses.marks().forEach(m -> m.extend(new Extent(false), y));
        assertThat(y.shown(misses.y(), 0)).containsExactly(0, 65_000);
        assertThat(misses.remark()).contains("peak 65").doesNotContain("above");
    }

    @Test
    void metricsStandOnTopAndShowTheirMean() {
        Figure figure = RunChart.of(List.of(rate("loads", "loads/s", Axis.RUN_TIME, 10)),
                List.of(rate("l1d_miss_ratio", "share", Axis.RUN_TIME, 0.25), rate("ipc", "instructions/cycle", Axis.RUN_TIME, 5)), caption(9));
        assertThat(figure.panels()).extracting(Panel::title).containsExactly("l1d_miss_ratio", "ipc", "loads");
        assertThat(figure.panels().get(0).remark()).isEqualTo("mean 12.5" + Numbers.THIN_SPACE + "% · peak 25" + Numbers.THIN_SPACE + "%");
        assertThat(figure.panels().get(1).remark()).isEqualTo("mean 2.5 · peak 5");
    }

    @Test
    void userAndKernelModeShareAPanel() {
        Figure figure = RunChart.of(List.of(rate("instructions:u", "instructions/s", Axis.RUN_TIME, 9), rate("branches:u", "branches/s", Axis.RUN_TIME, 3),
                rate("instructions:k", "instructions/s", Axis.RUN_TIME, 2), rate("cpu/event=0x43/u", "events/s", Axis.RUN_TIME, 4),
                rate("cpu/event=0x43/k", "events/s", Axis.RUN_TIME, 4)), caption(9));
        assertThat(figure.panels()).extracting(Panel::title).containsExactly("instructions", "branches:u", "cpu/event=0x43/");
        assertThat(figure.panels().get(0).marks()).hasSize(2);
        assertThat(figure.panels().get(0).legend()).extracting(Mark.Entry::name).containsExactly("user mode", "kernel mode");
        assertThat(figure.panels().get(0).remark()).isEqualTo("user mode: mean 4.5 · peak 9; kernel mode: mean 1 · peak 2");
    }

    @Test
    void withoutASampleThereIsNoLineButTheReason() {
        Envelope e = rate("faults", "faults/s", Axis.RUN_TIME, 7); // 3 s long
        Panel tooShort = RunChart.of(List.of(e), new ChartCaption("t", "l", "m", "k", "s", 10e9, Double.NaN, 0, 0, 0, Double.NaN, List.of())).panels().get(0);
        assertThat(tooShort.marks()).isEmpty();
        assertThat(tooShort.remark()).isEqualTo("mean 3.5 · too short for this period");
        assertThat(RunChart.of(List.of(e), caption(0)).panels().get(0).remark()).isEqualTo("mean 3.5 · no sample");
    }

    @Test
    void allPanelsFollowOneRuleOfWhichTheFootSpeaks() {
        Figure figure = RunChart.of(List.of(Examples.phases("a", 1e5), Examples.block("b")), Examples.caption());
        assertThat(figure.panels()).extracting(p -> ((Buckets) p.marks().get(0)).coarse()).containsExactly(9, 9);
        assertThat(figure.panels()).allSatisfy(p -> assertThat(p.legend()).isEmpty());
        assertThat(figure.notes().get(0).replace(Numbers.THIN_SPACE, ' ')).startsWith("Bold line: mean rate over 903 ms; faint line: per bucket of 100 ms.");
        Figure mostlyReadable = RunChart.of(List.of(Examples.phases("a", 1), Examples.block("b"), Examples.phases("c", 1)), Examples.caption());
        assertThat(mostlyReadable.panels()).extracting(p -> ((Buckets) p.marks().get(0)).coarse()).containsOnly(1);
        assertThat(RunChart.of(List.of(Examples.phases("a", 1e5)), Examples.caption()).notes().get(0)).startsWith("Line: mean rate per bucket");
    }

    private static Envelope rate(String event, String unit, Axis axis, double peak) {
        double[] mean = {peak / 4, peak / 2, Double.NaN};
        return new Envelope(event, "PMU event", unit, axis, 0, 1, 3, mean, mean, new double[] {peak / 4, peak, Double.NaN},
                new Envelope.Figures(peak / 2, peak, peak), 1);
    }

    private static ChartCaption caption(long samples) {
        return new ChartCaption("403.gcc", "label", "machine", "kernel", "hardware PMU", 1e6, 1e6, samples, 0, 0, 0, List.of());
    }
}
