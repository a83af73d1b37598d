package runbench.report.roofline;

import java.util.List;
import java.util.stream.DoubleStream;
import runbench.base.quantity.Numbers;
import runbench.base.stats.Interval;
import runbench.parser.roofline.Roof;
import runbench.parser.roofline.Roofline;
import runbench.parser.roofline.Roofs;
import runbench.parser.roofline.RunPoint;
import runbench.parser.roofline.RunPoints;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;
import runbench.report.Bounded;

/**
 * The roofline chart: the roofs of a machine on logarithmic axes with runs below them; one panel for one thread, one
 * for all CPUs.
 */
public final class RooflineChart {
    private static final int HEIGHT = 340;
    /** Left end of the axis, so that runs of low intensity have roofs above them. */
    private static final double MAX_LEFT_INTENSITY = 1.0 / 64;
    private static final double MARGIN_FACTOR = 4;
    private static final Ink[] LEVELS = {Ink.BLUE, Ink.GREEN, Ink.PURPLE, Ink.AMBER};

    private final Roofline roofline;
    private final String precision;
    private final double left;
    private final double right;

    private RooflineChart(Roofline roofline, String precision) {
        this.roofline = roofline;
        this.precision = precision;
        double[] at = roofline.points().stream().mapToDouble(RunPoint::intensity).toArray();
        left = Math.min(MAX_LEFT_INTENSITY, DoubleStream.of(at).min().orElse(1) / MARGIN_FACTOR);
        right = MARGIN_FACTOR
                * Math.max(roofline.roofs().threads().stream().mapToDouble(this::lastRidge).max().orElseThrow(),
                        DoubleStream.of(at).max().orElse(0));
    }

    /** Returns the intensity beyond which the slowest memory is not the limit. */
    private double lastRidge(int threads) {
        Roofs roofs = roofline.roofs();
        return roofs.operations(precision, threads).get(0).rate()
                / roofs.bandwidths(threads).stream().mapToDouble(Roof::rate).min().orElseThrow();
    }

    /**
     * Draws the chart.
     *
     * @param precision precision of the operations' roofs: "double" or "single"
     */
    public static Figure of(Roofline roofline, String precision) {
        return new RooflineChart(roofline, precision).figure();
    }

    private Figure figure() {
        Roofs roofs = roofline.roofs();
        List<String> names = roofline.points().stream().map(RunPoint::name).distinct().toList();
        Figure figure = Figure.titled(names.isEmpty() ? "Roofs" : "Roofline: " + String.join(", ", names))
                .label(roofline.runs()
                        .stream()
                        .map(RunPoints::label)
                        .filter(l -> l != null && !l.isEmpty())
                        .distinct()
                        .reduce((a, b) -> a + "; " + b)
                        .orElse(""))
                .provenance(roofs.machine().getOrDefault("processor", "") + " · Linux "
                        + roofs.machine().getOrDefault("kernel", "") + " · roofs measured by time and "
                        + "arithmetic, no counters, on " + roofs.measuredUtc() + " · " + precision + " precision")
                .x(Scale.log("operational intensity (FLOP/byte)").between(left, right));
        for (int threads : roofs.threads()) {
            figure.add(panel(threads));
        }
        figure.note(
                "Roofs: minimum of operations per second and intensity times bandwidth (Williams, Waterman, Patterson "
                        + "2009), one roof per level of the "
                        + "memory hierarchy; bytes as requested by instructions (Ilic, Pratas, Sousa 2014). Brackets "
                        + "contain the median with at least 95 % confidence.");
        roofline.points()
                .stream()
                .map(p -> p.name() + ": FLOPs " + p.flopsFrom() + "; bytes " + p.bytesFrom()
                        + (p.traffic().equals("by hand") ? "" : " (" + p.traffic() + ")"))
                .distinct()
                .forEach(figure::note);
        roofline.runs()
                .stream()
                .filter(r -> r.whole() == null)
                .forEach(r -> figure.note(r.name() + ": no point: " + r.missing() + "."));
        roofline.notes().forEach(n -> figure.note(n + "."));
        return figure;
    }

    private Panel panel(int threads) {
        Roofs roofs = roofline.roofs();
        List<Roof> operations = roofs.operations(precision, threads);
        List<Roof> bandwidths = roofs.bandwidths(threads);
        List<RunPoint> points = roofline.points().stream().filter(p -> roofline.threadsFor(p) == threads).toList();
        double peak = operations.get(0).rate();
        Panel panel = Panel.of(threads == 1 ? "One thread" : "All " + threads + " CPUs", Scale.log("").si("FLOP/s"))
                .height(HEIGHT)
                .detail("performance per second of wall time, over operational intensity");
        double fastest = bandwidths.get(0).rate();
        for (int i = operations.size() - 1; i >= 0; i--) {
            flat(panel, operations.get(i), operations.get(i).rate() / fastest, right, i == 0 ? Ink.BLACK : Ink.GREY);
        }
        for (int i = 0; i < bandwidths.size(); i++) {
            slope(panel, bandwidths.get(i), left, peak, LEVELS[i % LEVELS.length]);
        }
        course(panel, threads);
        points.forEach(p -> point(panel, p));
        return panel;
    }

    private static void flat(Panel panel, Roof r, double from, double to, Ink ink) {
        panel.band("", new double[]{from, to}, twice(r.interval().low()), twice(r.interval().high()), ink)
                .line("", new double[]{from, to}, twice(r.rate()), ink)
                .textBefore(to, r.rate(), r.label() + " " + value(r.rate(), r.interval(), "FLOP/s"),
                        ink == Ink.GREY ? Ink.BLACK : ink);
    }

    private static void slope(Panel panel, Roof r, double from, double peak, Ink ink) {
        double[] x = {from, peak / r.rate()};
        panel.band("", x, of(x, r.interval().low(), peak), of(x, r.interval().high(), peak), ink)
                .line(r.label() + " " + r.name().replaceFirst(".*_", "") + " " + value(r.rate(), r.interval(), "B/s"),
                        x, of(x, r.rate(), peak), ink);
    }

    private static double[] of(double[] x, double bandwidth, double peak) {
        return DoubleStream.of(x).map(v -> Math.min(peak, v * bandwidth)).toArray();
    }

    private static double[] twice(double value) {
        return new double[]{value, value};
    }

    /** Draws the parts of runs. */
    private void course(Panel panel, int threads) {
        List<RunPoints.Part> parts = roofline.runs()
                .stream()
                .filter(r -> r.whole() != null && roofline.threadsFor(r.whole()) == threads)
                .flatMap(r -> r.course().stream())
                .toList();
        if (!parts.isEmpty()) {
            panel.points("equal parts of the running time",
                    parts.stream().mapToDouble(RunPoints.Part::intensity).toArray(),
                    parts.stream().mapToDouble(RunPoints.Part::performance).toArray(), Ink.SKY);
        }
    }

    private static void point(Panel panel, RunPoint p) {
        double[] x = {p.intensity()};
        double[] y = {p.performance()};
        Interval up = p.performanceInterval();
        Interval along = p.intensityInterval();
        if (along != null && along.low() > 0) {
            panel.rowIntervals("", y, x, new double[]{along.low()}, new double[]{along.high()}, Ink.ORANGE);
        }
        panel.intervals("", x, y, new double[]{up == null || up.low() <= 0 ? Double.NaN : up.low()},
                new double[]{up == null ? Double.NaN : up.high()}, Ink.ORANGE)
                .text(p.intensity(), p.performance(), p.name()
                        + (p.flopsFrom().equals(p.bytesFrom()) && p.traffic().equals("by hand") ? " (by hand)" : ""),
                        Ink.ORANGE);
    }

    static String value(double value, Interval interval, String unit) {
        return Numbers.si(value, 3, unit)
                + (interval == null ? "" : Bounded.bounds(interval, v -> Numbers.si(v, 3, unit)));
    }
}
