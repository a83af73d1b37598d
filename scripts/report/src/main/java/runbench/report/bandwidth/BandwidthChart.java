package runbench.report.bandwidth;

import java.util.ArrayList;
import java.util.List;
import runbench.base.quantity.Numbers;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;
import runbench.schedule.contention.Window.Antagonist;
import runbench.schedule.contention.MeasuredContention.CurvePoint;
import runbench.schedule.contention.MeasuredContention;
import runbench.schedule.contention.MeasuredContention.TrafficPoint;
import runbench.schedule.contention.Window.Victim;

/**
 * The chart of memory contention: slow-downs of victims over the traffic of the others, and the traffic of antagonists
 * alone.
 */
public final class BandwidthChart {
    private static final Ink[] VICTIMS = {Ink.BLUE, Ink.ORANGE, Ink.GREEN};
    private static final Ink[] ANTAGONISTS = {Ink.BLUE, Ink.ORANGE, Ink.PURPLE, Ink.GREY};
    private static final double GIGA = 1e9;

    private BandwidthChart() {
    }

    public static Figure of(MeasuredContention m) {
        Figure figure = Figure.titled("Contention for memory")
                .label(m.cpus()
                        + " CPUs share the memory; slow-down of a victim on one of them by threads on the others")
                .provenance(
                        m.machine().getOrDefault("processor", "") + " · Linux " + m.machine().getOrDefault("kernel", "")
                                + " · " + m.source() + " · measured " + m.measuredUtc() + ", " + m.repetitions()
                                + " repetitions in random order, arrays of " + (m.arrayBytes() >> 20) + " MiB");
        if (!m.curve().isEmpty()) {
            figure.add(curves(m));
        }
        figure.add(traffic(m.traffic()));
        figure.note(
                "Points: medians, each repetition relative to the victim alone in the same one; bars: 95 % confidence "
                        + "interval. "
                        + "The abscissa is the measured traffic of the others; points with writers have no line.");
        if (m.model() != null) {
            figure.note("Model: latency 1 + " + Numbers.fixed(m.model().growth(), 3) + " u / (1 - "
                    + Numbers.fixed(m.model().knee(), 2) + " u) at utilisation u of "
                    + Numbers.si(m.model().sustained(), 3, "B/s") + "; error median "
                    + Numbers.percent(m.fit().medianError()) + ", maximum " + Numbers.percent(m.fit().worstError())
                    + (m.fit().heldPoints() == 0 ? ""
                            : "; with writers, which were not fitted, maximum " + Numbers.percent(m.fit().heldWorst()))
                    + ".");
        }
        figure.note("Noise: a victim alone varied by " + Numbers.percent(m.noise().spread())
                + " (quartiles); all threads ran together in " + Numbers.percent(m.noise().together())
                + " of the time; load " + Numbers.fixed(m.noise().load(), 1) + " at the start.");
        long doubtful = m.curve().stream().filter(CurvePoint::inconclusive).count();
        if (doubtful > 0) {
            figure.note(doubtful + " of " + m.curve().size()
                    + " slow-downs are inconclusive: their interval is unknown, includes 1, or is wider than 10 % to "
                    + "either side.");
        }
        m.notes().forEach(n -> figure.note(n + "."));
        return figure;
    }

    private static Panel curves(MeasuredContention m) {
        Panel panel = Panel.of("Slow-down of a victim", Scale.linear(""))
                .height(300)
                .detail("time with others / time alone, over the others' traffic (GB/s)")
                .x(Scale.linear("traffic of the others (GB/s)").startingAtZero());
        for (Victim v : Victim.values()) {
            Ink ink = VICTIMS[v.ordinal()];
            List<CurvePoint> readers = m.curve()
                    .stream()
                    .filter(p -> p.victim() == v && p.antagonist() != Antagonist.WRITE)
                    .sorted((a, b) -> Double.compare(a.antagonist() == Antagonist.SMALL ? 0 : a.traffic(),
                            b.antagonist() == Antagonist.SMALL ? 0 : b.traffic()))
                    .toList();
            double[] x = new double[readers.size() + 1];
            double[] y = new double[x.length];
            y[0] = 1;
            for (int i = 0; i < readers.size(); i++) {
                x[i + 1] = readers.get(i).traffic() / GIGA;
                y[i + 1] = readers.get(i).predicted();
            }
            panel.line(m.model() == null ? "" : v.label() + ", model", x, y, ink);
            points(panel, v.label() + ", measured", readers, ink);
            List<CurvePoint> writers = m.curve()
                    .stream()
                    .filter(p -> p.victim() == v && p.antagonist() == Antagonist.WRITE)
                    .toList();
            points(panel, "", writers, ink);
            writers.stream()
                    .filter(p -> v == Victim.STREAM)
                    .forEach(p -> panel.text(p.traffic() / GIGA, p.slowdown(), "with writers", ink));
        }
        return panel.level(1, "alone", Ink.GREY);
    }

    private static void points(Panel panel, String name, List<CurvePoint> points, Ink ink) {
        panel.intervals(name, points.stream().mapToDouble(p -> p.traffic() / GIGA).toArray(),
                points.stream().mapToDouble(CurvePoint::slowdown).toArray(),
                points.stream().mapToDouble(p -> bound(p.interval().low(), p.slowdown())).toArray(),
                points.stream().mapToDouble(p -> bound(p.interval().high(), p.slowdown())).toArray(), ink);
    }

    /** Returns a finite bound; an unknown interval gets a bar of length zero. */
    private static double bound(double bound, double median) {
        return Double.isFinite(bound) ? bound : median;
    }

    private static Panel traffic(List<TrafficPoint> all) {
        Panel panel = Panel.of("Sustained traffic", Scale.linear("").startingAtZero())
                .height(200)
                .detail("of antagonists without a victim, total (GB/s)")
                .x(Scale.linear("threads").startingAtZero());
        for (Antagonist a : Antagonist.values()) {
            List<TrafficPoint> of = new ArrayList<>(all.stream().filter(t -> t.antagonist() == a).toList());
            if (!of.isEmpty()) {
                double[] x = of.stream().mapToDouble(TrafficPoint::threads).toArray();
                double[] y = of.stream().mapToDouble(t -> t.traffic() / GIGA).toArray();
                panel.line(a.word(), x, y, ANTAGONISTS[a.ordinal()])
                        .intervals("", x, y,
                                of.stream().mapToDouble(t -> bound(t.interval().low(), t.traffic()) / GIGA).toArray(),
                                of.stream().mapToDouble(t -> bound(t.interval().high(), t.traffic()) / GIGA).toArray(),
                                ANTAGONISTS[a.ordinal()]);
            }
        }
        return panel;
    }
}
