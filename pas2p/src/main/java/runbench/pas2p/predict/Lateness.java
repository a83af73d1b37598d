package runbench.pas2p.predict;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * By how much a program was late, occurrence after occurrence, that makes up for what it loses: one that keeps to a
 * schedule, or whose ranks have work to catch up with after one of them had to wait for a processor. What its
 * occurrences take in the mean then hangs on how late it happened to be at the first and the last of them. So the pace
 * is that of a robust line through the instants at which they ended (repeated medians; Siegel 1982), from which up to
 * half of them may be far away.
 *
 * @param pace time to the expected time, by that line
 * @param error its standard error (jackknife over blocks of neighbours)
 * @param endS by how much it was late at the end of the last one, s; negative: early
 * @param straysS standard deviation of being late, s
 */
record Lateness(double pace, double error, double endS, double straysS) {
    /** Below so many nothing can be told. */
    private static final int FEWEST = 10;
    private static final int MOST_POINTS = 256;
    private static final int BLOCKS = 8;
    /**
     * Of the standard deviation that being late would have if occurrences were independent, what made up for leaves at
     * most.
     */
    private static final double LEFT = 0.5;
    /**
     * More than a few per cent off it is no schedule that is seen, or only a piece of being late or of making up for
     * it.
     */
    private static final double UNSURE = 0.1;
    private static final double APART = 0.3;
    private static final double NORMAL = 1.4826;
    /** Variance of a random walk about the line through it, in steps. */
    private static final double WALK = 1 / 15.0;
    /** Variance of the slope of that line times the length squared, in variances about it: 6/5 over {@link #WALK}. */
    private static final double SLOPE_OF_WALK = 18;
    private static final int MOST_BLOCKS = 16;
    private static final int LEAST_BLOCK = 4;

    /**
     * @param measured of occurrences that follow each other
     * @param expected of each, but for one factor
     * @return null: what one loses is not made up for, or there are too few to tell
     */
    static Lateness of(double[] measured, double[] expected) {
        int n = measured.length;
        if (n < FEWEST) {
            return null;
        }
        int points = Math.min(MOST_POINTS, n + 1);
        double[] at = new double[points];
        double[] ended = new double[points];
        double x = 0;
        double y = 0;
        int next = 0;
        for (int i = 0; i <= n; i++) {
            if (next < points && i == (int) ((long) next * n / (points - 1))) {
                at[next] = x;
                ended[next++] = y;
            }
            x += i < n ? expected[i] : 0;
            y += i < n ? measured[i] : 0;
        }
        double pace = pace(at, ended, -1);
        double[] late = IntStream.range(0, points).mapToDouble(i -> ended[i] - pace * at[i]).toArray();
        double usual = median(late.clone());
        double typical = NORMAL * median(Arrays.stream(late).map(l -> Math.abs(l - usual)).toArray());
        double one = Math.sqrt(IntStream.range(0, n)
                .mapToDouble(i -> Math.pow(measured[i] - pace * expected[i], 2))
                .average()
                .orElse(0));
        double error = Math.hypot(jackknife(at, ended), drift(late) / at[points - 1]);
        if (!(pace > 0) || typical >= LEFT * one * Math.sqrt(n * WALK) || error > UNSURE * pace
                || Math.abs(1 - pace) > APART) {
            return null;
        }
        double strays = Math.sqrt(Arrays.stream(late).map(l -> (l - usual) * (l - usual)).average().orElse(0));
        return new Lateness(pace, error, late[points - 1] - usual, strays);
    }

    /** Slope of the line. @param without this block of the points; -1: of all */
    private static double pace(double[] x, double[] y, int without) {
        int n = x.length;
        int[] of = IntStream.range(0, n).filter(i -> without < 0 || i * BLOCKS / n != without).toArray();
        double[] slopes = new double[of.length];
        double[] own = new double[of.length];
        for (int i = 0; i < of.length; i++) {
            int k = 0;
            for (int j : of) {
                if (x[j] != x[of[i]]) {
                    own[k++] = (y[j] - y[of[i]]) / (x[j] - x[of[i]]);
                }
            }
            slopes[i] = k == 0 ? 1 : median(Arrays.copyOf(own, k));
        }
        return median(slopes);
    }

    private static double jackknife(double[] x, double[] y) {
        double[] left = IntStream.range(0, BLOCKS).mapToDouble(b -> pace(x, y, b)).toArray();
        double mean = Arrays.stream(left).average().orElseThrow();
        return Math.sqrt((BLOCKS - 1.0) / BLOCKS * Arrays.stream(left).map(p -> (p - mean) * (p - mean)).sum());
    }

    /**
     * What being late more and more, or less and less, while a load changes may do to the slope, times the length:
     * where means of blocks differ by more than what strays within them explains, as much as a random walk would whose
     * variance about the line through it is that.
     */
    private static double drift(double[] late) {
        int n = late.length;
        int blocks = Math.min(MOST_BLOCKS, n / LEAST_BLOCK);
        if (blocks < 3) {
            return 0;
        }
        double between = 0;
        double within = 0;
        double all = Arrays.stream(late).average().orElse(0);
        for (int b = 0; b < blocks; b++) {
            double[] block = Arrays.copyOfRange(late, b * n / blocks, (b + 1) * n / blocks);
            double mean = Arrays.stream(block).average().orElse(0);
            between += (mean - all) * (mean - all) / (blocks - 2);
            within += Arrays.stream(block).map(l -> (l - mean) * (l - mean)).sum() / (block.length - 1) / block.length
                    / blocks;
        }
        return Math.sqrt(SLOPE_OF_WALK * Math.max(0, between - within));
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        int n = values.length;
        return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
    }
}
