package runbench.parser.structure;

import java.util.Arrays;
import java.util.SplittableRandom;
import runbench.base.stats.Statistics;

/**
 * A rising or falling trend of a series: the slope of Theil and Sen with the statistic S of Mann and Kendall. S is
 * compared with that of noise with the same long memory as the residuals. In such noise a large S is far more frequent
 * than in the tables for independent values.
 *
 * @param start the line's value at the first bin
 * @param end the line's value at the last bin
 * @param excess |S| / the largest |S| of {@link #NOISE_SERIES} noise series; above 1 there is a trend
 * @param bend largest distance of a quarter's mean from the line, as a share of the change
 */
public record MonotoneTrend(double start, double end, double excess, double bend) {
    private static final int NOISE_SERIES = 59;
    private static final int POINTS = 64;

    /** Returns the trend of a series in equal bins. */
    public static MonotoneTrend of(double[] x) {
        int merged = Math.max(1, (int) Math.ceil((double) x.length / POINTS));
        double[] y = BinnedColumns.merged(x, merged);
        int n = y.length;
        double slope = slope(y);
        double[] sorted = withoutLine(y, slope);
        Arrays.sort(sorted);
        double level = Statistics.highMedianOfSorted(sorted);
        double[] law = law(LongMemory.upper(withoutLine(x, slope / merged)), Spectra.size(2 * n));
        SplittableRandom random = new SplittableRandom(1945);
        double largest = 1;
        for (int i = 0; i < NOISE_SERIES; i++) {
            largest = Math.max(largest, Math.abs(score(Arrays.copyOf(Spectra.noise(law, random), n))));
        }
        return new MonotoneTrend(level, level + slope * (n - 1), Math.abs(score(y)) / largest,
                bend(withoutLine(y, slope), level) / Math.abs(slope * (n - 1)));
    }

    /** Returns the largest distance of a quarter's mean from a level. */
    private static double bend(double[] residuals, double level) {
        double largest = 0;
        for (int quarter = 0; quarter < 4; quarter++) {
            double[] part = Arrays.copyOfRange(residuals, residuals.length * quarter / 4,
                    residuals.length * (quarter + 1) / 4);
            largest = Math.max(largest, Math.abs(Arrays.stream(part).average().orElse(level) - level));
        }
        return largest;
    }

    private static double[] withoutLine(double[] x, double slope) {
        double[] rest = new double[x.length];
        for (int i = 0; i < rest.length; i++) {
            rest[i] = x[i] - slope * i;
        }
        return rest;
    }

    /**
     * Returns whether few independent values are in an order that is due to chance in less than 5 % of cases, by the
     * normal approximation of Mann and Kendall's S.
     */
    public static boolean isSignificant(double[] values) {
        int n = values.length;
        double deviation = Math.sqrt(n * (n - 1.0) * (2 * n + 5) / 18);
        return Math.abs(score(values)) - 1 > 1.96 * deviation;
    }

    /** Returns Mann and Kendall's S. */
    static int score(double[] y) {
        int s = 0;
        for (int i = 0; i < y.length; i++) {
            for (int j = i + 1; j < y.length; j++) {
                s += y[j] > y[i] ? 1 : y[j] < y[i] ? -1 : 0;
            }
        }
        return s;
    }

    /**
     * Returns Theil and Sen's slope, the median of the slopes between all pairs of values; 0 for fewer than two values.
     */
    static double slope(double[] y) {
        double[] slopes = new double[y.length * (y.length - 1) / 2];
        int k = 0;
        for (int i = 0; i < y.length; i++) {
            for (int j = i + 1; j < y.length; j++) {
                slopes[k++] = (y[j] - y[i]) / (j - i);
            }
        }
        Arrays.sort(slopes);
        return k == 0 ? 0 : Statistics.medianOfSorted(slopes);
    }

    /** Returns the power law of noise with the given memory. */
    private static double[] law(double memory, int size) {
        double[] power = new double[size / 2 + 1];
        for (int k = 1; k < power.length; k++) {
            power[k] = Math.pow(k, -2 * memory);
        }
        return power;
    }
}
