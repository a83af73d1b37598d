package runbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.base.quantity.Numbers;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.plotter.figure.Buckets;
import runbench.plotter.figure.Extent;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Mark;
import runbench.plotter.figure.Panel;
import runbench.plotter.render.awt.Charts;
import runbench.report.RunChart.ChartCaption;

class RunChartTest {
    @Test
    void theScaleOverInstructionsIncludesThePeak() {
        Panel misses = RunChart
                .of(List.of(rate("L1D_WRITE_MISS", "misses/10⁶ instructions", Axis.INSTRUCTIONS, 65_000)), caption(3))
                .panels()
                .get(0);
        Extent y = new Extent(false);
        misses.marks().forEach(m -> m.extend(new Extent(false), y));
        assertThat(y.shown(misses.y(), 0)).containsExactly(0, 65_000);
        assertThat(misses.remark()).contains("peak 65").doesNotContain("above");
    }

    @Test
    void metricsComeFirstAndShowTheirMean() {
        Figure figure = RunChart.of(List.of(rate("loads", "loads/s", Axis.RUN_TIME, 10)),
                List.of(rate("l1d_miss_ratio", "share", Axis.RUN_TIME, 0.25),
                        rate("ipc", "instructions/cycle", Axis.RUN_TIME, 5)),
                caption(9));
        assertThat(figure.panels()).extracting(Panel::title).containsExactly("l1d_miss_ratio", "ipc", "loads");
        assertThat(figure.panels().get(0).remark())
                .isEqualTo("mean 12.5" + Numbers.THIN_SPACE + "% · peak 25" + Numbers.THIN_SPACE + "%");
        assertThat(figure.panels().get(1).remark()).isEqualTo("mean 2.5 · peak 5");
    }

    @Test
    void userAndKernelModeShareAPanel() {
        Figure figure = RunChart.of(List.of(rate("instructions:u", "instructions/s", Axis.RUN_TIME, 9),
                rate("branches:u", "branches/s", Axis.RUN_TIME, 3),
                rate("instructions:k", "instructions/s", Axis.RUN_TIME, 2),
                rate("cpu/event=0x43/u", "events/s", Axis.RUN_TIME, 4),
                rate("cpu/event=0x43/k", "events/s", Axis.RUN_TIME, 4)), caption(9));
        assertThat(figure.panels()).extracting(Panel::title)
                .containsExactly("instructions", "branches:u", "cpu/event=0x43/");
        assertThat(figure.panels().get(0).marks()).hasSize(2);
        assertThat(figure.panels().get(0).legend()).extracting(Mark.Entry::name)
                .containsExactly("user mode", "kernel mode");
        assertThat(figure.panels().get(0).remark())
                .isEqualTo("user mode: mean 4.5 · peak 9; kernel mode: mean 1 · peak 2");
    }

    @Test
    void anEventThatNeverOccursTakesOneLine() {
        Panel zero = RunChart.of(List.of(rate("cpu-migrations", "migrations/s", Axis.RUN_TIME, 0)), caption(9))
                .panels()
                .get(0);
        assertThat(zero.marks()).isEmpty();
        assertThat(zero.height()).isLessThan(20);
        assertThat(zero.remark()).isEqualTo("0 in every sample");
        List<Panel> modes = RunChart.of(
                List.of(rate("faults:u", "faults/s", Axis.RUN_TIME, 0), rate("faults:k", "faults/s", Axis.RUN_TIME, 4)),
                caption(9)).panels();
        assertThat(modes.get(0).marks()).as("one of two modes occurs").hasSize(2);
    }

    @Test
    void aRunWithoutSamplesShowsTheReasonInsteadOfALine() {
        Envelope e = rate("faults", "faults/s", Axis.RUN_TIME, 7); // 3 s long
        Panel tooShort = RunChart
                .of(List.of(e),
                        new ChartCaption("t", "l", "m", "k", "s", 10e9, Double.NaN, 0, 0, 0, Double.NaN, List.of()))
                .panels()
                .get(0);
        assertThat(tooShort.marks()).isEmpty();
        assertThat(tooShort.remark()).isEqualTo("mean 3.5 · too short for this period");
        assertThat(RunChart.of(List.of(e), caption(0)).panels().get(0).remark()).isEqualTo("mean 3.5 · no sample");
    }

    @Test
    void allPanelsShareOneBucketWidthStatedInTheFoot() {
        Figure figure = RunChart.of(List.of(RunExamples.phases("a", 1e5), RunExamples.block("b")),
                RunExamples.caption());
        assertThat(figure.panels()).extracting(p -> ((Buckets) p.marks().get(0)).coarse()).containsExactly(9, 9);
        assertThat(figure.panels()).allSatisfy(p -> assertThat(p.legend()).isEmpty());
        assertThat(figure.notes().get(0).replace(Numbers.THIN_SPACE, ' '))
                .startsWith("Bold line: mean rate over 903 ms; faint line: per bucket of 100 ms.");
        Figure mostlyReadable = RunChart.of(
                List.of(RunExamples.phases("a", 1), RunExamples.block("b"), RunExamples.phases("c", 1)),
                RunExamples.caption());
        assertThat(mostlyReadable.panels()).extracting(p -> ((Buckets) p.marks().get(0)).coarse()).containsOnly(1);
        assertThat(RunChart.of(List.of(RunExamples.phases("a", 1e5)), RunExamples.caption()).notes().get(0))
                .startsWith("Line: mean rate per bucket");
    }

    @Test
    void theImageContainsCaptionAndNotes() {
        Figure figure = RunChart.of(List.of(RunExamples.phases("page-faults", 2e5)),
                RunExamples.caption("L1D_ALL_REF: not counted (no hardware PMU)"));
        assertThat(Charts.svg(figure).replace('\u2009', ' ')).contains("NOT SPEC")
                .contains("Linux 6.1.0-28-amd64")
                .contains("no hardware PMU")
                .contains("requested period 1 ms")
                .contains("2 000 000 samples")
                .contains("0 lost")
                .contains("0.21 %")
                .contains("L1D_ALL_REF: not counted")
                .contains("bucket of 100 ms")
                .contains("task running time (s)")
                .contains("page-faults/s");
    }

    @Test
    void estimatesAndGapsAreStated() {
        Envelope e = RunExamples.phases("cycles", 1e9);
        Figure f = RunChart.of(
                List.of(new Envelope(e.event(), "PMU event", "cycles/s", e.axis(), 0, e.bucketWidth(), e.end(),
                        e.mean(), e.min(), e.max(), e.figures(), 0.25, false)),
                new ChartCaption("403.gcc", "l", "m", "k", "s", 1e6, 1e6, 100, 0, 3, 0, List.of()));
        assertThat(Charts.svg(f).replace('\u2009', ' ')).contains("3 gaps in wall time")
                .contains("counted 25 % of the time");
    }

    private static Envelope rate(String event, String unit, Axis axis, double peak) {
        double[] mean = {peak / 4, peak / 2, Double.NaN};
        return new Envelope(event, "PMU event", unit, axis, 0, 1, 3, mean, mean,
                new double[]{peak / 4, peak, Double.NaN}, new Envelope.Figures(peak / 2, peak, peak), 1, false);
    }

    private static ChartCaption caption(long samples) {
        return new ChartCaption("403.gcc", "label", "machine", "kernel", "hardware PMU", 1e6, 1e6, samples, 0, 0, 0,
                List.of());
    }
}
