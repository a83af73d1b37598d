package runbench.pas2p.predict;

import java.util.Arrays;
import java.util.stream.IntStream;
import runbench.base.stats.Statistics;

/**
 * The lateness of a program that compensates for lost time, occurrence by occurrence. Such a program keeps a schedule,
 * or its ranks catch up after one of them waited for a processor. The mean duration of its occurrences then depends on
 * the lateness at the first and the last one. The pace is therefore the slope of a robust line through their end times
 * (repeated medians; Siegel 1982), which tolerates outliers in up to half of the points.
 *
 * @param pace ratio of measured to expected time, by that line
 * @param error its standard error (jackknife over blocks of neighbours)
 * @param endS lateness at the end of the last occurrence, s; negative: early
 * @param straysS standard deviation of the lateness, s
 */
record Lateness(double pace, double error, double endS, double straysS) {
    /** Minimum number of occurrences. */
    private static final int MIN_OCCURRENCES = 10;
    private static final int MAX_POINTS = 256;
    private static final int BLOCKS = 8;
    /**
     * Upper limit of the lateness's standard deviation, relative to that of independent occurrences, for a program that
     * compensates.
     */
    private static final double MAX_REMAINING_DEVIATION = 0.5;
    /**
     * Upper limit of the pace's standard error: beyond a few per cent there is no schedule, or only a part of a delay
     * or of its compensation was measured.
     */
    private static final double MAX_RELATIVE_ERROR = 0.1;
    private static final double MAX_PACE_DIFFERENCE = 0.3;
    /** Variance of a random walk about the fitted line, in steps. */
    private static final double WALK_VARIANCE = 1 / 15.0;
    /**
     * Variance of the slope of that line times the squared length, relative to the variance about the line: 6/5 over
     * {@link #WALK_VARIANCE}.
     */
    private static final double WALK_SLOPE_VARIANCE = 18;
    private static final int MAX_BLOCKS = 16;
    private static final int MIN_BLOCK = 4;

    /**
     * Computes the lateness.
     *
     * @param measured durations of consecutive occurrences
     * @param expected expected duration of each, up to a common factor
     * @return null: lost time is not compensated for, or there are too few occurrences
     */
    static Lateness of(double[] measured, double[] expected) {
        int n = measured.length;
        if (n < MIN_OCCURRENCES) {
            return null;
        }
        int points = Math.min(MAX_POINTS, n + 1);
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
        double usual = Statistics.median(late);
        double typical = Statistics.DEVIATION_PER_MAD * Statistics.medianAbsoluteDeviation(late, usual);
        double one = Math.sqrt(IntStream.range(0, n)
                .mapToDouble(i -> Math.pow(measured[i] - pace * expected[i], 2))
                .average()
                .orElse(0));
        double error = Math.hypot(jackknife(at, ended), drift(late) / at[points - 1]);
        if (!(pace > 0) || typical >= MAX_REMAINING_DEVIATION * one * Math.sqrt(n * WALK_VARIANCE)
                || error > MAX_RELATIVE_ERROR * pace || Math.abs(1 - pace) > MAX_PACE_DIFFERENCE) {
            return null;
        }
        double strays = Math.sqrt(Arrays.stream(late).map(l -> (l - usual) * (l - usual)).average().orElse(0));
        return new Lateness(pace, error, late[points - 1] - usual, strays);
    }

    /**
     * Returns the slope of the line.
     *
     * @param without block of the points to omit; -1: none
     */
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
            slopes[i] = k == 0 ? 1 : Statistics.median(Arrays.copyOf(own, k));
        }
        return Statistics.median(slopes);
    }

    private static double jackknife(double[] x, double[] y) {
        return Statistics.jackknifeError(IntStream.range(0, BLOCKS).mapToDouble(b -> pace(x, y, b)).toArray());
    }

    /**
     * Returns the effect of a slowly changing lateness (under a changing load) on the slope times the length. If means
     * of blocks differ by more than the scatter within them explains, it is the effect of a random walk with that
     * variance about the fitted line.
     */
    private static double drift(double[] late) {
        int n = late.length;
        int blocks = Math.min(MAX_BLOCKS, n / MIN_BLOCK);
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
        return Math.sqrt(WALK_SLOPE_VARIANCE * Math.max(0, between - within));
    }
}
