package runbench.parser.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.parser.record.CountScope;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Metadata;
import runbench.parser.series.Period;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesReport;

/** A metric on the events of one recording, or the reason why it cannot be computed from them. Immutable. */
public final class BoundMetric {
    /** What the formula's names stand for, where not for an event. */
    private static final int RUN = -1;
    private static final int WALL = -2;
    private static final int LINE = -3;
    /** On nearly every CPU since 2006; recordings that know better say so. */
    private static final int USUAL_LINE_BYTES = 64;

    private final Metric metric;
    private final Metric.Way way;
    private final String reason;
    private final int[] places;
    private final List<EventInfo> used;
    private final double lineBytes;
    private final boolean lineKnown;
    private final int group;

    private BoundMetric(Metric metric, Metric.Way way, String reason, int[] places, Periods periods) {
        this.metric = metric;
        this.way = way;
        this.reason = reason;
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
        long groups = used.stream().map(EventInfo::group).distinct().count();
        group = groups == 0 ? periods.leadingGroup() : groups == 1 ? used.get(0).group() : -1;
    }

    /** The first way of the metric whose events the recording holds; else the reason why none does. */
    public static BoundMetric bind(Metric metric, Periods periods) {
        Metadata metadata = periods.recording().metadata();
        List<Obstacle> obstacles = new ArrayList<>();
        for (Metric.Way way : metric.ways()) {
            if (metadata.countsInstructions() && way.needsTime()) {
                obstacles.add(new Obstacle(true, "it needs time, and this recording counts instructions instead"));
                continue;
            }
            for (String letters : scopes(way, periods)) {
                int[] places = places(way, letters, periods);
                if (places != null) {
                    return new BoundMetric(metric, way, "", places, periods);
                }
            }
            obstacles.add(obstacle(way, periods));
        }
        // The way that the run was made for tells more than those whose events nobody wanted.
        Obstacle decisive = obstacles.stream().filter(Obstacle::asked).findFirst().orElse(obstacles.get(0));
        return new BoundMetric(metric, metric.ways().get(0), decisive.words(), new int[0], periods);
    }

    /** @param asked all its events were asked for */
    private record Obstacle(boolean asked, String words) {
    }

    public static List<BoundMetric> bind(List<Metric> metrics, Periods periods) {
        return metrics.stream().map(m -> bind(m, periods)).toList();
    }

    /** Events may have been counted in one scope only (instructions:u); all of one formula must be in the same. */
    private static List<String> scopes(Metric.Way way, Periods periods) {
        List<String> scopes = new ArrayList<>(List.of(""));
        for (String name : way.events()) {
            for (EventInfo e : periods.events()) {
                if (e.name().startsWith(name + ":") && e.name().substring(name.length()).matches(":[ukhIGHpP]+")
                        && !scopes.contains(e.name().substring(name.length()))) {
                    scopes.add(e.name().substring(name.length()));
                }
            }
        }
        return scopes;
    }

    /** Null when an event is missing. */
    private static int[] places(Metric.Way way, String letters, Periods periods) {
        List<String> names = way.formula().names();
        int[] places = new int[names.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = switch (names.get(i)) {
                case Metric.RUN_SECONDS -> RUN;
                case Metric.WALL_SECONDS -> WALL;
                case Metric.CACHE_LINE_BYTES -> LINE;
                default -> counted(names.get(i) + letters, periods);
            };
            if (places[i] == Integer.MIN_VALUE
                    || places[i] >= 0 && !way.allows(names.get(i), periods.events().get(places[i]).config())) {
                return null;
            }
        }
        return places;
    }

    private static int counted(String name, Periods periods) {
        for (int e = 0; e < periods.events().size(); e++) {
            EventInfo event = periods.events().get(e);
            if (event.counted() && event.name().equalsIgnoreCase(name)) {
                return e;
            }
        }
        return Integer.MIN_VALUE;
    }

    private static Obstacle obstacle(Metric.Way way, Periods periods) {
        Map<String, List<String>> uncounted = new LinkedHashMap<>();
        List<String> unasked = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (String name : way.events()) {
            Optional<EventInfo> event = periods.events().stream().filter(e -> e.name().equalsIgnoreCase(name)).findFirst();
            if (event.isEmpty()) {
                unasked.add(name);
            } else if (event.get().counted() && !way.allows(name, event.get().config())) {
                others.add(name);
            } else if (!event.get().counted()) {
                uncounted.computeIfAbsent(event.get().reason(), r -> new ArrayList<>()).add(name);
            }
        }
        List<String> words = new ArrayList<>();
        uncounted.forEach((why, names) -> words.add(String.join(", ", names) + (names.size() == 1 ? " was" : " were")
                + " not counted (" + why + ")"));
        if (!unasked.isEmpty()) {
            words.add(String.join(", ", unasked) + (unasked.size() == 1 ? " was" : " were") + " not asked for");
        }
        if (!others.isEmpty()) {
            words.add(String.join(", ", others) + (others.size() == 1 ? " counts" : " count") + " something else on this CPU");
        }
        return new Obstacle(unasked.isEmpty() && others.isEmpty(), words.isEmpty() ? "its events were not counted in one scope" : String.join("; ", words));
    }

    public Metric metric() {
        return metric;
    }

    /** Why it cannot be computed; empty when it can. */
    public Optional<String> reason() {
        return reason.isEmpty() ? Optional.empty() : Optional.of(reason);
    }

    public boolean computable() {
        return reason.isEmpty();
    }

    /** The way taken. */
    public Metric.Way way() {
        return way;
    }

    /** Events that it is computed from. */
    public List<EventInfo> events() {
        return used;
    }

    /** What it was computed from, for labels: "instructions / cpu-cycles (pmu), user mode only". */
    public String computedFrom() {
        StringBuilder words = new StringBuilder(way.formula().toString());
        String sources = used.stream().map(e -> e.source().label()).filter(s -> !s.isEmpty()).distinct().collect(Collectors.joining(" + "));
        words.append(sources.isEmpty() ? "" : " (" + sources + ")");
        if (!used.isEmpty() && used.stream().allMatch(e -> e.scope().is(CountScope.USER))) {
            words.append(", user mode only");
        }
        words.append(way.note().isEmpty() ? "" : ", " + way.note());
        estimate().ifPresent(e -> words.append(", an estimate: ").append(e));
        return words.toString();
    }

    /** Why the value is an estimate even where all counts are exact. */
    public Optional<String> estimate() {
        List<String> why = new ArrayList<>();
        if (!way.estimate().isEmpty()) {
            why.add(way.estimate());
        }
        if (!lineKnown && way.formula().names().contains(Metric.CACHE_LINE_BYTES)) {
            why.add("lines of " + USUAL_LINE_BYTES + " bytes are assumed");
        }
        return why.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", why));
    }

    /** Group whose periods tell it; -1 when its events are counted in several, so that no period tells it alone. */
    int group() {
        return group;
    }

    /** Place of each of the formula's names: an event's number, or one below 0. */
    int[] places() {
        return places;
    }

    /** True when the formula needs the wall time. */
    boolean comparesWithWallTime() {
        return Arrays.stream(places).anyMatch(place -> place == WALL);
    }

    /** The formula on sums; NaN when they do not give a number. */
    double value(double[] events, double runNanos, double wallNanos) {
        double[] values = new double[places.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = switch (places[i]) {
                case RUN -> runNanos / 1e9;
                case WALL -> wallNanos / 1e9;
                case LINE -> lineBytes;
                default -> events[i];
            };
        }
        double value = way.formula().value(values);
        return Double.isFinite(value) ? value : Double.NaN;
    }

    /**
     * The metric of a part of a run.
     *
     * @param counts    by event of the recording, in the order of {@link Periods#events()}; NaN: not known
     * @param runNanos  running time in it, ns
     * @param wallNanos length of it, ns
     * @return NaN when these do not tell it
     */
    public double of(double[] counts, double runNanos, double wallNanos) {
        if (!computable()) {
            return Double.NaN;
        }
        double[] own = new double[places.length];
        for (int i = 0; i < own.length; i++) {
            own[i] = places[i] >= 0 ? counts[places[i]] : 0;
        }
        return value(own, runNanos, wallNanos);
    }

    /**
     * Where the metric of a part of a run lies.
     *
     * @param counts by event of the recording, in the order of {@link Periods#events()}
     */
    public Interval enclose(List<Interval> counts, Interval runSeconds, Interval wallSeconds) {
        Interval[] of = new Interval[places.length];
        for (int i = 0; i < of.length; i++) {
            of[i] = switch (places[i]) {
                case RUN -> runSeconds;
                case WALL -> wallSeconds;
                case LINE -> Interval.exactly(lineBytes);
                default -> counts.get(places[i]);
            };
        }
        return way.formula().enclose(of);
    }

    /**
     * The metric of one period, from scaled counts where they were multiplexed; NaN when the period does not tell it:
     * another group's, an event not counted in it, or nothing to divide by.
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
        return value(counts, p.runDeltaNanos(), p.wallDeltaNanos());
    }

    /** The metric of the whole run: of the final counts, scaled where they were multiplexed. NaN when undefined. */
    public double of(SeriesReport report) {
        if (!computable()) {
            return Double.NaN;
        }
        double[] counts = new double[places.length];
        for (int i = 0; i < counts.length; i++) {
            int e = places[i];
            if (e >= 0) {
                Long last = report.finals().get(e);
                counts[i] = report.shareMeasured().get(e) < 1 ? report.estimated().get(e)
                        : last != null ? last : report.counted().get(e);
            }
        }
        int first = Arrays.stream(places).filter(e -> e >= 0).findFirst().orElse(-1);
        return value(counts, group >= 0 && first >= 0 ? report.runNanosOf().get(first) : report.runNanos(), report.wallNanos());
    }

    /**
     * Events whose own rate is this metric, and nothing else: EVENT / run_s is that event's, run_s / wall_s that of the
     * clocks, which tell the busy CPUs.
     */
    List<EventInfo> rateOf(List<EventInfo> events) {
        if (!computable() || places.length != 2 || used.size() > 1) {
            return List.of();
        }
        boolean ofRun = Arrays.stream(places).anyMatch(place -> place == RUN);
        if (used.isEmpty()) {
            boolean utilisation = ofRun && value(new double[0], 6e9, 3e9) == 2 && value(new double[0], 6e9, 2e9) == 3;
            return utilisation ? events.stream().filter(EventInfo::isTime).toList() : List.of();
        }
        double[] counts = new double[events.size()];
        Arrays.fill(counts, 6);
        boolean rate = ofRun && !used.get(0).isTime() && value(counts, 2e9, 1e9) == 3 && value(counts, 3e9, 1e9) == 2;
        return rate ? used : List.of();
    }

    /** Smallest share of the running time in which one of its events was counted, 0..1. */
    public double shareMeasured(SeriesReport report) {
        double share = 1;
        for (int place : places) {
            share = place >= 0 ? Math.min(share, report.shareMeasured().get(place)) : share;
        }
        return share;
    }
}
