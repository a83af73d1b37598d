package runbench.parser.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.base.stats.Interval;
import runbench.parser.record.EventInfo;
import runbench.parser.record.EventInfo.CountScope;
import runbench.parser.series.Period;
import runbench.parser.series.Periods;
import runbench.parser.series.RateBase;
import runbench.parser.series.SeriesReport;

/** A metric bound to the events of one recording, or the reason why it cannot be computed from them. Immutable. */
public final class BoundMetric {
    /**
     * Usual cache line length, bytes; nearly every CPU since 2006 has it. A recording that contains the actual length
     * overrides it.
     */
    private static final int USUAL_LINE_BYTES = 64;

    private final Metric metric;
    private final Metric.Way way;
    private final String reason;
    private final boolean isRequested;
    private final int[] places;
    private final List<EventInfo> used;
    private final double lineBytes;
    private final boolean lineKnown;
    private final int group;
    private final RateBase base;

    private BoundMetric(Metric metric, Metric.Way way, String reason, boolean asked, int[] places, Periods periods) {
        this.metric = metric;
        this.way = way;
        this.reason = reason;
        this.isRequested = asked;
        this.places = places;
        List<EventInfo> events = new ArrayList<>();
        for (int place : places) {
            if (place >= 0) {
                events.add(periods.events().get(place));
            }
        }
        used = List.copyOf(events);
        int recorded = periods.recording().metadata().run().path("cache_line_bytes").asInt(0);
        lineKnown = recorded > 0;
        lineBytes = lineKnown ? recorded : USUAL_LINE_BYTES;
        base = way != null && way.formula().names().contains(Metric.WALL_SECONDS) ? RateBase.WALL_TIME
                : periods.recording().metadata().cpuWide() ? RateBase.ONE_CPU : RateBase.RUNNING_TIME;
        long groups = used.stream().map(EventInfo::group).distinct().count();
        group = groups == 0 ? periods.leadingGroup() : groups == 1 ? used.get(0).group() : -1;
    }

    /**
     * Selects the first formula of the metric whose events the recording contains. Without such a formula, the result
     * contains the reason.
     */
    public static BoundMetric bind(Metric metric, Periods periods) {
        if (!metric.available()) {
            return new BoundMetric(metric, null, "not available on this processor (" + metric.unavailable() + ")",
                    false, new int[0], periods);
        }
        boolean instructions = periods.recording().metadata().countsInstructions();
        List<EventPlaces.Obstacle> obstacles = new ArrayList<>();
        boolean asked = false;
        for (Metric.Way way : metric.ways()) {
            EventPlaces places = new EventPlaces(way, periods.events());
            asked |= places.touched();
            if (instructions && way.needsTime()) {
                obstacles.add(new EventPlaces.Obstacle(true,
                        "it needs time, and this recording counts instructions instead"));
                continue;
            }
            int[] found = places.find();
            if (found != null) {
                return new BoundMetric(metric, way, "", true, found, periods);
            }
            obstacles.add(places.obstacle());
        }
        // The reason for the requested formula is more useful than that of formulas whose events were not requested.
        EventPlaces.Obstacle decisive = obstacles.stream()
                .filter(EventPlaces.Obstacle::asked)
                .findFirst()
                .orElse(obstacles.get(0));
        return new BoundMetric(metric, metric.ways().get(0), decisive.words(), asked, new int[0], periods);
    }

    public static List<BoundMetric> bind(List<Metric> metrics, Periods periods) {
        return metrics.stream().map(m -> bind(m, periods)).toList();
    }

    public Metric metric() {
        return metric;
    }

    /** Returns the unit of the values; a rate states its base: "B/s of running time". */
    public String unit() {
        return way == null ? metric.unit() : base.in(metric.unit());
    }

    /** Returns the reason why the metric cannot be computed; empty if it can. */
    public Optional<String> reason() {
        return reason.isEmpty() ? Optional.empty() : Optional.of(reason);
    }

    /**
     * Returns whether at least one required event was requested, counted or not. Users do not expect a value of other
     * metrics.
     */
    public boolean isRequested() {
        return isRequested;
    }

    public boolean computable() {
        return reason.isEmpty();
    }

    /**
     * Returns the selected formula, or the first one if none can be computed. Empty if the processor has no formula.
     */
    public Optional<Metric.Way> way() {
        return Optional.ofNullable(way);
    }

    /** Returns the events of the metric. */
    public List<EventInfo> events() {
        return used;
    }

    /** Returns the formula, source and scope for labels: "instructions / cpu-cycles (pmu), user mode only". */
    public String computedFrom() {
        StringBuilder words = new StringBuilder(way.formula().toString());
        String sources = used.stream()
                .map(e -> e.source().label())
                .filter(s -> !s.isEmpty())
                .distinct()
                .collect(Collectors.joining(" + "));
        words.append(sources.isEmpty() ? "" : " (" + sources + ")");
        if (!used.isEmpty() && used.stream().allMatch(e -> e.scope().is(CountScope.USER))) {
            words.append(", user mode only");
        }
        words.append(used.stream().anyMatch(EventInfo::socketWide) ? ", " + EventInfo.SOCKET_WIDE : "");
        words.append(way.note().isEmpty() ? "" : ", " + way.note());
        estimate().ifPresent(e -> words.append(", an estimate: ").append(e));
        return words.toString();
    }

    /** Returns the reason why the value is an estimate even if all counts are exact. */
    public Optional<String> estimate() {
        if (way == null) {
            return Optional.empty();
        }
        List<String> why = new ArrayList<>();
        if (!way.estimate().isEmpty()) {
            why.add(way.estimate());
        }
        if (!lineKnown && way.formula().names().contains(Metric.CACHE_LINE_BYTES)) {
            why.add("lines of " + USUAL_LINE_BYTES + " bytes are assumed");
        }
        return why.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", why));
    }

    /**
     * Returns the group whose periods have a value of the metric; -1 if its events are in several groups, so that no
     * single period has one.
     */
    int group() {
        return group;
    }

    /** Returns the position of each of the formula's names: an event's number, or a negative constant. */
    int[] places() {
        return places;
    }

    /** Returns whether the formula needs the wall time. */
    boolean comparesWithWallTime() {
        return Arrays.stream(places).anyMatch(place -> place == EventPlaces.WALL);
    }

    /** Returns the formula on sums; NaN if it has no value. */
    double value(double[] events, double runNanos, double wallNanos) {
        return valueIn(Arrays.copyOf(events, places.length), runNanos, wallNanos);
    }

    /** As {@link #value}, but with the constants written into the array. */
    private double valueIn(double[] values, double runNanos, double wallNanos) {
        for (int i = 0; i < values.length; i++) {
            int place = places[i];
            if (place < 0) {
                values[i] = place == EventPlaces.RUN ? runNanos / 1e9
                        : place == EventPlaces.WALL ? wallNanos / 1e9 : lineBytes;
            }
        }
        double value = way.formula().value(values);
        return Double.isFinite(value) ? value : Double.NaN;
    }

    /**
     * Returns the metric of a part of a run.
     *
     * @param counts counts by event of the recording, in the order of {@link Periods#events()}; NaN: unknown
     * @param runNanos running time in the part, ns
     * @param wallNanos length of the part, ns
     * @return the metric in its unit; NaN if the counts do not define it
     */
    public double of(double[] counts, double runNanos, double wallNanos) {
        if (!computable()) {
            return Double.NaN;
        }
        double[] own = new double[places.length];
        for (int i = 0; i < own.length; i++) {
            own[i] = places[i] >= 0 ? counts[places[i]] : 0;
        }
        return valueIn(own, runNanos, wallNanos);
    }

    /**
     * Returns the interval of the metric of a part of a run.
     *
     * @param counts intervals by event of the recording, in the order of {@link Periods#events()}
     * @param runSeconds running time in the part, s
     * @param wallSeconds length of the part, s
     */
    public Interval enclose(List<Interval> counts, Interval runSeconds, Interval wallSeconds) {
        Interval[] of = new Interval[places.length];
        for (int i = 0; i < of.length; i++) {
            of[i] = switch (places[i]) {
                case EventPlaces.RUN -> runSeconds;
                case EventPlaces.WALL -> wallSeconds;
                case EventPlaces.LINE -> Interval.exactly(lineBytes);
                default -> counts.get(places[i]);
            };
        }
        return way.formula().enclose(of);
    }

    /**
     * Returns the metric of one period, computed from scaled estimates where the counts were multiplexed.
     *
     * @return NaN if the period does not define it: another group, an event not counted in it, or a division by zero
     */
    public double of(Period p) {
        if (!computable() || p.group() != group) {
            return Double.NaN;
        }
        double[] counts = new double[places.length];
        for (int i = 0; i < counts.length; i++) {
            if (places[i] >= 0) {
                if (!p.has(places[i])) {
                    return Double.NaN;
                }
                counts[i] = p.estimate(places[i]);
            }
        }
        return valueIn(counts, p.runDeltaNanos(), p.wallDeltaNanos());
    }

    /**
     * Returns the metric of the whole run from the final counts, scaled where they were multiplexed.
     *
     * @return NaN if undefined
     */
    public double of(SeriesReport report) {
        if (!computable()) {
            return Double.NaN;
        }
        double[] counts = new double[places.length];
        for (int i = 0; i < counts.length; i++) {
            int e = places[i];
            if (e >= 0) {
                counts[i] = MetricBounds.count(e, report);
            }
        }
        return value(counts, runNanos(report), report.countedNanos());
    }

    /** Returns the running time of the metric of the whole run, ns. */
    double runNanos(SeriesReport report) {
        int first = Arrays.stream(places).filter(e -> e >= 0).findFirst().orElse(-1);
        return group >= 0 && first >= 0 ? report.runNanosOf().get(first) : report.runNanos();
    }

    /** Returns the derivative of the metric of the whole run by each count, by event of the recording. */
    double[] slopes(double[] counts, SeriesReport report) {
        double[] values = new double[places.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = switch (places[i]) {
                case EventPlaces.RUN -> runNanos(report) / 1e9;
                case EventPlaces.WALL -> report.countedNanos() / 1e9;
                case EventPlaces.LINE -> lineBytes;
                default -> counts[places[i]];
            };
        }
        double[] slopes = new double[counts.length];
        for (int i = 0; i < places.length; i++) {
            if (places[i] >= 0) {
                slopes[places[i]] += way.formula().slope(i, values);
            }
        }
        return slopes;
    }

    /**
     * Returns the events whose own rate equals this metric. EVENT / run_s is the rate of that event. run_s / wall_s is
     * the rate of the clocks, which gives the number of busy CPUs.
     */
    List<EventInfo> rateOf(List<EventInfo> events) {
        if (!computable() || places.length != 2 || used.size() > 1) {
            return List.of();
        }
        boolean ofRun = Arrays.stream(places).anyMatch(place -> place == EventPlaces.RUN);
        if (used.isEmpty()) {
            boolean utilisation = ofRun && value(new double[0], 6e9, 3e9) == 2 && value(new double[0], 6e9, 2e9) == 3;
            return utilisation ? events.stream().filter(EventInfo::isTime).toList() : List.of();
        }
        double[] counts = new double[events.size()];
        Arrays.fill(counts, 6);
        boolean rate = ofRun && !used.get(0).isTime() && value(counts, 2e9, 1e9) == 3 && value(counts, 3e9, 1e9) == 2;
        return rate ? used : List.of();
    }

    /** Returns the smallest share of the running time in which one of its events was counted, 0..1. */
    public double shareMeasured(SeriesReport report) {
        double share = 1;
        for (int place : places) {
            share = place >= 0 ? Math.min(share, report.shareMeasured().get(place)) : share;
        }
        return share;
    }
}
