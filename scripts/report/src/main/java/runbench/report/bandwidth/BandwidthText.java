package runbench.report.bandwidth;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.base.stats.Interval;
import runbench.report.Bounded;
import runbench.report.text.TextTable;
import runbench.schedule.contention.ContentionModel;
import runbench.schedule.contention.MeasuredContention;
import runbench.schedule.contention.MeasuredContention.CurvePoint;
import runbench.schedule.contention.MeasuredContention.ModelFit;
import runbench.schedule.contention.MeasuredContention.Noise;
import runbench.schedule.contention.MeasuredContention.OrderTest;
import runbench.schedule.contention.MeasuredContention.TrafficPoint;
import runbench.schedule.contention.Window.Antagonist;

/** Prints a machine's memory contention on a terminal. */
public final class BandwidthText {
    private static final double QUIET_TOGETHER = 0.9;

    private BandwidthText() {
    }

    public static void print(MeasuredContention m, PrintWriter out) {
        out.printf("%s, %s, measured %s: %s%n", m.machine().getOrDefault("processor", "this machine"),
                Units.counted(m.cpus(), "CPU"), m.measuredUtc(), m.source());
        out.printf("%s in random order%s, arrays of %s%n", Units.counted(m.repetitions(), "repetition"),
                m.interrupted() ? " (interrupted)" : "", Units.bytes(m.arrayBytes()));
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("sustained traffic", "threads", "median [95 %]", "windows"));
        for (TrafficPoint t : m.traffic()) {
            rows.add(TextTable.row(t.antagonist().word(), t.threads(), plainRate(t.traffic(), t.interval()),
                    t.windows()));
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
        rows.add(TextTable.row("victim", "with", "their traffic", "slow-down [95 %]", "model", "n", ""));
        for (CurvePoint p : curve) {
            rows.add(TextTable.row(p.victim().label(), competitors(p), plainRate(p.traffic(), null),
                    Bounded.words(p.slowdown(), p.interval().finite() ? p.interval() : null, v -> Numbers.fixed(v, 2)),
                    Double.isNaN(p.predicted()) ? "-" : Numbers.fixed(p.predicted(), 2), p.windows(),
                    p.inconclusive() ? "inconclusive" : ""));
        }
        return rows;
    }

    static String competitors(CurvePoint p) {
        String what = p.antagonists() + " " + (p.antagonist() == Antagonist.SMALL ? "nBBMA"
                : p.antagonist() == Antagonist.WRITE ? "BBMA writing" : "BBMA");
        return p.share() < 1 ? what + " at " + Math.round(100 * p.share()) + " %" : what;
    }

    private static String order(OrderTest t) {
        return "alone <= with nBBMA < with BBMA, " + t.victim().label() + ": "
                + t.verdict().name().toLowerCase(Locale.ROOT) + " (" + ratio(t.small(), t.smallInterval())
                + " relative to alone, then " + ratio(t.large(), t.largeInterval()) + " relative to nBBMA)";
    }

    private static String ratio(double value, Interval interval) {
        return interval.finite() ? Bounded.words(value, interval, v -> Numbers.fixed(v, 3))
                : Numbers.fixed(value, 3) + " [too few repetitions for an interval]";
    }

    private static String noise(Noise n) {
        return "noise: a victim alone varied by " + Units.percent(n.spread())
                + " (quartiles); all threads of a window ran together in " + Units.percent(n.together())
                + " of its time; the host took " + Units.percent(n.stolen()) + " of the CPU time"
                + (n.load() < 0 ? "" : "; load " + Numbers.fixed(n.load(), 1) + " at the start")
                + (n.left() == 0 ? "" : "; " + n.left() + " windows rejected, in which they hardly ran together")
                + (n.together() < QUIET_TOGETHER
                        ? " -> other programs use this machine, and their traffic affects all values"
                        : "");
    }

    private static String model(ContentionModel m, ModelFit f) {
        return "model: memory sustains " + plainRate(m.sustained(), null) + ", one thread draws "
                + plainRate(m.single(), null) + "; latency grows with utilisation by " + Numbers.fixed(m.growth(), 3)
                + ", with a knee of " + Numbers.fixed(m.knee(), 2) + System.lineSeparator()
                + "       its error: median " + Units.percent(f.medianError()) + ", worst "
                + Units.percent(f.worstError()) + " of " + f.points() + " fitted slow-downs"
                + (f.heldPoints() == 0 ? ""
                        : "; with writers, which were not fitted: median " + Units.percent(f.heldMedian()) + ", worst "
                                + Units.percent(f.heldWorst()));
    }

    /** Returns a number without thin spaces, because a terminal has a fixed character width. */
    private static String plainRate(double value, Interval interval) {
        String text = Numbers.si(value, 3, "B/s") + (interval == null ? ""
                : Bounded.bounds(interval.finite() ? interval : null, v -> Numbers.si(v, 3, "B/s")));
        return text.replace(Numbers.THIN_SPACE, ' ');
    }
}
