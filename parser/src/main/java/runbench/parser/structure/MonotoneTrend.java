package runbench.parser.structure;

import java.util.Arrays;
import java.util.SplittableRandom;
import runbench.base.stats.Statistics;

/**
 * Whether a series rises or falls: Mann and Kendall's S and Theil and Sen's slope, S against that of noise with the
 * long memory of the series' own rest, since in such noise S is large by chance far more often than its tables say.
 *
 * @param start the line's value at the first bin
 * @param end the line's value at the last bin
 * @param excess |S| / the largest |S| of {@link #NOISES} noises: beyond 1 is a trend
 */
record MonotoneTrend(double start, double end, double excess) {
    private static final int NOISES = 59;
    private static final int POINTS = 64;

    static MonotoneTrend of(double[] x) {
        double[] y = BinnedColumns.merged(x, Math.max(1, (int) Math.ceil((double) x.length / POINTS)));
        int n = y.length;
        double slope = slope(y);
        double[] sorted = withoutLine(y, slope);
        Arrays.sort(sorted);
        double level = Statistics.highMedianOfSorted(sorted);
        double[] law = law(LongMemory.upper(withoutLine(x, slope * n / x.length)), Spectra.size(2 * n));
        SplittableRandom random = new SplittableRandom(1945);
        double largest = 1;
        for (int i = 0; i < NOISES; i++) {
            largest = Math.max(largest, Math.abs(score(Arrays.copyOf(Spectra.noise(law, random), n))));
        }
        return new MonotoneTrend(level, level + slope * (n - 1), Math.abs(score(y)) / largest);
    }

    private static double[] withoutLine(double[] x, double slope) {
        double[] rest = new double[x.length];
        for (int i = 0; i < rest.length; i++) {
            rest[i] = x[i] - slope * i;
        }
        return rest;
    }

    /** Mann and Kendall's S. */
    static int score(double[] y) {
        int s = 0;
        for (int i = 0; i < y.length; i++) {
            for (int j = i + 1; j < y.length; j++) {
                s += y[j] > y[i] ? 1 : y[j] < y[i] ? -1 : 0;
            }
        }
        return s;
    }

    /** Theil and Sen's: the median of the slopes between all pairs. */
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

    /** Of the series' memory, no steeper than a random walk's. */
    private static double[] law(double memory, int size) {
        double[] power = new double[size / 2 + 1];
        for (int k = 1; k < power.length; k++) {
            power[k] = Math.pow(k, -2 * memory);
        }
        return power;
    }
}
