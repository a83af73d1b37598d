package runbench.report;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import runbench.base.quantity.Durations;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;
import runbench.report.ClockCourses.AxisTime;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.MessageStages.Direction;
import runbench.sync.estimate.MessageStages.Part;
import runbench.sync.estimate.MessageStages.Stage;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.session.ClockPrediction;
import runbench.sync.session.EstimateSession;
import runbench.sync.session.EstimateSession.FileEstimates;
import runbench.sync.session.EstimateSession.WindowEstimates;

/**
 * The chart of clock windows relative to the fitted clock: the bounds from each message and the guaranteed interval.
 */
public final class EstimateChart {
    private static final int MAX_PANELS = 8;
    private static final int BINS = 60;
    /**
     * Range of a histogram, in distances from the minimum to the median; the slowest delays would compress the rest.
     */
    private static final double DRAWN_MEDIANS = 4;

    private EstimateChart() {
    }

    /**
     * Draws the windows of all files, at most {@value #MAX_PANELS}, relative to the line of the last method.
     *
     * @param predictions predictions of the nodes' clocks, whose errors are drawn; may be empty
     */
    public static Figure figure(List<FileEstimates> all, List<ClockPrediction> predictions) {
        Figure figure = figure("Clock of " + all.get(0).source().recording().node());
        int panels = 0;
        for (FileEstimates file : all) {
            for (WindowEstimates w : file.windows()) {
                if (panels++ < MAX_PANELS) {
                    figure.add(panel(w.exchanges(), w.last().estimate(), w.number()));
                }
            }
        }
        Map<String, List<Estimate>> hours = new LinkedHashMap<>();
        EstimateSession.byNode(all).forEach((node, files) -> {
            addNode(figure, node, files);
            List<Estimate> windows = EstimateSession.estimates(files);
            if (windows.size() > 1) {
                hours.put(node, windows);
            }
        });
        if (hours.size() > 1) {
            figure.add(ClockCourses.offsets(hours));
        }
        if (!predictions.isEmpty()) {
            figure.add(ClockCourses.errors(predictions));
        }
        return figure;
    }

    /** Adds the delays of a node's messages and, for several windows, its offset over time. */
    private static void addNode(Figure figure, String node, List<FileEstimates> files) {
        List<Stage> stages = EstimateSession.stages(files);
        for (Part part : List.of(Part.PATH, Part.WHOLE)) {
            List<Stage> both = stages.stream().filter(s -> s.part() == part && s.sorted().length > 1).toList();
            if (!both.isEmpty()) {
                figure.add(delays(node, both));
            }
        }
        List<Estimate> windows = EstimateSession.estimates(files);
        if (windows.size() > 1) {
            figure.add(offset(node, windows));
        }
    }

    /**
     * Returns the histograms of a stage's delays in both directions. The paper names the minimum and the mode as the
     * range of valid delays.
     */
    private static Panel delays(String node, List<Stage> both) {
        double least = both.stream().mapToDouble(s -> s.quantile(0)).min().orElseThrow();
        double most = both.stream()
                .mapToDouble(s -> Math.min(s.quantile(1), least + DRAWN_MEDIANS * (s.quantile(0.5) - least)))
                .max()
                .orElseThrow();
        double width = (most > least ? most - least : 1) / BINS;
        double[] edges = new double[BINS + 1];
        Arrays.setAll(edges, i -> (least + i * width) * 1e-3);
        Panel panel = Panel.of(
                node + ": delay of a message, "
                        + (both.get(0).part() == Part.PATH ? "kernel to kernel" : "process to process"),
                Scale.linear("% of messages").startingAtZero()).x(Scale.linear("us"));
        StringJoiner modes = new StringJoiner(", ", "mode ", " us");
        StringJoiner beyond = new StringJoiner(", ", "slower: ", "");
        for (Stage s : both) {
            double[] shares = new double[BINS];
            double drawn = 0;
            for (double delay : s.sorted()) {
                if (delay <= most) {
                    shares[Math.min((int) ((delay - least) / width), BINS - 1)] += 100.0 / s.sorted().length;
                    drawn += 100.0 / s.sorted().length;
                }
            }
            boolean forward = s.direction() == Direction.FORWARD;
            String name = forward ? "forward" : "back";
            Ink ink = forward ? Ink.SKY : Ink.GREEN;
            modes.add(Durations.micros(s.mode()) + " " + name);
            beyond.add(String.format(Locale.ROOT, "%.1f %% %s", Math.max(0, 100 - drawn), name));
            if (forward) {
                panel.histogram(name + " " + s.from() + "-" + s.to(), edges, shares, ink);
            } else {
                // An outline, because bars would hide those of the other direction.
                panel.steps(name + " " + s.from() + "-" + s.to(), edges, Arrays.copyOf(shares, BINS + 1), ink);
            }
            panel.rule(s.mode() * 1e-3, "", ink);
        }
        return panel.remark(modes.toString()).detail(beyond.toString());
    }

    /**
     * Returns the offset over time minus the line through the first and the last window, so that a change of the rate
     * is visible beside an offset of seconds.
     *
     * @param windows estimates in order of time, at least two
     */
    private static Panel offset(String node, List<Estimate> windows) {
        Estimate first = windows.get(0);
        Estimate last = windows.get(windows.size() - 1);
        double span = Math.max(1, last.x0Nanos() - first.x0Nanos());
        double rate = ClockPrediction.change(first, last) / span;
        AxisTime time = AxisTime.of(span * 1e-9);
        double[] x = Columns.of(windows, e -> (e.x0Nanos() - first.x0Nanos()) * 1e-9 / time.seconds());
        double[] y = Columns.of(windows,
                e -> (ClockPrediction.change(first, e) - rate * (e.x0Nanos() - first.x0Nanos())) * 1e-9);
        double[] lo = Columns.of(windows, Estimate::loNanos);
        double[] hi = Columns.of(windows, Estimate::hiNanos);
        for (int i = 0; i < y.length; i++) {
            lo[i] = y[i] + lo[i] * 1e-9;
            hi[i] = y[i] + hi[i] * 1e-9;
        }
        return Panel.of(node + ": offset over time", Scale.linear("").si("s"))
                .x(time.scale("reference time since the first window"))
                .detail("minus the line through the first and the last window")
                .remark(String.format(Locale.ROOT, "%d windows, line %+.4f ppm", windows.size(), rate * 1e6))
                .line("", x, y, Ink.BLUE)
                .intervals("estimate and guaranteed interval", x, y, lo, hi, Ink.BLUE);
    }

    private static Figure figure(String title) {
        return Figure.titled(title)
                .x(Scale.linear("reference time since the window's first exchange (s)"))
                .label("clock differences minus the fitted line: the true clock is below every upper and above every "
                        + "lower point");
    }

    private static Panel panel(Exchanges window, Estimate e, int number) {
        Stamps kind = e.stamps();
        double[] x = new double[window.size()];
        double[] upper = new double[window.size()];
        double[] lower = new double[window.size()];
        long begin = window.stamp(kind, 1, 0);
        for (int i = 0; i < x.length; i++) {
            if (!window.has(kind, i)) {
                x[i] = upper[i] = lower[i] = Double.NaN;
                continue;
            }
            long t1 = window.stamp(kind, 1, i);
            long t4 = window.stamp(kind, 4, i);
            x[i] = (t1 - begin) * 1e-9;
            upper[i] = (window.stamp(kind, 2, i) - t1 - e.baseNanos() - fittedOffset(e, t1)) * 1e-9;
            lower[i] = (window.stamp(kind, 3, i) - t4 - e.baseNanos() - fittedOffset(e, t4)) * 1e-9;
        }
        double reach = 2.5e-9 * Math.max(e.hiNanos(), -e.loNanos());
        Scale y = Scale.linear("").si("s");
        return Panel.of("window " + number, Double.isFinite(reach) ? y.between(-reach, reach) : y)
                .detail(e.method() + ", " + kind.name().toLowerCase(Locale.ROOT) + " stamps")
                .remark(String.format(Locale.ROOT, "%+.4f ppm, +- %.3f us, guaranteed %.2f to %.2f us", e.slope() * 1e6,
                        e.errStatNanos() / 1e3, e.loNanos() / 1e3, e.hiNanos() / 1e3))
                .points("forward", x, upper, Ink.BLUE)
                .points("back", x, lower, Ink.GREEN)
                .level(0, "fit", Ink.ORANGE)
                .intervals("guaranteed at the end, if the clock's rate was constant",
                        new double[]{(e.x0Nanos() - begin) * 1e-9}, new double[]{0}, new double[]{e.loNanos() * 1e-9},
                        new double[]{e.hiNanos() * 1e-9}, Ink.BLACK);
    }

    private static double fittedOffset(Estimate e, long at) {
        return e.offsetNanos() + e.slope() * (at - e.x0Nanos());
    }
}
