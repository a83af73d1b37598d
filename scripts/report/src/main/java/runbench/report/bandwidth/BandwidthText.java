package runbench.report.bandwidth;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.parser.metrics.Interval;
import runbench.report.Bounded;
import runbench.report.text.TextTable;
import runbench.schedule.contention.Antagonist;
import runbench.schedule.contention.ContentionModel;
import runbench.schedule.contention.CurvePoint;
import runbench.schedule.contention.MeasuredContention;
import runbench.schedule.contention.ModelFit;
import runbench.schedule.contention.Noise;
import runbench.schedule.contention.OrderTest;
import runbench.schedule.contention.TrafficPoint;

/** A machine's contention as a person reads it on a terminal. */
public final class BandwidthText {
    private static final double QUIET_TOGETHER = 0.9;

    private BandwidthText() {
    }

    public static void print(MeasuredContention m, PrintWriter out) {
        out.printf("%s, %d CPUs, measured %s: %s%n", m.machine().getOrDefault("processor", "this machine"), m.cpus(),
                m.measuredUtc(), m.source());
        out.printf("%d repetitions in drawn order%s, arrays of %s%n", m.repetitions(),
                m.interrupted() ? " (interrupted)" : "", Units.bytes(m.arrayBytes()));
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("sustained traffic", "threads", "median [95 %]", "windows"));
        for (TrafficPoint t : m.traffic()) {
            rows.add(TextTable.row(t.antagonist().word(), t.threads(), plain(t.traffic(), t.interval()), t.windows()));
        }
        out.printf("%n%s%n", TextTable.text(rows));
        if (!m.curve().isEmpty()) {
            out.printf("%n%s%n", TextTable.text(curve(m.curve())));
        }
        m.order().forEach(t -> out.printf("%n%s", order(t)));
        out.printf("%n%n%s%n", noise(m.noise()));
        if (m.model() != null) {
            out.println(model(m.model(), m.fit()));
        }
        m.notes().forEach(n -> out.printf("note: %s%n", n));
    }

    private static List<String[]> curve(List<CurvePoint> curve) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("victim", "beside", "their traffic", "slow-down [95 %]", "model", "n", ""));
        for (CurvePoint p : curve) {
            rows.add(TextTable.row(p.victim().label(), beside(p), plain(p.traffic(), null),
                    Bounded.words(p.slowdown(), p.interval().finite() ? p.interval() : null, v -> Numbers.fixed(v, 2)),
                    Double.isNaN(p.predicted()) ? "-" : Numbers.fixed(p.predicted(), 2), p.windows(),
                    p.inconclusive() ? "inconclusive" : ""));
        }
        return rows;
    }

    static String beside(CurvePoint p) {
        String what = p.antagonists() + " " + (p.antagonist() == Antagonist.SMALL ? "nBBMA"
                : p.antagonist() == Antagonist.WRITE ? "BBMA writing" : "BBMA");
        return p.share() < 1 ? what + " at " + Math.round(100 * p.share()) + " %" : what;
    }

    private static String order(OrderTest t) {
        return "alone <= beside nBBMA < beside BBMA, " + t.victim().label() + ": "
                + t.verdict().name().toLowerCase(Locale.ROOT) + " (" + ratio(t.small(), t.smallInterval())
                + " against alone, then " + ratio(t.large(), t.largeInterval()) + " against nBBMA)";
    }

    private static String ratio(double value, Interval interval) {
        return interval.finite() ? Bounded.words(value, interval, v -> Numbers.fixed(v, 3))
                : Numbers.fixed(value, 3) + " [too few repetitions for an interval]";
    }

    private static String noise(Noise n) {
        return "noise: a victim alone varied by " + Units.percent(n.spread())
                + " (quartiles); all threads of a window ran together in " + Units.percent(n.together())
                + " of its time; " + Units.percent(n.stolen()) + " of the CPUs' time stolen by the host"
                + (n.load() < 0 ? "" : "; load " + Numbers.fixed(n.load(), 1) + " at the start")
                + (n.left() == 0 ? "" : "; " + n.left() + " windows left out, in which they hardly ran together")
                + (n.together() < QUIET_TOGETHER
                        ? " -> others use this machine: what they ask of memory is in all figures"
                        : "");
    }

    private static String model(ContentionModel m, ModelFit f) {
        return "model: memory sustains " + plain(m.sustained(), null) + ", one thread draws " + plain(m.single(), null)
                + "; latency grows with use by " + Numbers.fixed(m.growth(), 3) + ", with a knee of "
                + Numbers.fixed(m.knee(), 2) + System.lineSeparator() + "       its error: median "
                + Units.percent(f.medianError()) + ", worst " + Units.percent(f.worstError()) + " of " + f.points()
                + " slow-downs that it was fitted to"
                + (f.heldPoints() == 0 ? ""
                        : "; beside writers, to which it was not: median " + Units.percent(f.heldMedian()) + ", worst "
                                + Units.percent(f.heldWorst()));
    }

    /** A terminal's letters are all as wide. */
    private static String plain(double value, Interval interval) {
        String text = Numbers.si(value, 3, "B/s") + (interval == null ? ""
                : Bounded.bounds(interval.finite() ? interval : null, v -> Numbers.si(v, 3, "B/s")));
        return text.replace(Numbers.THIN_SPACE, ' ');
    }
}
