package runbench.parser.claim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.stat.correlation.PearsonsCorrelation;
import runbench.base.stats.Statistics;
import runbench.parser.series.BinnedCounts;
import runbench.parser.series.BucketGrid;
import runbench.parser.structure.MonotoneTrend;
import runbench.parser.structure.Structure;
import runbench.parser.structure.Structure.Segment;
import runbench.parser.structure.Structure.Stay;
import runbench.parser.structure.StructureAnalysis;

/**
 * The rate of one event at one sampling period, as a reader of its chart describes it: levels, stages that differ in
 * level or in fluctuation, zones of high and of low rate. Positions are in the unit of the axis.
 */
final class ChartReading {
    /** Minimum number of bins per group, for the fluctuation in a group. */
    private static final int MIN_GROUP = 8;
    private static final int MAX_GROUPS = 1024;
    /** Minimum ratio of a high rate to a low rate. */
    static final double MIN_RATE_RATIO = 1.1;
    private static final int ROUNDS_OF_MEANS = 20;
    /** Factor that makes fluctuations large counts, which have no noise of their own. */
    private static final double FLUCTUATION_COUNTS = 1e7;

    /** Number of bins in which two occurrences of a pattern are compared. */
    private static final int PATTERN_BINS = 256;
    /** Minimum share of the run that two occurrences of a pattern cover. */
    private static final double MIN_COVERED_BY_PATTERN = 0.6;
    /** Number of blocks that a surrogate permutes; a pattern of half the run consists of several. */
    private static final int BLOCKS = 16;
    private static final int SURROGATES = 99;

    private final BinnedCounts counts;
    private final double[] rates;
    private final Structure levels;
    private final Structure stages;

    /** An interval whose rates are on one side of the middle between high and low ones. */
    record Zone(boolean high, double from, double to) {
        double length() {
            return to - from;
        }
    }

    /** @param counts counts of the event at the sampling period */
    ChartReading(BinnedCounts counts) {
        this.counts = counts;
        rates = rates(counts);
        levels = StructureAnalysis.of(List.of(counts), counts.axis());
        int group = Math.max(MIN_GROUP, (counts.bins() + MAX_GROUPS - 1) / MAX_GROUPS);
        stages = StructureAnalysis.of(List.of(merged(counts, group), fluctuations(group)), counts.axis());
    }

    /** Returns counts in wider bins. */
    static BinnedCounts merged(BinnedCounts of, int times) {
        return times == 1 ? of
                : new BinnedCounts(of.info(), of.rateUnit(), of.axis(), of.binWidth() * times, of.end(), of.scale(),
                        of.shareMeasured(), BucketGrid.merged(of.counts(), times),
                        BucketGrid.merged(of.measured(), times));
    }

    private static double[] rates(BinnedCounts of) {
        return IntStream.range(0, of.bins())
                .mapToDouble(i -> of.measured()[i] > 0 ? of.counts()[i] / of.measured()[i] * of.scale() : Double.NaN)
                .toArray();
    }

    /** Returns the fluctuation relative to the rate in groups of bins, as counts of a second event. */
    private BinnedCounts fluctuations(int group) {
        double[] sizes = new double[(counts.bins() + group - 1) / group];
        double[] lengths = new double[sizes.length];
        for (int g = 0; g < sizes.length; g++) {
            double[] part = known(g * group, (g + 1) * group);
            double mean = Statistics.mean(part);
            lengths[g] = part.length * counts.binWidth();
            sizes[g] = part.length < 2 || !(mean > 0) ? 0
                    : fluctuation(part) / mean * FLUCTUATION_COUNTS * lengths[g] / counts.binWidth();
        }
        return new BinnedCounts(counts.info(), counts.rateUnit(), counts.axis(), counts.binWidth() * group,
                counts.end(), 1, 1, sizes, lengths);
    }

    /** Returns the median difference of successive values: a step between two levels does not change it. */
    private static double fluctuation(double[] values) {
        return Statistics.median(
                IntStream.range(1, values.length).mapToDouble(i -> Math.abs(values[i] - values[i - 1])).toArray());
    }

    /** Returns the measured rates of bins. */
    private double[] known(int from, int to) {
        return Arrays.stream(rates, Math.max(0, from), Math.min(rates.length, to)).filter(Double::isFinite).toArray();
    }

    double[] between(double from, double to) {
        return known((int) Math.round(from / counts.binWidth()), (int) Math.round(to / counts.binWidth()));
    }

    double length() {
        return counts.end();
    }

    /** Returns the structure of the rates. */
    Structure levels() {
        return levels;
    }

    /** Returns the visible intervals that differ in level or in fluctuation. */
    List<Stay> stages() {
        return stages.visibleStays();
    }

    /** Returns the median difference between successive rates in an interval. */
    double fluctuation(double from, double to) {
        double[] part = between(from, to);
        return part.length < 2 ? Double.NaN : fluctuation(part);
    }

    /** Returns rates in at most this many equal bins. */
    double[] rates(int bins) {
        int times = Math.max(1, (counts.bins() + bins - 1) / bins);
        BinnedCounts wide = merged(counts, times);
        double[] of = rates(wide);
        // The last bin may have few samples, and so an extreme rate.
        int whole = wide.bins() * times > counts.bins() && of.length > 1 ? of.length - 1 : of.length;
        return Arrays.stream(of, 0, whole).filter(Double::isFinite).toArray();
    }

    /** Returns the fluctuations of equal parts of the run. */
    double[] fluctuations() {
        int group = Math.max(MIN_GROUP, (counts.bins() + PATTERN_BINS - 1) / PATTERN_BINS);
        return IntStream.range(0, counts.bins() / group)
                .mapToObj(g -> known(g * group, (g + 1) * group))
                .filter(part -> part.length > 1)
                .mapToDouble(ChartReading::fluctuation)
                .filter(f -> f > 0)
                .toArray();
    }

    /** Returns the trend of the rates' logarithms from a position to the end of the run; empty array: too short. */
    static MonotoneTrend trend(double[] values) {
        return MonotoneTrend.of(Arrays.stream(values).filter(v -> v > 0).map(Math::log).toArray());
    }

    /** Returns the alternating zones of high and low rate; empty if the rates do not form two classes. */
    List<Zone> zones() {
        List<Segment> segments = levels.segments().stream().filter(s -> rate(s) > 0).toList();
        if (segments.size() < 3) {
            return List.of();
        }
        double low = segments.stream().mapToDouble(s -> Math.log(rate(s))).min().orElse(0);
        double high = segments.stream().mapToDouble(s -> Math.log(rate(s))).max().orElse(0);
        for (int round = 0; round < ROUNDS_OF_MEANS; round++) {
            double middle = (low + high) / 2;
            low = mean(segments.stream().filter(s -> Math.log(rate(s)) < middle).toList(), low);
            high = mean(segments.stream().filter(s -> Math.log(rate(s)) >= middle).toList(), high);
        }
        if (high - low < Math.log(MIN_RATE_RATIO)) {
            return List.of();
        }
        double middle = (low + high) / 2;
        List<Zone> zones = new ArrayList<>();
        for (Segment s : segments) {
            boolean isHigh = Math.log(rate(s)) >= middle;
            Zone last = zones.isEmpty() ? null : zones.get(zones.size() - 1);
            if (last != null && last.high() == isHigh) {
                zones.set(zones.size() - 1, new Zone(isHigh, last.from(), s.to()));
            } else {
                zones.add(new Zone(isHigh, s.from(), s.to()));
            }
        }
        return zones;
    }

    private static double rate(Segment s) {
        Double rate = s.rates().get(0);
        return rate == null ? 0 : rate;
    }

    private static double mean(List<Segment> of, double otherwise) {
        double length = of.stream().mapToDouble(Segment::length).sum();
        return length == 0 ? otherwise : of.stream().mapToDouble(s -> Math.log(rate(s)) * s.length()).sum() / length;
    }

    /**
     * Two occurrences of one pattern.
     *
     * @param correlation correlation of the two occurrences, -1..1
     * @param length length of one
     * @param chance whether series of the same blocks in random order have such a correlation too
     */
    record Pair(double correlation, double length, boolean chance) {}

    /** Returns the two successive intervals of equal length that are most alike. */
    Pair mostAlike() {
        double[] y = Arrays.stream(rates(PATTERN_BINS)).filter(v -> v > 0).map(Math::log).toArray();
        double[] best = mostAlike(y);
        List<double[]> blocks = new ArrayList<>();
        for (int b = 0; b < BLOCKS; b++) {
            blocks.add(Arrays.copyOfRange(y, y.length * b / BLOCKS, y.length * (b + 1) / BLOCKS));
        }
        java.util.Random random = new java.util.Random(2011);
        int asHigh = 0;
        for (int i = 0; i < SURROGATES; i++) {
            Collections.shuffle(blocks, random);
            asHigh += mostAlike(blocks.stream().flatMapToDouble(Arrays::stream).toArray())[0] >= best[0] ? 1 : 0;
        }
        return new Pair(best[0], best[1] * length() / Math.max(1, y.length), asHigh > SURROGATES / 50);
    }

    /** Returns the largest correlation of two successive intervals, and their length in bins. */
    private static double[] mostAlike(double[] y) {
        double[] best = {-1, 0};
        PearsonsCorrelation correlation = new PearsonsCorrelation();
        for (int length = (int) Math.ceil(MIN_COVERED_BY_PATTERN * y.length / 2); 2 * length <= y.length; length++) {
            for (int from = 0; from + 2 * length <= y.length && length > 1; from += 2) {
                double r = correlation.correlation(Arrays.copyOfRange(y, from, from + length),
                        Arrays.copyOfRange(y, from + length, from + 2 * length));
                if (r > best[0]) {
                    best = new double[]{r, length};
                }
            }
        }
        return best;
    }
}
