package runbench.parser.simpoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import runbench.base.stats.Statistics;

/**
 * Intervals drawn at random from strata, to be measured, by two-phase stratified sampling. Phase one knows the vectors
 * of all intervals: the strata are made of clusters of them. Phase two measures a few of each: first as many as the
 * spread of the vectors suggests, then by Neyman's allocation as many as the spread that was measured asks for, until
 * the interval of the estimate is as narrow as it shall be. Strata are estimated by ratios (count per instruction),
 * their variances are drawn towards that of all strata and have the finite population correction, Satterthwaite's
 * degrees of freedom choose the t (Cochran, Sampling Techniques, 1977, chapters 5 and 6).
 */
final class StratifiedSample {
    static final double CONFIDENCE = 0.95;
    private static final int LEAST = 2;
    private static final int PILOT_EACH = 8;
    /**
     * The variance of all strata counts as so many values of each: a stratum may have rare intervals unlike those drawn
     * so far.
     */
    private static final double PRIOR = 2;
    private static final int PILOT = 40;
    private static final int ROUNDS = 8;

    /**
     * Count per instruction, over all intervals.
     *
     * @param low and high: of the confidence interval
     */
    record Estimate(double rate, double low, double high) {}

    private final long[] length;
    /** Of each stratum its intervals in the order of their drawing. */
    private final List<int[]> order = new ArrayList<>();
    /** Of each stratum how many have been drawn. */
    private final int[] drawn;
    private final double[] instructions;

    StratifiedSample(Strata strata, long[] length, SplittableRandom random) {
        this.length = length;
        drawn = new int[strata.count()];
        instructions = new double[strata.count()];
        for (int h = 0; h < strata.count(); h++) {
            int stratum = h;
            int[] members = IntStream.range(0, length.length).filter(i -> strata.of()[i] == stratum).toArray();
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
            draw(h, (int) Math.max(PILOT_EACH, Math.ceil(PILOT * share)));
        }
    }

    /** Draws so many of a stratum in all; what would leave no more than one out takes all. */
    private void draw(int h, int number) {
        int size = order.get(h).length;
        int n = Math.max(drawn[h], Math.max(LEAST, number));
        drawn[h] = n >= size - 1 ? size : n;
    }

    /**
     * Draws until the estimate of this count has an interval of at most so much of it to either side. @param error 0.03
     * for 3 %
     */
    void until(long[] counts, double error) {
        for (int round = 0; round < ROUNDS; round++) {
            Estimate now = estimate(counts);
            double half = (now.high - now.low) / 2;
            if (half <= error * now.rate) {
                return;
            }
            allocate(counts, error * now.rate * Arrays.stream(instructions).sum());
        }
    }

    /** Neyman: in proportion to size times spread. */
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
            draw(h, drawn[h] + Math.max(1, drawn[h] / 10)); // rounding left it a little too wide
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

    /** Of the counts about what the ratio makes of their instructions. */
    private double variance(int h, long[] counts) {
        double ratio = ratio(h, counts);
        double squares = 0;
        for (int i = 0; i < drawn[h]; i++) {
            double d = counts[order.get(h)[i]] - ratio * length[order.get(h)[i]];
            squares += d * d;
        }
        return drawn[h] > 1 ? squares / (drawn[h] - 1) : 0;
    }

    /** Of each stratum; drawn towards that of all, the more the fewer values there are. */
    private double[] variances(long[] counts) {
        double[] out = new double[drawn.length];
        double pooled = 0;
        for (int h = 0; h < drawn.length; h++) {
            out[h] = variance(h, counts);
            pooled += out[h] * (drawn[h] - 1);
        }
        pooled /= Math.max(1, size() - drawn.length);
        for (int h = 0; h < drawn.length; h++) {
            out[h] = (out[h] * (drawn[h] - 1) + pooled * PRIOR) / (drawn[h] - 1 + PRIOR);
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

    /** How many intervals have been drawn. */
    int size() {
        return Arrays.stream(drawn).sum();
    }

    /** Whether each interval has been drawn: for how many instructions it stands then, 0 otherwise. */
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
}
