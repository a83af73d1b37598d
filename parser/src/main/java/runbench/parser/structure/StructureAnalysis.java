package runbench.parser.structure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import runbench.base.quantity.Numbers;
import runbench.parser.series.Axis;
import runbench.parser.series.BinnedCounts;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.structure.SegmentSearch.Interval;
import runbench.parser.structure.WallParts.Part;

/**
 * The search for structure in rates. Its work is bounded for any length of the run: it reads counts in at most
 * {@link #FINE_BINS} bins. A bin has one sample if the run has no more samples than that.
 */
public final class StructureAnalysis {
    public static final int FINE_BINS = 1 << 16;
    /** Number of bins of the test against surrogates, and the bins in which a person sees a chart. */
    public static final int BINS = 1024;
    private static final int MIN_BINS = 32;
    /** Length from which alternating levels are found if they differ by a factor of 2, bins of the search. */
    private static final int SHORTEST_FOUND = 6;
    /** Minimum count of an event for a search. */
    private static final double MIN_COUNT = 20;
    /** Maximum factor between rates of one class of segments in a repetition. */
    private static final double REPEATED_FACTOR = 1.05;
    /** Minimum length of a segment with a trend, as a share of the run. */
    private static final double LONG_SEGMENT = 0.2;
    /** Minimum share of the run that repeats one cycle, for a search of the levels of whole cycles. */
    private static final double MIN_SHARE_OF_CYCLES = 0.8;
    private static final double PENALTY = SegmentSearch.MIN_STRENGTH * SegmentSearch.MIN_STRENGTH;
    private static final String COST = "logarithms of rates, levels or lines per segment and column; "
            + "variances within segments and of Poisson counts";

    /** Counts in the bins of the search. */
    private final List<BinnedCounts> events;
    private final List<RateColumn> columns;
    private final BinnedCounts first;
    /** Counts of the same events on the axis of the result. */
    private final List<BinnedCounts> shown;
    private final BinnedCounts firstShown;
    /** Null if the search is on the axis of the result. */
    private final WallPositions positions;
    private final SegmentRates rates;
    private final double polling;
    /** The repetition of the rates on the axis of the search if the phases have none; null: not searched yet. */
    private Optional<Structure.Repetition> ofRatesAlone;

    private StructureAnalysis(List<BinnedCounts> events, List<BinnedCounts> shown, WallPositions positions,
            double polling) {
        this.polling = polling;
        this.events = events;
        this.shown = shown;
        this.positions = positions;
        first = events.get(0);
        firstShown = shown.get(0);
        columns = columns(events);
        double ratio = first.binWidth() / firstShown.binWidth();
        rates = new SegmentRates(shown, IntStream.range(0, events.size())
                .map(e -> columns.stream().filter(c -> c.index() == e).mapToInt(RateColumn::rotation).max().orElse(0))
                .map(rotation -> (int) Math.round(rotation * ratio))
                .toArray());
    }

    private static List<RateColumn> columns(List<BinnedCounts> events) {
        List<RateColumn> used = new ArrayList<>();
        for (int e = 0; e < events.size(); e++) {
            if (!events.get(e).info().isEnvironment()) {
                for (RateColumn column : RateColumn.of(e, events.get(e))) {
                    if (column.total() >= MIN_COUNT) {
                        used.add(column);
                    }
                }
            }
        }
        return List.copyOf(used);
    }

    /**
     * Returns a collector of the structure. Along wall time, the structure of tasks is that of their running time,
     * placed at its wall times and divided by the waits that a person sees: see {@link WallParts}.
     *
     * @throws runbench.base.error.RunbenchException when the recording has no such axis
     */
    public static SeriesCollector<Structure> collector(Periods periods, Axis axis) {
        return new StructureCollector(periods, axis);
    }

    /** @param events counts of the events of one run in the same bins */
    public static Structure of(List<BinnedCounts> events, Axis axis) {
        return of(events, axis, 0);
    }

    /** @param polling period at which the counters were read, in the unit of the axis; 0 if the kernel sampled */
    static Structure of(List<BinnedCounts> events, Axis axis, double polling) {
        return events.isEmpty()
                ? nothing(Structure.Verdict.NOTHING_VARIES, axis, new Structure.Resolution(0, 0, 0, 0, 0, 0, 0),
                        List.of())
                : new StructureAnalysis(events, events, null, polling).find();
    }

    /**
     * Returns the structure of tasks along wall time.
     *
     * @param running counts in bins of running time
     * @param wall counts of the same events in bins of wall time
     * @param polling period at which the counters were read, s; 0 if the kernel sampled
     */
    static Structure ofWallTime(List<BinnedCounts> running, List<BinnedCounts> wall, WallPositions positions,
            double polling) {
        return running.isEmpty() ? of(wall, Axis.WALL_TIME, polling)
                : new StructureAnalysis(running, wall, positions, polling).find();
    }

    private static Structure nothing(Structure.Verdict verdict, Axis axis, Structure.Resolution resolution,
            List<Structure.Column> columns) {
        return new Structure(verdict, axis, axis.unit(), resolution, columns, null, List.of(), List.of(), List.of(),
                List.of(), List.of(), null);
    }

    private Structure find() {
        Axis axis = firstShown.axis();
        List<Structure.Column> named = IntStream.range(0, events.size())
                .mapToObj(e -> new Structure.Column(events.get(e).info().name(), SegmentRates.unit(shown.get(e)),
                        columns.stream().noneMatch(c -> c.index() == e), rates.mean(e)))
                .toList();
        if (first.bins() < MIN_BINS) {
            return nothing(Structure.Verdict.TOO_SHORT, axis, resolution(first), named);
        }
        if (columns.isEmpty()) {
            return nothing(Structure.Verdict.NOTHING_VARIES, axis, resolution(firstShown), named);
        }
        SegmentSearch.Found possible = SegmentSearch.of(columns);
        SegmentSearch.Found found = possible.segments().size() > 1 && SegmentTest.isBeyondNoise(columns, possible)
                ? possible
                : ofWholeCycles().orElseGet(() -> SegmentTest.bursts(columns, possible));
        boolean segmented = found.segments().size() > 1;
        int[] letters = Letters.of(columns, found);
        List<Part> parts = parts(found);
        List<Structure.Segment> segments = segmented ? segments(parts, letters) : List.of();
        List<Structure.RecurringPhase> phases = segmented ? phases(parts, segments) : List.of();
        List<Structure.Repetition> repetitions = repetitions(ofPhases(found, parts, segments, phases));
        List<Structure.Trend> trends = trends(found, parts);
        boolean any = segmented || !repetitions.isEmpty() || !trends.isEmpty();
        return new Structure(any ? Structure.Verdict.FOUND : Structure.Verdict.NONE, axis, axis.unit(),
                resolution(firstShown), named, new Structure.Method(COST, PENALTY, 1, SurrogateTest.SURROGATES),
                changes(found, parts), segments, phases, repetitions, trends, null);
    }

    private Structure.Resolution resolution(BinnedCounts of) {
        int grain = columns.stream().mapToInt(RateColumn::grain).min().orElse(1);
        double width = of.binWidth();
        return new Structure.Resolution(of.bins() / grain, grain * width, of.bins(), width, of.end(),
                SHORTEST_FOUND * grain * width, Recurrence.MIN_LAG * grain * width);
    }

    /** Returns the parts of the run on the axis of the result. Without several segments, waits alone make no parts. */
    private List<Part> parts(SegmentSearch.Found found) {
        if (positions == null) {
            return WallParts.of(found.segments());
        }
        if (found.segments().size() == 1) {
            return List.of(new Part(new Interval(0, firstShown.bins()), 0));
        }
        int grain = columns.stream().mapToInt(RateColumn::grain).min().orElse(1);
        return WallParts.of(found.segments(), first.binWidth(), LevelSearch.SHORTEST * grain * first.binWidth(),
                firstShown, positions);
    }

    /**
     * Returns the segments of a run that repeats one cycle from beginning to end: intervals in which whole cycles have
     * one level. Empty without such a cycle or if the levels are not more than noise.
     */
    private Optional<SegmentSearch.Found> ofWholeCycles() {
        if (columns.stream().anyMatch(c -> c.rotation() > 0)) {
            return Optional.empty();
        }
        return ofRatesAlone().filter(r -> r.to() - r.from() >= MIN_SHARE_OF_CYCLES * first.end()).map(r -> {
            List<RateColumn> levels = columns.stream()
                    .flatMap(c -> RateColumn.of(c.index(), MeanCycle.removed(events.get(c.index()), r)).stream())
                    .toList();
            SegmentSearch.Found found = SegmentSearch.of(levels);
            return found.segments().size() > 1 && SegmentTest.isBeyondNoise(levels, found) ? found : null;
        });
    }

    /**
     * Returns repetitions in the order of phases. If there are none, the order of segments is searched with a smaller
     * factor between classes: rates may repeat although no factor is large enough for phases of their own. The period
     * of an artefact needs phases whose rates differ by {@link SegmentTest#CLEAR_FACTOR}.
     */
    private List<Structure.Repetition> ofPhases(SegmentSearch.Found found, List<Part> parts,
            List<Structure.Segment> segments, List<Structure.RecurringPhase> phases) {
        Artefacts artefacts = artefacts();
        int[] used = columns.stream().mapToInt(RateColumn::index).distinct().toArray();
        List<Structure.Stay> stays = Structure.stays(segments);
        List<Structure.Repetition> repetitions = NestedRepeats.of(stays, firstShown.end(), firstShown.binWidth())
                .stream()
                .filter(r -> !artefacts.include(r.period())
                        || NestedRepeats.factor(r, stays, phases, used) >= SegmentTest.CLEAR_FACTOR)
                .toList();
        if (!repetitions.isEmpty() || found.segments().size() < NestedRepeats.MIN_CYCLES) {
            return repetitions;
        }
        int[] classes = Letters.of(columns, found, REPEATED_FACTOR);
        List<Structure.Stay> finer = Structure.stays(segments(parts, classes));
        return NestedRepeats.of(finer, firstShown.end(), firstShown.binWidth())
                .stream()
                .filter(r -> !artefacts.include(r.period()))
                .map(r -> r.withoutPhase())
                .toList();
    }

    private Artefacts artefacts() {
        double rotation = columns.stream().mapToDouble(RateColumn::rotation).max().orElse(0);
        return Artefacts.of(firstShown.axis(), rotation * first.binWidth(), polling);
    }

    /** Adds a repetition of the rates to those of the phases, and sorts them: the one that covers most is first. */
    private List<Structure.Repetition> repetitions(List<Structure.Repetition> ofPhases) {
        List<Structure.Repetition> all = new ArrayList<>(ofPhases);
        ofRates(ofPhases).ifPresent(all::add);
        all.sort(Comparator.comparingDouble((Structure.Repetition r) -> r.groups())
                .thenComparingDouble(r -> r.from() - r.to()));
        return all;
    }

    private Optional<Structure.Repetition> ofRates(List<Structure.Repetition> ofPhases) {
        if (positions != null) {
            return searchRates(columns(shown), firstShown.binWidth(), ofPhases);
        }
        return ofPhases.isEmpty() ? ofRatesAlone() : searchRates(columns, first.binWidth(), ofPhases);
    }

    private Optional<Structure.Repetition> ofRatesAlone() {
        if (ofRatesAlone == null) {
            ofRatesAlone = searchRates(columns, first.binWidth(), List.of());
        }
        return ofRatesAlone;
    }

    private Optional<Structure.Repetition> searchRates(List<RateColumn> in, double binWidth,
            List<Structure.Repetition> ofPhases) {
        List<RateColumn> whole = in.stream().filter(c -> c.minFactor() == 0).toList();
        int grain = whole.stream().mapToInt(RateColumn::minWidth).min().orElse(1);
        double[][] logs = whole.stream()
                .filter(c -> c.minWidth() == grain)
                .map(c -> RateColumn.filled(c.logs(grain)))
                .toArray(double[][]::new);
        return RepetitionFinder.find(logs, grain * binWidth, ofPhases, artefacts());
    }

    /** Returns the position of a bin on the axis of the result. */
    private double at(int bin) {
        return bin >= firstShown.bins() ? firstShown.end() : bin * firstShown.binWidth();
    }

    private List<Structure.Segment> segments(List<Part> parts, int[] letters) {
        return parts.stream()
                .map(p -> new Structure.Segment(at(p.in().from()), at(p.in().to()),
                        p.isWait() ? Structure.WAITING : Numbers.letters(letters[p.segment()]),
                        rates.of(List.of(p.in()))))
                .toList();
    }

    private List<Structure.ChangePoint> changes(SegmentSearch.Found found, List<Part> parts) {
        List<Structure.ChangePoint> out = new ArrayList<>();
        for (int p = 1; p < parts.size(); p++) {
            Part before = parts.get(p - 1);
            Part after = parts.get(p);
            Double strength = before.isWait() || after.isWait() ? null
                    : found.strengths().subList(before.segment(), after.segment()).stream().max(Double::compare).get();
            out.add(new Structure.ChangePoint(at(after.in().from()),
                    strength == null ? null : (Double) (strength * strength / PENALTY)));
        }
        return out;
    }

    /** Returns the phases: the letters in order, and the waits last. */
    private List<Structure.RecurringPhase> phases(List<Part> parts, List<Structure.Segment> segments) {
        Map<String, List<Interval>> intervals = new TreeMap<>(
                Comparator.comparing((String name) -> name.equals(Structure.WAITING))
                        .thenComparing(String::length)
                        .thenComparing(name -> name));
        for (int p = 0; p < parts.size(); p++) {
            intervals.computeIfAbsent(segments.get(p).phase(), name -> new ArrayList<>()).add(parts.get(p).in());
        }
        List<Structure.Stay> stays = Structure.stays(segments);
        List<Structure.RecurringPhase> out = new ArrayList<>();
        intervals.forEach((name, own) -> {
            List<Structure.Stay> named = stays.stream().filter(t -> t.phase().equals(name)).toList();
            double sum = named.stream().mapToDouble(t -> t.to() - t.from()).sum();
            out.add(new Structure.RecurringPhase(name, named.size(), sum, sum / firstShown.end(), rates.of(own)));
        });
        return out;
    }

    /** Returns the trends of the run if it has one segment, and of long segments otherwise. */
    private List<Structure.Trend> trends(SegmentSearch.Found found, List<Part> parts) {
        List<Structure.Trend> out = new ArrayList<>();
        for (RateColumn column : columns) {
            for (int s = 0; s < found.segments().size(); s++) {
                int segment = s;
                List<Interval> own = parts.stream().filter(p -> p.segment() == segment).map(Part::in).toList();
                if (found.segments().get(s).length() >= LONG_SEGMENT * first.bins() && !own.isEmpty()) {
                    Interval in = new Interval(own.get(0).from(), own.get(own.size() - 1).to());
                    double scale = rates.scale(column.index(), in);
                    TrendSearch.of(column, found.segments().get(s))
                            .map(t -> new Structure.Trend(column.index(), at(in.from()), at(in.to()),
                                    in.length() == firstShown.bins(), t.start() * scale, t.end() * scale, t.low(),
                                    t.high(), t.excess()))
                            .ifPresent(out::add);
                }
            }
        }
        return out;
    }
}
