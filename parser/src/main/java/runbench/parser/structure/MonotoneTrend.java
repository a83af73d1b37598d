package runbench.parser.structure;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Whether a series rises or falls: Mann and Kendall's S and Theil and Sen's slope, S against that of noise with the power
 * law of the series' own rest, since in noise with memory S is large by chance far more often than its tables say.
 *
 * @param start  the line's value at the first bin
 * @param end    the line's value at the last bin
 * @param excess |S| / the largest |S| of {@link #NOISES} noises: beyond 1 is a trend
 */
record MonotoneTrend(double start, double end, double excess) {
    private static final int NOISES = 59;
    private static final int POINTS = 64;
    /** A slope told from few frequencies is uncertain, and one that is too flat lets noise pass for a trend. */
    private static final double STEEPER = 1.4;

    static MonotoneTrend of(double[] x) {
        double[] y = BinnedColumns.merged(x, Math.max(1, (int) Math.ceil((double) x.length / POINTS)));
        int n = y.length;
        double slope = slope(y);
        double[] rest = new double[n];
        for (int i = 0; i < n; i++) {
            rest[i] = y[i] - slope * i;
        }
        double[] sorted = rest.clone();
        Arrays.sort(sorted);
        double level = sorted[n / 2];
        int size = Spectra.size(2 * n);
        double[] power = Spectra.power(rest, size);
        double[] law = law(power, size, n);
        SplittableRandom random = new SplittableRandom(1945);
        double largest = 1;
        for (int i = 0; i < NOISES; i++) {
            largest = Math.max(largest, Math.abs(score(Arrays.copyOf(Spectra.noise(law, random), n))));
        }
        return new MonotoneTrend(level, level + slope * (n - 1), Math.abs(score(y)) / largest);
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
        return k == 0 ? 0 : k % 2 == 1 ? slopes[k / 2] : (slopes[k / 2] + slopes[k / 2 - 1]) / 2;
    }

    /** Power law by least squares of the logarithms, without the frequencies that a line takes; no steeper than a random walk and no flatter than white noise. */
    private static double[] law(double[] power, int size, int n) {
        double sx = 0;
        double sy = 0;
        double sxx = 0;
        double sxy = 0;
        double count = 0;
        double step = (double) size / n;
        for (double own = 3; own * step < power.length; own *= 1.2) {
            int k = (int) Math.round(own * step);
            double px = Math.log(k);
            double py = Math.log(Math.max(1e-12, power[Math.min(k, power.length - 1)]));
            sx += px;
            sy += py;
            sxx += px * px;
            sxy += px * py;
            count++;
        }
        double slope = Math.max(-2, Math.min(0, STEEPER * (count * sxy - sx * sy) / (count * sxx - sx * sx)));
        double[] out = new double[power.length];
        for (int k = 1; k < out.length; k++) {
            out[k] = Math.exp(slope * Math.log(k));
        }
        return out;
    }
}
