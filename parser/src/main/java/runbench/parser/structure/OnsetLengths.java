package runbench.parser.structure;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.NormalDistribution;
import runbench.base.stats.Statistics;

/**
 * Statistics of the lengths between consecutive starts.
 *
 * @param mean of the lengths
 * @param half half the width of the 95 % interval of the mean
 * @param variation standard deviation / mean, after removal of a drift
 * @param drift null if the lengths neither grow nor shrink
 */
record OnsetLengths(double mean, double half, double variation, Structure.Drift drift) {
    private static final double DRIFT_SIGNIFICANCE_LEVEL = 0.01;
    private static final double MIN_RELATIVE_DRIFT = 0.05;
    private static final int MIN_LENGTHS_FOR_DRIFT = 6;
    /** Maximum number of lengths, or means of lengths, for a drift; it bounds the time. */
    private static final int MAX_LENGTHS_OF_DRIFT = 512;

    /**
     * Returns the statistics of one series of starts.
     *
     * @param starts at least two, ascending
     * @param grain resolution of the starts, in the same unit
     */
    static OnsetLengths of(List<Double> starts, double grain) {
        return ofRuns(List.of(starts), grain);
    }

    /**
     * Returns the statistics of several series of starts; the time between two series does not count.
     *
     * @param runs each at least two starts, ascending
     * @param grain resolution of the starts, in the same unit
     */
    static OnsetLengths ofRuns(List<List<Double>> runs, double grain) {
        double[] length = runs.stream()
                .flatMapToDouble(
                        starts -> IntStream.range(1, starts.size()).mapToDouble(i -> starts.get(i) - starts.get(i - 1)))
                .toArray();
        int n = length.length;
        double mean = Arrays.stream(length).sum() / n;
        int merged = (n + MAX_LENGTHS_OF_DRIFT - 1) / MAX_LENGTHS_OF_DRIFT;
        double[] few = BinnedColumns.merged(length, merged);
        double slope = n >= MIN_LENGTHS_FOR_DRIFT ? MonotoneTrend.slope(few) / merged : 0;
        double p = p(MonotoneTrend.score(few), few.length);
        double first = mean - slope * (n - 1) / 2;
        double last = mean + slope * (n - 1) / 2;
        boolean drifts = n >= MIN_LENGTHS_FOR_DRIFT && first > 0 && last > 0 && p < DRIFT_SIGNIFICANCE_LEVEL
                && Math.abs(last - first) > Math.max(MIN_RELATIVE_DRIFT * mean, 2 * grain);
        double squares = 0;
        for (int i = 0; i < n; i++) {
            double expected = drifts ? first + slope * i : mean;
            squares += (length[i] - expected) * (length[i] - expected);
        }
        double deviation = n > 1 ? Math.sqrt(squares / (n - 1)) : 0;
        double t = n > 1 ? Statistics.studentFactor(0.95, n - 1) : 0;
        double half = Math.min(mean, Math.max(t * deviation / Math.sqrt(n), grain / n));
        return new OnsetLengths(mean, half, deviation / mean, drifts ? new Structure.Drift(first, last, p) : null);
    }

    /** Returns the two-sided p-value of a score, by the normal approximation. */
    private static double p(int score, int n) {
        if (n < 3 || score == 0) {
            return 1;
        }
        double variance = n * (n - 1.0) * (2 * n + 5) / 18;
        return 2 * (1 - new NormalDistribution().cumulativeProbability((Math.abs(score) - 1) / Math.sqrt(variance)));
    }
}
