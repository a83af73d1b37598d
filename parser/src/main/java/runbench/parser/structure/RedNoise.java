package runbench.parser.structure;

import java.util.Arrays;
import java.util.SplittableRandom;
import runbench.base.stats.Statistics;

/**
 * The noise that a series would be without what repeats in it: its power is that of the series, smoothed over a wide
 * band of frequencies by medians, so that lines do not count, and a power law at the lowest frequencies, where there is
 * no band.
 */
final class RedNoise {
    /** Half a band: from a frequency divided by it to one multiplied by it. */
    private static final double BAND = 2.5;
    private static final int POINTS = 48;
    /** Below so many frequencies of the series itself a power law is fitted. */
    private static final double LOWEST = 6;
    private static final double HIGHEST_OF_LAW = 24;
    private static final double EULER = 0.5772;

    private final double[] background;

    private RedNoise(double[] background) {
        this.background = background;
    }

    /**
     * @param power at frequencies 0 to the highest
     * @param length of the series that it was made of, without the zeros behind it
     * @param size of the noise: a power of two
     */
    static RedNoise of(double[] power, int length, int size) {
        double perOwn = 2.0 * (power.length - 1) / length;
        double[] law = law(power, perOwn);
        double[] background = new double[size / 2 + 1];
        double ratio = (power.length - 1.0) / (background.length - 1);
        double lowest = LOWEST * perOwn;
        double[] band = new double[POINTS];
        double step = Math.pow(power.length / lowest, 1.0 / 64);
        double known = lowest;
        double[] at = new double[80];
        double[] smooth = new double[80];
        int grid = 0;
        for (; known < power.length * step && grid < at.length; known *= step, grid++) {
            at[grid] = Math.log(known);
            smooth[grid] = Math.log(Math.max(1e-12, smoothed(power, Math.min(known, power.length - 1), band)));
        }
        for (int k = 1; k < background.length; k++) {
            double own = k * ratio;
            double log = own < lowest ? law[0] + law[1] * Math.log(own) : interpolated(at, smooth, grid, Math.log(own));
            background[k] = Math.exp(log);
        }
        return new RedNoise(background);
    }

    private static double smoothed(double[] power, double frequency, double[] band) {
        int count = 0;
        for (int i = 0; i < POINTS; i++) {
            double f = frequency * Math.pow(BAND, 2.0 * i / (POINTS - 1) - 1);
            int k = (int) Math.round(f);
            if (k >= 1 && k < power.length) {
                band[count++] = power[k];
            }
        }
        Arrays.sort(band, 0, count);
        return Statistics.highMedianOfSorted(band, count) / Math.log(2);
    }

    private static double interpolated(double[] at, double[] values, int count, double x) {
        double place = (x - at[0]) / (at[1] - at[0]);
        int i = (int) Math.max(0, Math.min(count - 2, Math.floor(place)));
        double part = Math.max(0, Math.min(1, place - i));
        return values[i] * (1 - part) + values[i + 1] * part;
    }

    /** Intercept and slope of log power over log frequency at the lowest frequencies. */
    private static double[] law(double[] power, double perOwn) {
        double n = 0;
        double sx = 0;
        double sy = 0;
        double sxx = 0;
        double sxy = 0;
        for (double own = 1; own <= HIGHEST_OF_LAW; own *= 1.15) {
            int k = (int) Math.min(power.length - 1, Math.max(1, Math.round(own * perOwn)));
            double x = Math.log(k);
            double y = Math.log(Math.max(1e-12, power[k])) + EULER;
            n++;
            sx += x;
            sy += y;
            sxx += x * x;
            sxy += x * y;
        }
        double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
        return new double[]{(sy - slope * sx) / n, slope};
    }

    /** Power of one such noise at frequencies 0 to the highest. */
    double[] power(SplittableRandom random) {
        double[] power = new double[background.length];
        for (int k = 1; k < power.length; k++) {
            power[k] = -background[k] * Math.log(1 - random.nextDouble());
        }
        return power;
    }
}
