package runbench.parser.simpoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import runbench.base.stats.Statistics;

/**
 * A two-phase stratified random sample of the intervals to measure. Phase one uses the vectors of all intervals, whose
 * clusters form the strata. Phase two measures a few intervals of each stratum. The first allocation follows the spread
 * of the vectors. Further draws follow Neyman's allocation with the measured spread, until the confidence interval of
 * the estimate has the requested width. Strata are estimated by ratios (count per instruction). Their variances are
 * shrunk towards that of all strata and have the finite population correction. Satterthwaite's degrees of freedom
 * determine the t value (Cochran, Sampling Techniques, 1977, chapters 5 and 6).
 */
final class StratifiedSample {
    static final double CONFIDENCE = 0.95;
    private static final int MIN_PER_STRATUM = 2;
    private static final int PILOT_PER_STRATUM = 8;
    /**
     * Weight of the variance of all strata, in values per stratum. A stratum may contain rare intervals that differ
     * from those drawn so far.
     */
    private static final double PRIOR_VALUES = 2;
    private static final int PILOT_SIZE = 40;
    private static final int ROUNDS = 8;

    /**
     * The estimated count per instruction over all intervals.
     *
     * @param rate count per instruction
     * @param low lower end of the confidence interval
     * @param high upper end of the confidence interval
     */
    record Estimate(double rate, double low, double high) {}

    private final long[] length;
    /** Intervals of each stratum in the order of the draw. */
    private final List<int[]> order = new ArrayList<>();
    /** Number of drawn intervals per stratum. */
    private final int[] drawn;
    private final double[] instructions;

    StratifiedSample(Strata strata, long[] length, SplittableRandom random) {
        this.length = length;
        drawn = new int[strata.count()];
        instructions = new double[strata.count()];
        for (int h = 0; h < strata.count(); h++) {
            int stratum = h;
            int[] members = IntStream.range(0, length.length)
                    .filter(i -> strata.stratumOfInterval()[i] == stratum)
                    .toArray();
            for (int i = members.length - 1; i > 0; i--) {
                int j = random.nextInt(i + 1);
                int kept = members[i];
                members[i] = members[j];
                members[j] = kept;
            }
            order.add(members);
            instructions[h] = Arrays.stream(members).mapToDouble(i -> length[i]).sum();
        }
        pilot(strata.spread());
    }

    private void pilot(double[] spread) {
        double all = 0;
        for (int h = 0; h < drawn.length; h++) {
            all += order.get(h).length * spread[h];
        }
        for (int h = 0; h < drawn.length; h++) {
            double share = all > 0 ? order.get(h).length * spread[h] / all : 0;
            draw(h, (int) Math.max(PILOT_PER_STRATUM, Math.ceil(PILOT_SIZE * share)));
        }
    }

    /**
     * Draws intervals until a stratum has the given total. If at most one interval would remain, draws all.
     *
     * @param h the stratum
     * @param number total number of drawn intervals
     */
    private void draw(int h, int number) {
        int size = order.get(h).length;
        int n = Math.max(drawn[h], Math.max(MIN_PER_STRATUM, number));
        drawn[h] = n >= size - 1 ? size : n;
    }

    /**
     * Draws until the half-width of the confidence interval of this count's estimate is at most the requested error.
     *
     * @param counts counts per interval
     * @param error maximum relative half-width; 0.03 for 3 %
     */
    void drawToError(long[] counts, double error) {
        for (int round = 0; round < ROUNDS; round++) {
            Estimate now = estimate(counts);
            double half = (now.high - now.low) / 2;
            if (half <= error * now.rate) {
                return;
            }
            allocate(counts, error * now.rate * Arrays.stream(instructions).sum());
        }
    }

    /** Allocates draws by Neyman's rule: in proportion to size times spread. */
    private void allocate(long[] counts, double half) {
        double[] variance = variances(counts);
        double[] spread = new double[drawn.length];
        double sum = 0;
        double squares = 0;
        for (int h = 0; h < drawn.length; h++) {
            double size = order.get(h).length;
            spread[h] = Math.sqrt(variance[h]);
            sum += size * spread[h];
            squares += size * variance[h];
        }
        double freedom = Math.max(2, size() - drawn.length);
        double t = Statistics.studentFactor(CONFIDENCE, freedom);
        double needed = sum * sum / (half * half / (t * t) + squares);
        boolean more = false;
        for (int h = 0; h < drawn.length; h++) {
            int before = drawn[h];
            draw(h, (int) Math.ceil(sum > 0 ? needed * order.get(h).length * spread[h] / sum : 0));
            more |= drawn[h] > before;
        }
        for (int h = 0; h < drawn.length && !more; h++) {
            draw(h, drawn[h] + Math.max(1, drawn[h] / 10)); // rounding left the interval slightly too wide
        }
    }

    private double ratio(int h, long[] counts) {
        double sum = 0;
        double of = 0;
        for (int i = 0; i < drawn[h]; i++) {
            sum += counts[order.get(h)[i]];
            of += length[order.get(h)[i]];
        }
        return sum / of;
    }

    /** Returns the variance of the counts about the ratio estimate for their instructions. */
    private double variance(int h, long[] counts) {
        double ratio = ratio(h, counts);
        double squares = 0;
        for (int i = 0; i < drawn[h]; i++) {
            double d = counts[order.get(h)[i]] - ratio * length[order.get(h)[i]];
            squares += d * d;
        }
        return drawn[h] > 1 ? squares / (drawn[h] - 1) : 0;
    }

    /**
     * Returns the variance of each stratum, shrunk towards that of all strata. The shrinkage is stronger for strata
     * with fewer values.
     */
    private double[] variances(long[] counts) {
        double[] out = new double[drawn.length];
        double pooled = 0;
        for (int h = 0; h < drawn.length; h++) {
            out[h] = variance(h, counts);
            pooled += out[h] * (drawn[h] - 1);
        }
        pooled /= Math.max(1, size() - drawn.length);
        for (int h = 0; h < drawn.length; h++) {
            out[h] = (out[h] * (drawn[h] - 1) + pooled * PRIOR_VALUES) / (drawn[h] - 1 + PRIOR_VALUES);
        }
        return out;
    }

    Estimate estimate(long[] counts) {
        double[] variances = variances(counts);
        double total = 0;
        double variance = 0;
        double fourth = 0;
        for (int h = 0; h < drawn.length; h++) {
            double size = order.get(h).length;
            double part = size * (size - drawn[h]) / drawn[h] * variances[h];
            total += instructions[h] * ratio(h, counts);
            variance += part;
            fourth += drawn[h] > 1 ? part * part / (drawn[h] - 1) : 0;
        }
        double all = Arrays.stream(instructions).sum();
        double half = fourth > 0
                ? Math.sqrt(variance) * Statistics.studentFactor(CONFIDENCE, variance * variance / fourth)
                : 0;
        return new Estimate(total / all, Math.max(0, total - half) / all, (total + half) / all);
    }

    /** Returns the number of drawn intervals. */
    int size() {
        return Arrays.stream(drawn).sum();
    }

    /** Returns the number of instructions that each interval represents; 0 if the interval was not drawn. */
    double[] weights() {
        double[] out = new double[length.length];
        for (int h = 0; h < drawn.length; h++) {
            double measured = 0;
            for (int i = 0; i < drawn[h]; i++) {
                measured += length[order.get(h)[i]];
            }
            for (int i = 0; i < drawn[h]; i++) {
                out[order.get(h)[i]] = instructions[h] * length[order.get(h)[i]] / measured;
            }
        }
        return out;
    }

    /**
     * The strata of the intervals, made from clusters. Intervals far from their cluster's mean form a separate stratum.
     * Such intervals (the first of a phase, mixtures of two) are few, and their counts differ most. In a common stratum
     * they would be drawn too rarely to be detected.
     *
     * @param stratumOfInterval stratum of each interval, from 0
     * @param spread root mean square distance of the intervals from their cluster's mean, per stratum
     */
    record Strata(int[] stratumOfInterval, double[] spread) {
        /** Minimum distance of an outlying interval, in units of the cluster's root mean square distance. */
        private static final double MIN_OUTLIER_DISTANCE = 2;

        private record Part(int cluster, boolean outlying) {}

        static Strata stratumOfInterval(IntervalClusters clusters) {
            Map<Part, Integer> numbers = new HashMap<>();
            int n = clusters.clusterOfInterval().length;
            int[] of = new int[n];
            double[] squares = new double[2 * clusters.count()];
            int[] sizes = new int[2 * clusters.count()];
            for (int i = 0; i < n; i++) {
                int c = clusters.clusterOfInterval()[i];
                of[i] = numbers.computeIfAbsent(
                        new Part(c, clusters.distance()[i] > MIN_OUTLIER_DISTANCE * clusters.spread()[c]),
                        p -> numbers.size());
                squares[of[i]] += clusters.distance()[i] * clusters.distance()[i];
                sizes[of[i]]++;
            }
            double[] spread = new double[numbers.size()];
            for (int h = 0; h < spread.length; h++) {
                spread[h] = Math.sqrt(squares[h] / sizes[h]);
            }
            return new Strata(of, spread);
        }

        int count() {
            return spread.length;
        }
    }
}
