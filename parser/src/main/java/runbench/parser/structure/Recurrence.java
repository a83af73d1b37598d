package runbench.parser.structure;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import runbench.base.stats.Statistics;

/**
 * The period of a series, in bins: the lag of a peak of its autocorrelation. The peak must exceed those of red noise
 * with the same spectrum at lags of the same octave.
 */
final class Recurrence {
    static final int MIN_LAG = 4;
    private static final int NOISE_SERIES = 40;
    /** Tolerance, because the correlation at a multiple of a period is nearly that at the period. */
    private static final double MIN_FUNDAMENTAL_RATIO = 0.75;
    private static final double MIN_PEAK = 0.15;
    private static final double MIN_NOISE_RATIO = 1.3;

    private Recurrence() {
    }

    /** Returns the lag of the fundamental, in bins; empty if the autocorrelation has no peak above that of noise. */
    static Optional<Integer> lag(double[][] columns) {
        int n = columns[0].length;
        int longest = n / Structure.MIN_REPETITIONS;
        if (longest < 2 * MIN_LAG) {
            return Optional.empty();
        }
        int size = Spectra.size(2 * n);
        double[] power = new double[size / 2 + 1];
        for (double[] x : columns) {
            double[] own = Spectra.power(x, size);
            double total = 0;
            for (double p : own) {
                total += p;
            }
            for (int k = 0; k < power.length; k++) {
                power[k] += own[k] / total;
            }
        }
        double[] r = correlation(Spectra.autocovariance(power), n, longest, true);
        int octaves = octave(longest) + 1;
        double[][] noise = noise(power, n, longest, octaves);
        double[] mean = new double[octaves];
        double[] deviation = new double[octaves];
        for (int o = 0; o < octaves; o++) {
            int at = o;
            mean[o] = IntStream.range(0, NOISE_SERIES).mapToDouble(i -> noise[i][at]).average().orElse(0);
            deviation[o] = Math.max(0.02, Math
                    .sqrt(IntStream.range(0, NOISE_SERIES).mapToDouble(i -> Math.pow(noise[i][at] - mean[at], 2)).sum()
                            / (NOISE_SERIES - 1)));
        }
        double furthest = 0;
        for (double[] one : noise) {
            for (int o = 0; o < octaves; o++) {
                furthest = Math.max(furthest, (one[o] - mean[o]) / deviation[o]);
            }
        }
        double limit = MIN_NOISE_RATIO * furthest;
        return fundamental(r, mean, deviation, limit);
    }

    private static double[][] noise(double[] power, int n, int longest, int octaves) {
        int size = Spectra.size(n);
        RedNoise background = RedNoise.of(power, n, size);
        SplittableRandom random = new SplittableRandom(19980101);
        double[][] out = new double[NOISE_SERIES][];
        for (int i = 0; i < NOISE_SERIES; i += 2) {
            double[][] two = Spectra.autocovariances(background.power(random), background.power(random));
            out[i] = peaks(correlation(two[0], n, longest, false), octaves);
            out[i + 1] = peaks(correlation(two[1], n, longest, false), octaves);
        }
        return out;
    }

    private static double[] correlation(double[] covariance, int n, int longest, boolean padded) {
        double[] r = new double[longest + 2];
        for (int lag = 0; lag < r.length; lag++) {
            r[lag] = covariance[lag] / covariance[0] * (padded ? (double) n / (n - lag) : 1);
        }
        return r;
    }

    private static int octave(int lag) {
        return 31 - Integer.numberOfLeadingZeros(lag);
    }

    /** Returns, per octave of lags, the height of the highest peak above the lowest value before it. */
    private static double[] peaks(double[] r, int octaves) {
        double[] out = new double[octaves];
        double lowest = 1;
        for (int lag = 1; lag < r.length - 1; lag++) {
            lowest = Math.min(lowest, r[lag]);
            if (lag >= MIN_LAG && r[lag] >= r[lag - 1] && r[lag] >= r[lag + 1]) {
                out[octave(lag)] = Math.max(out[octave(lag)], r[lag] - lowest);
            }
        }
        return out;
    }

    private static Optional<Integer> fundamental(double[] r, double[] mean, double[] deviation, double limit) {
        int[] peaks = new int[r.length];
        int count = 0;
        double lowest = 1;
        double best = 0;
        for (int lag = 1; lag < r.length - 1; lag++) {
            lowest = Math.min(lowest, r[lag]);
            int o = octave(lag);
            if (lag >= MIN_LAG && (r[lag] - lowest - mean[o]) / deviation[o] > limit && r[lag] > MIN_PEAK
                    && isHighest(r, lag)) {
                peaks[count++] = lag;
                best = Math.max(best, r[lag]);
            }
        }
        for (int i = 0; i < count; i++) {
            if (r[peaks[i]] >= MIN_FUNDAMENTAL_RATIO * best) {
                return Optional.of(peaks[i]);
            }
        }
        return Optional.empty();
    }

    /** Of its surroundings. */
    private static boolean isHighest(double[] r, int lag) {
        int to = Math.min(r.length - 1, lag + lag / 4);
        for (int i = lag - lag / 4; i <= to; i++) {
            if (r[i] > r[lag]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Noise with the spectrum of a series but without its repetitions. Its power is the median of the series' power
     * over a wide band of frequencies, so that spectral lines do not count. At the lowest frequencies, where no band
     * fits, it is a power law.
     */
    private static final class RedNoise {
        /** Half width of a band: it reaches from the frequency divided by this factor to the frequency times it. */
        private static final double BAND_FACTOR = 2.5;
        private static final int POINTS = 48;
        /** Number of lowest frequencies of the series to which a power law is fitted. */
        private static final double LOWEST_FREQUENCIES = 6;
        private static final double MAX_LAW_FREQUENCY = 24;
        private static final double EULER_GAMMA = 0.5772;

        private final double[] background;

        private RedNoise(double[] background) {
            this.background = background;
        }

        /**
         * @param power at frequencies 0 to the highest
         * @param length length of the series, without the appended zeros
         * @param size of the noise: a power of two
         */
        static RedNoise of(double[] power, int length, int size) {
            double perOwn = 2.0 * (power.length - 1) / length;
            double[] law = law(power, perOwn);
            double[] background = new double[size / 2 + 1];
            double ratio = (power.length - 1.0) / (background.length - 1);
            double lowest = LOWEST_FREQUENCIES * perOwn;
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
                double log = own < lowest ? law[0] + law[1] * Math.log(own)
                        : interpolated(at, smooth, grid, Math.log(own));
                background[k] = Math.exp(log);
            }
            return new RedNoise(background);
        }

        private static double smoothed(double[] power, double frequency, double[] band) {
            int count = 0;
            for (int i = 0; i < POINTS; i++) {
                double f = frequency * Math.pow(BAND_FACTOR, 2.0 * i / (POINTS - 1) - 1);
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

        /** Returns intercept and slope of log power over log frequency at the lowest frequencies. */
        private static double[] law(double[] power, double perOwn) {
            double n = 0;
            double sx = 0;
            double sy = 0;
            double sxx = 0;
            double sxy = 0;
            for (double own = 1; own <= MAX_LAW_FREQUENCY; own *= 1.15) {
                int k = (int) Math.min(power.length - 1, Math.max(1, Math.round(own * perOwn)));
                double x = Math.log(k);
                double y = Math.log(Math.max(1e-12, power[k])) + EULER_GAMMA;
                n++;
                sx += x;
                sy += y;
                sxx += x * x;
                sxy += x * y;
            }
            double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
            return new double[]{(sy - slope * sx) / n, slope};
        }

        /** Returns the power of one such noise at all frequencies from 0. */
        double[] power(SplittableRandom random) {
            double[] power = new double[background.length];
            for (int k = 1; k < power.length; k++) {
                power[k] = -background[k] * Math.log(1 - random.nextDouble());
            }
            return power;
        }
    }
}
