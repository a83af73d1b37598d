package runbench.report;

import java.util.List;
import java.util.Optional;
import runbench.parser.series.Axis;
import runbench.parser.series.CountedTime;
import runbench.parser.series.Periods;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;

/** The wall time in which the counters of a run were disabled ({@code --control}, {@code --only-region}). */
public final class UncountedBands {
    private static final double STRIP_PIXELS = 16;
    private static final List<String> STATES = List.of("counted", "not counted");

    private final double[] from;
    private final double[] to;

    private UncountedBands(double[] from, double[] to) {
        this.from = from;
        this.to = to;
    }

    /**
     * Returns the bands of a recording.
     *
     * @param axis axis of the chart
     * @return empty if all time was counted, or the axis is not wall time
     */
    public static Optional<UncountedBands> of(Periods periods, Axis axis) {
        CountedTime counted = periods.counted();
        if (!counted.isControlled() || axis != Axis.WALL_TIME) {
            return Optional.empty();
        }
        long start = periods.startWallNanos();
        double end = periods.extent().wallNanos() / 1e9;
        int n = counted.stretches();
        double[] from = new double[n + 1];
        double[] to = new double[n + 1];
        for (int i = 0; i <= n; i++) {
            from[i] = i == 0 ? 0 : Math.min(end, (counted.to(i - 1) - start) / 1e9);
            to[i] = i == n ? end : Math.min(end, (counted.from(i) - start) / 1e9);
        }
        return Optional.of(new UncountedBands(from, to));
    }

    /** Adds a row with both states above the other panels. */
    void addStrip(Figure figure, Abscissa x) {
        figure.add(Panel.of("Counting", Scale.names("", List.of("control")))
                .detail("curves are blank where nothing was counted")
                .strip(strip(x))
                .height(STRIP_PIXELS));
    }

    /** Returns a row with both states in turn. */
    public Strip strip(Abscissa x) {
        int n = from.length;
        double[] starts = new double[2 * n - 1];
        double[] ends = new double[2 * n - 1];
        int[] kinds = new int[2 * n - 1];
        for (int i = 0; i < starts.length; i++) {
            boolean isCounted = i % 2 == 1;
            starts[i] = x.at(isCounted ? to[i / 2] : from[i / 2]);
            ends[i] = x.at(isCounted ? from[i / 2 + 1] : to[i / 2]);
            kinds[i] = isCounted ? 0 : 1;
        }
        return Strip.row(starts, ends, kinds, STATES);
    }

    /** Shades the uncounted time of a panel. */
    Panel shade(Panel panel, Abscissa x) {
        double[] starts = new double[from.length];
        double[] ends = new double[from.length];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = x.at(from[i]);
            ends[i] = x.at(to[i]);
        }
        return panel.shade(starts, ends);
    }
}
