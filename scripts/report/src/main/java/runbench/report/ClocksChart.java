package runbench.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.base.stats.Statistics;
import runbench.base.quantity.Durations;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;
import runbench.sync.clock.Characterisation.Costs;
import runbench.sync.clock.Characterisation.Frequency;
import runbench.sync.clock.Characterisation.SourceReport;

/**
 * The chart of the cost of reading each time source: one histogram per source on one axis, as in figure 3 of Tinetti
 * and others on many cores.
 */
public final class ClocksChart {
    private static final double ROW_PIXELS = 34;
    /** Bins per factor of ten. */
    private static final int BINS_PER_DECADE = 60;
    /** Distance of the bars' bases and the points from the middle of a row, so that all bars are within their row. */
    private static final double BASE = 0.3;
    /** Share of a row's height that the highest bar takes. */
    private static final double BAR_SHARE = 0.75;
    /** Share of the reads that a histogram shows; single reads that were interrupted would compress the axis. */
    private static final double DRAWN_SHARE = 0.99;

    private ClocksChart() {
    }

    public static Figure figure(List<SourceReport> sources, double hertz, List<Frequency> raw, List<Frequency> byCall) {
        Figure figure = Figure.titled("Cost of reading the time")
                .label("histograms of reads, each the mean of 16 successive ones, without the slowest 1 %; the highest "
                        + "bar of each source has the same height");
        List<SourceReport> present = sources.stream().filter(s -> s.absent() == null).toList();
        figure.add(strips(present, 1e9 / hertz));
        figure.note("Median, mode and step, ns: " + present.stream()
                .map(s -> s.name() + " " + Durations.nanos(s.warm().quantile(0.5) * 1e9 / hertz) + ", "
                        + Durations.nanos(Statistics.mode(s.warm().sorted()) * 1e9 / hertz) + ", "
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
                .x(Scale.log("ns"))
                .height(ROW_PIXELS * sources.size());
        for (int row = 0; row < sources.size(); row++) {
            addHistogram(panel, row, sources.get(row).warm(), cycle);
        }
        double[] rows = IntStream.range(0, sources.size()).mapToDouble(i -> i + BASE).toArray();
        return panel
                .rowIntervals("median, lowest to 99 %", rows, Columns.of(sources, s -> s.warm().quantile(0.5) * cycle),
                        Columns.of(sources, s -> s.warm().min() * cycle),
                        Columns.of(sources, s -> s.warm().quantile(0.99) * cycle), Ink.BLACK)
                .points("cold caches, median",
                        Columns.of(sources, s -> s.cold() == null ? Double.NaN : s.cold().quantile(0.5) * cycle), rows,
                        Ink.PURPLE)
                .points("step (resolution)", Columns.of(sources, SourceReport::stepNanos), rows, Ink.ORANGE);
    }

    /** Adds the histogram of a source in its row, over bins of equal ratio. */
    private static void addHistogram(Panel panel, int row, Costs costs, double cycle) {
        double least = Math.log10(costs.min() * cycle);
        double most = Math.log10(costs.quantile(DRAWN_SHARE) * cycle);
        int bins = Math.max(1, (int) Math.ceil((most - least) * BINS_PER_DECADE));
        int[] count = new int[bins];
        for (double cost : costs.sorted()) {
            int bin = (int) ((Math.log10(cost * cycle) - least) * BINS_PER_DECADE);
            if (bin < bins) {
                count[bin]++;
            }
        }
        int highest = Arrays.stream(count).max().orElse(1);
        double[] x = new double[2 * bins];
        double[] top = new double[2 * bins];
        double[] bottom = new double[2 * bins];
        for (int i = 0; i < bins; i++) {
            x[2 * i] = Math.pow(10, least + (double) i / BINS_PER_DECADE);
            x[2 * i + 1] = Math.pow(10, least + (i + 1.0) / BINS_PER_DECADE);
            top[2 * i] = top[2 * i + 1] = row + BASE - BAR_SHARE * count[i] / highest;
            bottom[2 * i] = bottom[2 * i + 1] = row + BASE;
        }
        panel.area(row == 0 ? "reads" : "", x, top, bottom, Ink.SKY);
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
