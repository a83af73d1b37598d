package runbench.parser.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesReport;

/**
 * The search for structure in rates. Its work is bounded for any length of the run: it searches repetitions in at most
 * {@link #FINE_BINS} bins and change points in at most {@link #BINS}.
 */
public final class StructureAnalysis {
    public static final int FINE_BINS = 4096;
    public static final int BINS = 1024;
    private static final int MIN_BINS = 32;
    private static final int MIN_TREND_BINS = 24;
    private static final double MIN_RELATIVE_TREND = 0.05;
    /** Minimum excess of a trend; above 1 because the memory of the noise is itself an estimate. */
    private static final double MIN_TREND_EXCESS = 1.3;
    private static final double MIN_TREND_SEGMENT_SHARE = 0.2;
    private static final String COST = "normal, mean or line and variance per column, with a prior of the "
            + "column's own noise";

    private final List<Envelope> rates;
    private final Envelope first;
    private final double[][] raw;
    private final BinnedColumns fine;
    private final int times;
    private final double bin;
    private final double end;

    private StructureAnalysis(List<Envelope> rates) {
        this.rates = rates;
        first = rates.get(0);
        end = first.end();
        int bins = first.buckets();
        times = Math.max(1, (bins + BINS - 1) / BINS);
        bin = first.bucketWidth() * times;
        fine = BinnedColumns.inputColumns(rates.stream().map(Envelope::mean).toList());
        raw = rates.stream().map(e -> BinnedColumns.merged(e.mean(), times)).toArray(double[][]::new);
    }

    /**
     * Returns a collector of the structure.
     *
     * @throws runbench.base.error.RunbenchException the recording does not have the axis
     */
    public static SeriesCollector<Structure> collector(Periods periods, Axis axis) {
        return new StructureCollector(periods, axis);
    }

    /** @param rates of the events of one run, in at most {@link #FINE_BINS} equal bins of one axis */
    public static Structure of(List<Envelope> rates, Axis axis) {
        if (rates.isEmpty()) {
            return emptyResult(Structure.Verdict.NOTHING_VARIES, axis, new Structure.Resolution(0, 0, 0, 0, 0, 0, 0),
                    List.of());
        }
        return new StructureAnalysis(rates).find();
    }

    private static Structure emptyResult(Structure.Verdict verdict, Axis axis, Structure.Resolution resolution,
            List<Structure.Column> columns) {
        return new Structure(verdict, axis, axis.unit(), resolution, columns, null, List.of(), List.of(), List.of(),
                List.of(), List.of());
    }

    private Structure find() {
        BinnedColumns columnsOfBins = BinnedColumns.inputColumns(Arrays.asList(raw));
        double[][] coarse = columnsOfBins.values();
        int bins = raw[0].length;
        Structure.Resolution resolution = new Structure.Resolution(bins, bin, first.buckets(), first.bucketWidth(),
                end - first.origin(), SegmentCost.MIN_SEGMENT_BINS * bin, Recurrence.MIN_LAG * first.bucketWidth());
        List<Structure.Column> columns = rates.stream()
                .map(e -> new Structure.Column(e.event(), e.rateUnit()))
                .toList();
        if (bins < MIN_BINS) {
            return emptyResult(Structure.Verdict.TOO_SHORT, first.axis(), resolution, columns);
        }
        if (coarse.length == 0 || fine.count() == 0) {
            return emptyResult(Structure.Verdict.NOTHING_VARIES, first.axis(), resolution, columns);
        }
        NoiseMemory agreed = NoiseMemory.agreeing(coarse);
        double memory = agreed.bins();
        SegmentCost cost = agreed.cost();
        PrunedSegmentation found = agreed.segmentation();
        Structure.Method method = new Structure.Method(COST, cost.penalty(), memory, SurrogateTest.SURROGATES);
        int[] starts = found.segments() > 1 && SurrogateTest.passes(columnsOfBins, agreed)
                ? Kinks.placed(coarse, agreed.worthwhile())
                : new int[]{0};
        int[] cluster = SegmentClusters.of(coarse, starts);
        boolean segmented = starts.length > 1;
        List<Structure.Segment> segments = segmented ? segments(starts, cluster) : List.of();
        List<Structure.ChangePoint> changes = changes(starts, cost);
        Structure draft = new Structure(Structure.Verdict.NONE, first.axis(), first.axis().unit(), resolution, columns,
                method, changes, segments, List.of(), List.of(), List.of());
        List<Structure.Stay> stays = draft.stays();
        List<Structure.RecurringPhase> phases = segmented ? phases(starts, cluster, stays) : List.of();
        Optional<PhaseOnsets> onsets = PhaseOnsets.of(stays,
                phases.stream().map(Structure.RecurringPhase::name).toList(), bin);
        List<Structure.Repetition> repetitions = RepetitionFinder.find(fine.values(), first.bucketWidth(),
                first.origin(), onsets.orElse(null), bin);
        List<Structure.Trend> trends = trends(starts);
        boolean any = segmented || !repetitions.isEmpty() || !trends.isEmpty();
        return new Structure(any ? Structure.Verdict.FOUND : Structure.Verdict.NONE, first.axis(), first.axis().unit(),
                resolution, columns, method, changes, segments, phases, repetitions, trends);
    }

    private double position(int edge) {
        return edge >= raw[0].length ? end : first.origin() + edge * bin;
    }

    private int endOf(int[] starts, int segment) {
        return segment + 1 < starts.length ? starts[segment + 1] : raw[0].length;
    }

    private static String name(int cluster) {
        return Character.toString((char) ('A' + cluster));
    }

    private List<Structure.Segment> segments(int[] starts, int[] cluster) {
        List<Structure.Segment> out = new ArrayList<>();
        for (int s = 0; s < starts.length; s++) {
            boolean[] in = new boolean[raw[0].length];
            Arrays.fill(in, starts[s], endOf(starts, s), true);
            out.add(new Structure.Segment(position(starts[s]), position(endOf(starts, s)), name(cluster[s]),
                    means(in)));
        }
        return out;
    }

    private List<Double> means(boolean[] in) {
        List<Double> means = new ArrayList<>();
        for (double[] column : raw) {
            double sum = 0;
            int known = 0;
            for (int i = 0; i < column.length; i++) {
                if (in[i] && Double.isFinite(column[i])) {
                    sum += column[i];
                    known++;
                }
            }
            means.add(known == 0 ? null : (Double) (sum / known));
        }
        return means;
    }

    private List<Structure.ChangePoint> changes(int[] starts, SegmentCost cost) {
        List<Structure.ChangePoint> out = new ArrayList<>();
        for (int s = 1; s < starts.length; s++) {
            double gain = cost.ofSegment(starts[s - 1], endOf(starts, s)) - cost.ofSegment(starts[s - 1], starts[s])
                    - cost.ofSegment(starts[s], endOf(starts, s));
            out.add(new Structure.ChangePoint(position(starts[s]), gain / cost.penalty()));
        }
        return out;
    }

    private List<Structure.RecurringPhase> phases(int[] starts, int[] cluster, List<Structure.Stay> stays) {
        List<Structure.RecurringPhase> out = new ArrayList<>();
        int clusters = Arrays.stream(cluster).max().orElse(0) + 1;
        double length = end - first.origin();
        for (int c = 0; c < clusters; c++) {
            boolean[] in = new boolean[raw[0].length];
            for (int s = 0; s < starts.length; s++) {
                Arrays.fill(in, starts[s], endOf(starts, s), cluster[s] == c);
            }
            String name = name(c);
            double sum = stays.stream().filter(t -> t.phase().equals(name)).mapToDouble(t -> t.to() - t.from()).sum();
            int times = (int) stays.stream().filter(t -> t.phase().equals(name)).count();
            out.add(new Structure.RecurringPhase(name, times, sum, sum / length, means(in)));
        }
        return out;
    }

    /** Returns the trends of the whole run and of its long segments. */
    private List<Structure.Trend> trends(int[] starts) {
        List<Structure.Trend> out = new ArrayList<>();
        for (int c : fine.inputColumns()) {
            trend(c, 0, raw[c].length).ifPresent(out::add);
            for (int s = 0; s < starts.length && starts.length > 1; s++) {
                if (endOf(starts, s) - starts[s] >= MIN_TREND_SEGMENT_SHARE * raw[c].length) {
                    trend(c, starts[s], endOf(starts, s)).ifPresent(out::add);
                }
            }
        }
        return out;
    }

    private Optional<Structure.Trend> trend(int column, int from, int to) {
        double[] known = Arrays.stream(raw[column], from, to).filter(Double::isFinite).toArray();
        if (known.length < MIN_TREND_BINS) {
            return Optional.empty();
        }
        MonotoneTrend trend = MonotoneTrend.of(known);
        double mean = Math.abs(trend.start() + trend.end()) / 2;
        boolean large = Math.abs(trend.end() - trend.start()) > MIN_RELATIVE_TREND * mean;
        return trend.excess() > MIN_TREND_EXCESS && large ? Optional.of(new Structure.Trend(column, position(from),
                position(to), to - from == raw[column].length, trend.start(), trend.end(), trend.excess()))
                : Optional.empty();
    }

    /** Gathers rates in bins, and looks for structure in them after the reading. */
    private static final class StructureCollector implements SeriesCollector<Structure> {
        private final Axis axis;
        private final SeriesCollector<List<Envelope>> rates;

        StructureCollector(Periods periods, Axis axis) {
            this(axis, Envelopes.collector(periods, axis, StructureAnalysis.FINE_BINS));
        }

        private StructureCollector(Axis axis, SeriesCollector<List<Envelope>> rates) {
            this.axis = axis;
            this.rates = rates;
        }

        @Override
        public PeriodVisitor periods() {
            return rates.periods();
        }

        @Override
        public SeriesCollector<Structure> corrected(SeriesReport report) {
            SeriesCollector<List<Envelope>> right = rates.corrected(report);
            return right == rates ? this : new StructureCollector(axis, right);
        }

        @Override
        public Structure result(SeriesReport report) {
            return StructureAnalysis.of(rates.result(report), axis);
        }
    }
}
