package runbench.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Printable;
import runbench.base.quantity.Units;
import runbench.parser.interval.IntervalCounts;
import runbench.parser.interval.IntervalCounts.IntervalCount;
import runbench.parser.interval.IntervalCounts.IntervalMetric;
import runbench.parser.record.EventInfo;

/** Formats the counts of intervals as {@code perf stat -I} does, as a table or as CSV. */
public final class IntervalCountsText {
    /** The header of the table. */
    public static final String HEADER = "#           time             counts unit events";

    private static final String ROW = "%16s %18s %-4s %-26s%s";
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final double NANOS_PER_MS = 1e6;
    private static final String[] PREFIXES = {"", "K", "M", "G"};

    private IntervalCountsText() {
    }

    /** Returns the rows of an interval: one per event and metric, and one if a part of it was not counted. */
    public static List<String> rows(IntervalCounts interval) {
        String time = time(interval.toNanos());
        List<String> rows = new ArrayList<>();
        for (IntervalCount c : interval.counts()) {
            Scaled rate = rate(c);
            String behind = rate == null ? ""
                    : String.format(Locale.ROOT, " # %9.3f %s", rate.value(), rate.unit())
                            + (c.isEstimate() ? "   (estimate: counted " + Units.percent(c.share()) + " of the time)"
                                    : "");
            rows.add(String
                    .format(Locale.ROOT, ROW, time, count(c, true), unit(c), Printable.line(c.event().name()), behind)
                    .stripTrailing());
        }
        for (IntervalMetric m : interval.metrics()) {
            rows.add(String.format(Locale.ROOT, ROW, time, "", "", "",
                    String.format(Locale.ROOT, " # %9.3f %s", m.value(), m.name())));
        }
        if (interval.countedShare() > 0 && interval.countedShare() < 1) {
            rows.add(String.format(Locale.ROOT, ROW, time, "", "", "",
                    " # counted for " + Units.percent(interval.countedShare()) + " of this interval"));
        }
        return rows;
    }

    /**
     * Returns the lines of an interval with perf's fields: time in s, count, unit, event, time on a counter in ns,
     * percentage of the running time in which it was counted, rate, unit of the rate. A metric has only the first and
     * the last two. Times are exact to 1 ns, so that they add up to the final count.
     */
    public static List<String> csv(IntervalCounts interval) {
        String time = time(interval.toNanos());
        List<String> lines = new ArrayList<>();
        for (IntervalCount c : interval.counts()) {
            Scaled rate = rate(c);
            lines.add(String.join(",", time, count(c, false), unit(c), field(c.event().name()),
                    String.valueOf(c.runningNanos()), String.format(Locale.ROOT, "%.2f", 100 * c.share()),
                    rate == null ? "" : String.format(Locale.ROOT, "%.3f", rate.value()),
                    rate == null ? "" : rate.unit()));
        }
        for (IntervalMetric m : interval.metrics()) {
            lines.add(time + ",,,,,," + String.format(Locale.ROOT, "%.3f", m.value()) + "," + field(m.name()));
        }
        return lines;
    }

    private static String time(long nanos) {
        return String.format(Locale.ROOT, "%d.%09d", nanos / NANOS_PER_SECOND, nanos % NANOS_PER_SECOND);
    }

    /** Returns a name as a field of CSV: perf's names such as cpu/event=0x3c,umask=0/ contain commas. */
    private static String field(String name) {
        return name.contains(",") || name.contains("\"") ? '"' + name.replace("\"", "\"\"") + '"' : name;
    }

    private static String count(IntervalCount c, boolean forReaders) {
        if (c.counted() == null) {
            return c.event().counted() ? "<not counted>" : "<not supported>";
        }
        double estimate = c.estimate();
        if (c.event().isTime()) {
            return String.format(Locale.ROOT, forReaders ? "%,.2f" : "%.6f", estimate / NANOS_PER_MS);
        }
        double factor = c.event().scale().factor();
        if (factor != 1) {
            return String.format(Locale.ROOT, forReaders ? "%,.2f" : "%.6f", estimate * factor);
        }
        // A count that is no estimate may exceed the 53 bits of a double.
        return String.format(Locale.ROOT, forReaders ? "%,d" : "%d",
                c.isEstimate() ? Math.round(estimate) : (long) c.counted());
    }

    /** Returns the unit of a count; empty for plain counts, whose unit is the event. */
    private static String unit(IntervalCount c) {
        EventInfo event = c.event();
        return c.counted() == null || event.scale().factor() == 1 && !event.isTime() ? ""
                : event.isTime() ? "msec" : event.scale().unit();
    }

    /** Returns the rate with its unit, for example "1.018 K/sec"; the reason if it is unknown. */
    static String rateText(IntervalCount c) {
        Scaled rate = rate(c);
        return c.counted() == null ? c.event().counted() ? "not counted" : "not supported"
                : rate == null ? "-" : String.format(Locale.ROOT, "%.3f %s", rate.value(), rate.unit());
    }

    private static Scaled rate(IntervalCount c) {
        if (Double.isNaN(c.rate())) {
            return null;
        }
        if (c.event().isTime()) {
            return new Scaled(c.rate() / NANOS_PER_SECOND, "CPUs utilized");
        }
        double rate = c.rate() * c.event().scale().factor();
        if (c.event().scale().unit().equals("J")) {
            return new Scaled(rate, "W");
        }
        int prefix = 0;
        while (rate > 1000 && prefix < PREFIXES.length - 1) {
            rate /= 1000;
            prefix++;
        }
        return new Scaled(rate, PREFIXES[prefix] + "/sec");
    }

    /**
     * A value with a prefix of its unit.
     *
     * @param value value in the unit
     * @param unit "K/sec", "CPUs utilized"
     */
    private record Scaled(double value, String unit) {}
}
