package runbench.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.base.quantity.Durations;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;
import runbench.sync.clock.Characterisation.Costs;
import runbench.sync.clock.Characterisation.Frequency;
import runbench.sync.clock.Characterisation.SourceReport;

/** The chart of the cost of reading each time source: a strip of reads per source on one axis. */
public final class ClocksChart {
    /** Number of drawn reads per source: evenly spaced quantiles; more would overlap. */
    private static final int MAX_READS = 400;
    /** Share of a row's height over which dots are scattered, so that they are distinguishable. */
    private static final double SCATTER_SHARE = 0.6;
    private static final double GOLDEN = 0.6180339887498949;

    private ClocksChart() {
    }

    public static Figure figure(List<SourceReport> sources, double hertz, List<Frequency> raw, List<Frequency> byCall) {
        Figure figure = Figure.titled("Cost of reading the time")
                .label("each dot is the mean of 16 successive reads; without the slowest 1 %");
        List<SourceReport> present = sources.stream().filter(s -> s.absent() == null).toList();
        figure.add(strips(present, 1e9 / hertz));
        figure.note("Median and step, ns: " + present.stream()
                .map(s -> s.name() + " " + Durations.nanos(s.warm().quantile(0.5) * 1e9 / hertz) + ", "
                        + Durations.nanos(s.stepNanos()))
                .collect(Collectors.joining("; ")) + ".");
        sources.stream().filter(s -> s.absent() != null).forEach(s -> figure.note(s.absent()));
        if (!raw.isEmpty()) {
            figure.add(frequency(raw, byCall));
        }
        return figure;
    }

    /**
     * Returns the strips.
     *
     * @param cycle duration of a cycle, ns
     */
    private static Panel strips(List<SourceReport> sources, double cycle) {
        Panel panel = Panel.of("Cost of one read", Scale.names("", sources.stream().map(SourceReport::name).toList()))
                .x(Scale.log("ns"));
        for (int row = 0; row < sources.size(); row++) {
            Costs c = sources.get(row).warm();
            double[] cost = new double[Math.min(MAX_READS, c.sorted().length)];
            double[] at = new double[cost.length];
            for (int i = 0; i < cost.length; i++) {
                cost[i] = c.quantile(0.99 * (i + 0.5) / cost.length) * cycle;
                at[i] = row + SCATTER_SHARE * (i * GOLDEN % 1 - 0.5);
            }
            panel.points(row == 0 ? "reads" : "", cost, at, Ink.SKY);
        }
        double[] rows = IntStream.range(0, sources.size()).asDoubleStream().toArray();
        return panel
                .rowIntervals("median, lowest to 99 %", rows, Columns.of(sources, s -> s.warm().quantile(0.5) * cycle),
                        Columns.of(sources, s -> s.warm().min() * cycle),
                        Columns.of(sources, s -> s.warm().quantile(0.99) * cycle), Ink.BLACK)
                .points("cold caches, median",
                        Columns.of(sources, s -> s.cold() == null ? Double.NaN : s.cold().quantile(0.5) * cycle), rows,
                        Ink.PURPLE)
                .points("step (resolution)", Columns.of(sources, SourceReport::stepNanos), rows, Ink.ORANGE);
    }

    /**
     * Returns the error of the measured counter frequency over the interval, compared with the paper's 1e-6 after 10 s.
     */
    private static Panel frequency(List<Frequency> raw, List<Frequency> byCall) {
        double[] paper = Columns.of(byCall, f -> Frequency.paperError(f.seconds()) * 1e6);
        return Panel.of("TSC frequency: error", Scale.log("ppm"))
                .x(Scale.log("interval, s"))
                .height(110)
                .remark("formulas 2 to 4: falls with the interval")
                .line("by RAW", seconds(raw), errors(raw), Ink.BLUE)
                .line("by gettimeofday", seconds(byCall), errors(byCall), Ink.ORANGE)
                .line("published, with messages", seconds(byCall), paper, Ink.GREY)
                .level(1, "1e-6", Ink.GREY);
    }

    private static double[] seconds(List<Frequency> all) {
        return Columns.of(all, Frequency::seconds);
    }

    private static double[] errors(List<Frequency> all) {
        return Columns.of(all, f -> f.relativeError() * 1e6);
    }
}
