package runbench.parser.roofline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.base.stats.Interval;
import runbench.parser.metrics.Formula;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricSummary;
import runbench.parser.metrics.MetricSummary.MetricStatus;
import runbench.parser.stats.RunSummary;

/**
 * The performance and intensity of a run: floating-point operations per second of wall time, and per byte (Williams,
 * Waterman, Patterson, Roofline, CACM 52(4), 2009). The source of the bytes, {@code bytesFrom}, determines the roof of
 * the run.
 *
 * @param name name for readers
 * @param cpus average number of busy CPUs
 * @param performance performance, FLOP/s
 * @param performanceInterval interval of the performance; null if unknown
 * @param intensity intensity, FLOP/byte
 * @param intensityInterval interval of the intensity; null if unknown
 * @param traffic the bandwidth that the bytes belong to: "memory", "L2 fills", ...; "by hand"
 * @param flopsFrom formula and source, or a note that the user gave them
 * @param bytesFrom formula and source, or a note that the user gave them
 */
public record RunPoint(String name, double cpus, double performance, Interval performanceInterval, double intensity,
        Interval intensityInterval, String traffic, String flopsFrom, String bytesFrom) {
    /** Name of the metric of a run's operations. The metrics of its bytes follow, the farthest from the core first. */
    public static final String FLOP_RATE = "flop_rate";
    public static final List<String> BANDWIDTHS = List.of("memory_bandwidth", "l2_fill_bandwidth",
            "l1d_fill_bandwidth");

    private static final String SUPPLIED_SOURCE = "given by hand";

    /**
     * A point, or the reason why there is none.
     *
     * @param point the point; null if there is none
     * @param missing reason; null if there is a point
     * @param remedy action that helps; null if there is a point
     */
    public record Found(RunPoint point, String missing, String remedy) {}

    /** A total over the whole run. */
    private record Total(double value, Interval interval, String from, String what) {}

    /**
     * Returns the point of a kernel with known work, from any program.
     *
     * @param flops floating-point operations
     * @param bytes bytes moved
     * @param seconds duration, s
     */
    public static RunPoint byHand(String name, double flops, double bytes, double seconds) {
        return new RunPoint(name, 1, flops / seconds, Interval.exactly(flops / seconds), flops / bytes,
                Interval.exactly(flops / bytes), "by hand", SUPPLIED_SOURCE, SUPPLIED_SOURCE);
    }

    /**
     * Returns the point of a run.
     *
     * @param name name for readers
     * @param s summary with the metrics {@link #FLOP_RATE} and {@link #BANDWIDTHS}
     * @param hand quantities that the user gave
     */
    public static Found of(String name, RunSummary s, SuppliedQuantities hand) {
        if (s.runS() == null || s.wallS() <= 0) {
            return new Found(null, "it counts instructions, and time does not exist in it",
                    "record it under the machine's own counters: leave --emulate out");
        }
        Optional<Total> flops = hand.flops() != null ? Optional.of(given(hand.flops())) : total(s, FLOP_RATE);
        Optional<Total> bytes = hand.bytes() != null ? Optional.of(given(hand.bytes()))
                : BANDWIDTHS.stream().flatMap(b -> total(s, b).stream()).findFirst();
        if (flops.isEmpty() || bytes.isEmpty() || bytes.get().value() <= 0) {
            return missing(s, flops.isEmpty(), bytes.isPresent() && bytes.get().value() <= 0);
        }
        Total f = flops.get();
        Total b = bytes.get();
        return new Found(new RunPoint(name, s.runS() / s.wallS(), f.value() / s.wallS(),
                quotient(f.interval(), Interval.exactly(s.wallS())), f.value() / b.value(),
                quotient(f.interval(), b.interval()), b.what(), f.from(), b.from()), null, null);
    }

    private static Interval quotient(Interval a, Interval b) {
        if (a == null || b == null) {
            return null;
        }
        Interval quotient = a.dividedBy(b);
        return quotient.finite() ? quotient : null;
    }

    private static Total given(double value) {
        return new Total(value, Interval.exactly(value), SUPPLIED_SOURCE, "by hand");
    }

    private static Optional<Total> total(RunSummary s, String metric) {
        return counted(s, metric).map(m -> {
            double seconds = ofWallTime(m) ? s.wallS() : s.runS();
            return new Total(m.value() * seconds,
                    m.interval() == null ? null : m.interval().times(Interval.exactly(seconds)), m.computedFrom(),
                    traffic(metric));
        });
    }

    private static Optional<MetricSummary> counted(RunSummary s, String metric) {
        return s.metrics().stream().filter(m -> m.name().equals(metric) && m.value() != null).findFirst();
    }

    /**
     * Returns whether a metric is a rate of wall time. Counts of a core are rates of its running time. Counts of a
     * memory controller, or of the kernel for a group, are rates of wall time.
     */
    private static boolean ofWallTime(MetricSummary m) {
        return m.formula() != null && Formula.parse(m.formula()).names().contains(Metric.WALL_SECONDS);
    }

    /**
     * Returns the factor that converts the rate of the run's bytes to a rate of running time, like that of its
     * operations.
     */
    static double bytesPerRunTime(RunSummary s) {
        boolean ofWall = BANDWIDTHS.stream()
                .flatMap(b -> counted(s, b).stream())
                .findFirst()
                .filter(RunPoint::ofWallTime)
                .isPresent();
        return ofWall ? s.wallS() / s.runS() : 1;
    }

    static String traffic(String metric) {
        return switch (metric) {
            case "memory_bandwidth" -> "memory";
            case "l2_fill_bandwidth" -> "L2 fills";
            case "l1d_fill_bandwidth" -> "L1D fills";
            default -> metric;
        };
    }

    /** Returns the reason in the words of the metrics. */
    private static Found missing(RunSummary s, boolean flops, boolean noBytes) {
        if (!flops && noBytes) {
            return new Found(null, "it moved no bytes that were counted: its intensity has no bound",
                    "give them by arithmetic: --bytes N");
        }
        List<String> why = new ArrayList<>();
        List<MetricSummary> wanted = s.metrics()
                .stream()
                .filter(m -> flops ? m.name().equals(FLOP_RATE) : BANDWIDTHS.contains(m.name()))
                .toList();
        wanted.stream().map(m -> m.name() + ": " + m.reason()).forEach(why::add);
        boolean impossible = !wanted.isEmpty()
                && wanted.stream().allMatch(m -> m.status() == MetricStatus.NOT_AVAILABLE);
        String hand = flops ? "--flops N" : "--bytes N";
        return new Found(null,
                (flops ? "its floating-point operations were not counted" : "its bytes were not counted")
                        + (why.isEmpty() ? "" : " (" + String.join("; ", why) + ")"),
                impossible ? "give them by arithmetic: " + hand
                        : "record it with --metrics flops,memory (--groups where these are more than the "
                                + "counters), or give them by arithmetic: " + hand);
    }

    /**
     * Quantities of a run that the user computed; they replace quantities that were not counted.
     *
     * @param flops floating-point operations of the whole run; null if unknown
     * @param bytes bytes moved by the whole run; null if unknown
     */
    public record SuppliedQuantities(Double flops, Double bytes) {
        public static final SuppliedQuantities NOTHING = new SuppliedQuantities(null, null);
    }
}
