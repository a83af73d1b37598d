package runbench.parser.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import runbench.base.quantity.Numbers;
import runbench.parser.series.Axis;
import runbench.parser.series.BinnedCounts;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Periods;
import runbench.parser.series.RateBase;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesCollector.RecordVisitor;
import runbench.parser.series.SeriesReport;
import runbench.parser.structure.SegmentSearch.Interval;

/**
 * The search for structure in rates. Its work is bounded for any length of the run: it reads counts in at most
 * {@link #FINE_BINS} bins. A bin has one sample if the run has no more samples than that.
 */
public final class StructureAnalysis {
    public static final int FINE_BINS = 1 << 16;
    /** Number of bins of the test against surrogates, and the bins in which a person sees a chart. */
    public static final int BINS = 1024;
    private static final int MIN_BINS = 32;
    private static final int MIN_BINS_OF_TREND = 24;
    /** Minimum count of an event for a search. */
    private static final double MIN_COUNT = 20;
    private static final double MIN_TREND = Math.log(1.1);
    /** Minimum excess of a trend; above 1 because the memory of the noise is itself an estimate. */
    private static final double CLEAR_TREND = 1.5;
    /** The same with fewer than {@link #MANY_BINS_OF_TREND} bins, whose memory is known less exactly. */
    private static final double CLEAR_TREND_OF_FEW = 2;
    private static final int MANY_BINS_OF_TREND = 110;
    /** Maximum distance of a quarter of a trend from its line, as a share of the change. */
    private static final double MAX_BEND = 0.2;
    /** Maximum factor between rates of one class of segments in a repetition. */
    private static final double REPEATED_FACTOR = 1.05;
    private static final double LONG_SEGMENT = 0.2;
    /** Minimum share of the run that repeats one cycle, for a search of the levels of whole cycles. */
    private static final double MIN_SHARE_OF_CYCLES = 0.8;
    private static final double PENALTY = SegmentSearch.MIN_STRENGTH * SegmentSearch.MIN_STRENGTH;
    private static final String COST = "logarithms of rates, levels or lines per segment and column; "
            + "variances within segments and of Poisson counts";

    private final List<BinnedCounts> events;
    private final List<RateColumn> columns;
    private final BinnedCounts first;
    private final int bins;
    private final double polling;
    /** The repetition of the rates if the phases have none; null: not searched yet. */
    private Optional<Structure.Repetition> ofRatesAlone;

    private StructureAnalysis(List<BinnedCounts> events, double polling) {
        this.polling = polling;
        this.events = events;
        first = events.get(0);
        bins = first.bins();
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
        columns = List.copyOf(used);
    }

    /**
     * Returns a collector of the structure.
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
    private static Structure of(List<BinnedCounts> events, Axis axis, double polling) {
        if (events.isEmpty()) {
            return nothing(Structure.Verdict.NOTHING_VARIES, axis, new Structure.Resolution(0, 0, 0, 0, 0, 0, 0),
                    List.of());
        }
        return new StructureAnalysis(events, polling).find();
    }

    private static Structure nothing(Structure.Verdict verdict, Axis axis, Structure.Resolution resolution,
            List<Structure.Column> columns) {
        return new Structure(verdict, axis, axis.unit(), resolution, columns, null, List.of(), List.of(), List.of(),
                List.of(), List.of(), null);
    }

    private Structure find() {
        int grain = columns.stream().mapToInt(RateColumn::grain).min().orElse(1);
        double width = first.binWidth();
        Structure.Resolution resolution = new Structure.Resolution(bins / grain, grain * width, bins, width,
                first.end(), LevelSearch.SHORTEST * grain * width, Recurrence.MIN_LAG * grain * width);
        List<Structure.Column> shown = IntStream.range(0, events.size())
                .mapToObj(e -> new Structure.Column(events.get(e).info().name(), unit(events.get(e)),
                        columns.stream().noneMatch(c -> c.index() == e)))
                .toList();
        if (bins < MIN_BINS) {
            return nothing(Structure.Verdict.TOO_SHORT, first.axis(), resolution, shown);
        }
        if (columns.isEmpty()) {
            return nothing(Structure.Verdict.NOTHING_VARIES, first.axis(), resolution, shown);
        }
        SegmentSearch.Found possible = SegmentSearch.of(columns);
        SegmentSearch.Found found = possible.segments().size() > 1 && SegmentTest.isBeyondNoise(columns, possible)
                ? possible
                : ofWholeCycles().orElseGet(() -> SegmentTest.bursts(columns, possible));
        Structure.Method method = new Structure.Method(COST, PENALTY, 1, SurrogateTest.SURROGATES);
        int[] letters = Letters.of(columns, found);
        boolean segmented = found.segments().size() > 1;
        List<Structure.Segment> segments = segmented ? segments(found, letters) : List.of();
        List<Structure.ChangePoint> changes = changes(found);
        Structure draft = new Structure(Structure.Verdict.NONE, first.axis(), first.axis().unit(), resolution, shown,
                method, changes, segments, List.of(), List.of(), List.of(), null);
        List<Structure.Stay> stays = draft.stays();
        List<Structure.RecurringPhase> phases = segmented ? phases(found, letters, stays) : List.of();
        List<Structure.Repetition> repetitions = repetitions(ofPhases(found, stays, phases));
        List<Structure.Trend> trends = trends(found);
        boolean any = segmented || !repetitions.isEmpty() || !trends.isEmpty();
        return new Structure(any ? Structure.Verdict.FOUND : Structure.Verdict.NONE, first.axis(), first.axis().unit(),
                resolution, shown, method, changes, segments, phases, repetitions, trends, null);
    }

    /**
     * Returns the segments of a run that repeats one cycle from beginning to end: intervals in which whole cycles have
     * one level. Empty without such a cycle or if the levels are not more than noise.
     */
    private Optional<SegmentSearch.Found> ofWholeCycles() {
        if (columns.stream().anyMatch(c -> c.rotation() > 0)) {
            return Optional.empty();
        }
        return ofRates(List.of()).filter(r -> r.to() - r.from() >= MIN_SHARE_OF_CYCLES * first.end()).map(r -> {
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
    private List<Structure.Repetition> ofPhases(SegmentSearch.Found found, List<Structure.Stay> stays,
            List<Structure.RecurringPhase> phases) {
        Artefacts artefacts = artefacts();
        int[] used = columns.stream().mapToInt(RateColumn::index).distinct().toArray();
        List<Structure.Repetition> repetitions = NestedRepeats.of(stays, first.end(), first.binWidth())
                .stream()
                .filter(r -> !artefacts.include(r.period())
                        || NestedRepeats.factor(r, stays, phases, used) >= SegmentTest.CLEAR_FACTOR)
                .toList();
        if (!repetitions.isEmpty() || found.segments().size() < NestedRepeats.MIN_CYCLES) {
            return repetitions;
        }
        int[] classes = Letters.of(columns, found, REPEATED_FACTOR);
        List<Structure.Stay> parts = Structure.stays(segments(found, classes));
        return NestedRepeats.of(parts, first.end(), first.binWidth())
                .stream()
                .filter(r -> !artefacts.include(r.period()))
                .map(r -> r.withoutPhase())
                .toList();
    }

    private Artefacts artefacts() {
        double rotation = columns.stream().mapToDouble(RateColumn::rotation).max().orElse(0);
        return Artefacts.of(first.axis(), rotation * first.binWidth(), polling);
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
        if (!ofPhases.isEmpty()) {
            return searchRates(ofPhases);
        }
        if (ofRatesAlone == null) {
            ofRatesAlone = searchRates(ofPhases);
        }
        return ofRatesAlone;
    }

    private Optional<Structure.Repetition> searchRates(List<Structure.Repetition> ofPhases) {
        List<RateColumn> whole = columns.stream().filter(c -> c.minFactor() == 0).toList();
        int grain = whole.stream().mapToInt(RateColumn::minWidth).min().orElse(1);
        double[][] logs = whole.stream()
                .filter(c -> c.minWidth() == grain)
                .map(c -> RateColumn.filled(c.logs(grain)))
                .toArray(double[][]::new);
        return RepetitionFinder.find(logs, grain * first.binWidth(), ofPhases, artefacts());
    }

    private double at(int bin) {
        return bin >= bins ? first.end() : bin * first.binWidth();
    }

    private List<Structure.Segment> segments(SegmentSearch.Found found, int[] letters) {
        List<Structure.Segment> out = new ArrayList<>();
        for (int s = 0; s < letters.length; s++) {
            Interval segment = found.segments().get(s);
            out.add(new Structure.Segment(at(segment.from()), at(segment.to()), Numbers.letters(letters[s]),
                    rates(List.of(segment))));
        }
        return out;
    }

    /** Returns the unit of the rates in segments: on the axis of wall time, waiting is a part of them. */
    private static String unit(BinnedCounts event) {
        return event.axis() == Axis.WALL_TIME ? RateBase.WALL_TIME.insteadOf(RateBase.RUNNING_TIME, event.rateUnit())
                : event.rateUnit();
    }

    /** Returns the length of a bin by which rates in segments divide, in the axis' unit; 0 if not measured. */
    private static double length(BinnedCounts event, int bin) {
        if (event.info().overWallTime()) {
            return event.binWidth();
        }
        // The measured length of a bin is its running time, or all of it if the program waited.
        return event.axis() != Axis.WALL_TIME ? event.measured()[bin]
                : event.measured()[bin] > 0 ? event.binWidth() * event.shareMeasured() : 0;
    }

    /** Returns the part of that length that was measured in an interval: 1 unless the axis is wall time. */
    private static double measuredShare(BinnedCounts event, Interval in) {
        if (event.axis() != Axis.WALL_TIME) {
            return 1;
        }
        double length = IntStream.range(in.from(), in.to()).mapToDouble(i -> length(event, i)).sum();
        double measured = IntStream.range(in.from(), in.to()).mapToDouble(i -> event.measured()[i]).sum();
        return length > 0 ? measured / length : 1;
    }

    /** Returns the mean rate of each event in segments, without the samples that may hold an edge. */
    private List<Double> rates(List<Interval> segments) {
        List<Double> rates = new ArrayList<>();
        for (int e = 0; e < events.size(); e++) {
            BinnedCounts event = events.get(e);
            int index = e;
            int rotation = columns.stream()
                    .filter(c -> c.index() == index)
                    .mapToInt(RateColumn::rotation)
                    .max()
                    .orElse(0);
            double count = 0;
            double length = 0;
            for (Interval segment : segments) {
                Interval inner = Letters.inner(bins, rotation, segment);
                for (int i = inner.from(); i < inner.to(); i++) {
                    count += event.counts()[i];
                    length += length(event, i);
                }
            }
            rates.add(length > 0 ? (Double) (count / length * event.scale()) : null);
        }
        return rates;
    }

    private List<Structure.ChangePoint> changes(SegmentSearch.Found found) {
        List<Structure.ChangePoint> out = new ArrayList<>();
        for (int s = 1; s < found.segments().size(); s++) {
            double strength = found.strengths().get(s - 1);
            out.add(new Structure.ChangePoint(at(found.segments().get(s).from()), strength * strength / PENALTY));
        }
        return out;
    }

    private List<Structure.RecurringPhase> phases(SegmentSearch.Found found, int[] letters,
            List<Structure.Stay> stays) {
        List<Structure.RecurringPhase> out = new ArrayList<>();
        int count = Arrays.stream(letters).max().orElse(0) + 1;
        for (int letter = 0; letter < count; letter++) {
            List<Interval> own = new ArrayList<>();
            for (int s = 0; s < letters.length; s++) {
                if (letters[s] == letter) {
                    own.add(found.segments().get(s));
                }
            }
            String name = Numbers.letters(letter);
            List<Structure.Stay> named = stays.stream().filter(t -> t.phase().equals(name)).toList();
            double sum = named.stream().mapToDouble(t -> t.to() - t.from()).sum();
            out.add(new Structure.RecurringPhase(name, named.size(), sum, sum / first.end(), rates(own)));
        }
        return out;
    }

    /** Returns the trends of the run if it has one segment, and of long segments otherwise. */
    private List<Structure.Trend> trends(SegmentSearch.Found found) {
        List<Structure.Trend> out = new ArrayList<>();
        for (RateColumn column : columns) {
            for (int s = 0; s < found.segments().size(); s++) {
                Interval segment = found.segments().get(s);
                if (segment.length() >= LONG_SEGMENT * bins) {
                    trend(column, segment).ifPresent(out::add);
                }
            }
        }
        return out;
    }

    private Optional<Structure.Trend> trend(RateColumn column, Interval in) {
        double[] logs = column.logs();
        int to = Math.min(logs.length, in.to() / column.grain());
        double[] known = Arrays.stream(logs, Math.min(to, in.from() / column.grain()), to)
                .filter(Double::isFinite)
                .toArray();
        if (known.length < MIN_BINS_OF_TREND) {
            return Optional.empty();
        }
        MonotoneTrend ofLogs = MonotoneTrend.of(known);
        MonotoneTrend ofRates = MonotoneTrend.of(Arrays.stream(known).map(Math::exp).toArray());
        boolean logarithmic = ofLogs.bend() <= ofRates.bend() || ofRates.start() <= 0 || ofRates.end() <= 0;
        MonotoneTrend trend = logarithmic ? ofLogs : ofRates;
        // A change that is smaller by this much would be as large as in noise.
        double half = Math.abs(trend.end() - trend.start()) / trend.excess();
        // Logarithms are of rates with half a count more per bin.
        double added = column.floor(column.grain());
        double start = Math.max(added, (logarithmic ? Math.exp(trend.start()) : trend.start()) - added);
        double end = Math.max(added, (logarithmic ? Math.exp(trend.end()) : trend.end()) - added);
        double ratio = end / start;
        double low = logarithmic ? ratio * Math.exp(-half) : Math.max(0, ratio - half / start);
        double high = logarithmic ? ratio * Math.exp(half) : ratio + half / start;
        double leastExcess = known.length < MANY_BINS_OF_TREND ? CLEAR_TREND_OF_FEW : CLEAR_TREND;
        if (trend.excess() <= leastExcess || Math.abs(Math.log(ratio)) <= MIN_TREND || trend.bend() > MAX_BEND) {
            return Optional.empty();
        }
        double scale = events.get(column.index()).scale() * measuredShare(events.get(column.index()), in);
        return Optional.of(new Structure.Trend(column.index(), at(in.from()), at(in.to()), in.length() == bins,
                start * scale, end * scale, low, high, trend.excess()));
    }

    /** Collects counts in bins, and searches for structure in them after the pass. */
    private static final class StructureCollector implements SeriesCollector<Structure> {
        private final Axis axis;
        private final SeriesCollector<List<BinnedCounts>> counts;
        private final double polling;
        private final Optional<WallActivity> activity;
        /** Whether the activity is known from the first pass. */
        private final boolean isCorrection;

        StructureCollector(Periods periods, Axis axis) {
            this(axis, Envelopes.countsCollector(periods, axis, FINE_BINS),
                    periods.recording().metadata().polled() ? periods.nominalNanos() / axis.recorded() : 0,
                    WallActivity.of(periods), false);
        }

        private StructureCollector(Axis axis, SeriesCollector<List<BinnedCounts>> counts, double polling,
                Optional<WallActivity> activity, boolean isCorrection) {
            this.polling = polling;
            this.axis = axis;
            this.counts = counts;
            this.activity = activity;
            this.isCorrection = isCorrection;
        }

        @Override
        public PeriodVisitor periods() {
            PeriodVisitor ofActivity = isCorrection ? null : activity.map(WallActivity::periods).orElse(null);
            PeriodVisitor ofCounts = counts.periods();
            return ofActivity == null ? ofCounts : p -> {
                ofCounts.period(p);
                ofActivity.period(p);
            };
        }

        @Override
        public RecordVisitor records() {
            return isCorrection ? null : activity.map(WallActivity::records).orElse(null);
        }

        @Override
        public SeriesCollector<Structure> corrected(SeriesReport report) {
            SeriesCollector<List<BinnedCounts>> corrected = counts.corrected(report);
            return corrected == counts ? this : new StructureCollector(axis, corrected, polling, activity, true);
        }

        @Override
        public Structure result(SeriesReport report) {
            Structure ofRates = StructureAnalysis.of(counts.result(report), axis, polling);
            return activity.flatMap(WallActivity::cycle).map(ofRates::with).orElse(ofRates);
        }
    }
}
