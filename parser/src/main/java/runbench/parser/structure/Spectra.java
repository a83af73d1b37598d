package runbench.parser.structure;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.hipparchus.transform.DftNormalization;
import org.hipparchus.transform.FastFourierTransformer;
import org.hipparchus.transform.TransformType;

/** Fourier transforms of real series, and series made from spectra. A spectrum is its real and its imaginary parts. */
final class Spectra {
    private Spectra() {
    }

    /** The smallest power of two that is not below it. */
    static int size(int least) {
        return Math.max(2, Integer.highestOneBit(Math.max(1, least - 1)) << 1);
    }

    /**
     * At all frequencies.
     *
     * @param padded as many values as a power of two
     */
    static double[][] forward(double[] padded) {
        double[][] data = {padded.clone(), new double[padded.length]};
        FastFourierTransformer.transformInPlace(data, DftNormalization.STANDARD, TransformType.FORWARD);
        return data;
    }

    /** The real series of a spectrum of which frequencies 0 to the highest are filled in. */
    static double[] backward(double[][] spectrum) {
        int n = spectrum[0].length;
        spectrum[1][0] = 0;
        spectrum[1][n / 2] = 0;
        for (int k = 1; k < n / 2; k++) {
            spectrum[0][n - k] = spectrum[0][k];
            spectrum[1][n - k] = -spectrum[1][k];
        }
        FastFourierTransformer.transformInPlace(spectrum, DftNormalization.STANDARD, TransformType.INVERSE);
        return spectrum[0];
    }

    /** Returns the power at all frequencies of a series without its mean, padded with zeros to a size. */
    static double[] power(double[] x, int size) {
        double mean = Arrays.stream(x).average().orElse(0);
        double[] padded = new double[size];
        for (int i = 0; i < x.length; i++) {
            padded[i] = x[i] - mean;
        }
        double[][] transformed = forward(padded);
        double[] power = new double[size / 2 + 1];
        for (int k = 0; k < power.length; k++) {
            power[k] = transformed[0][k] * transformed[0][k] + transformed[1][k] * transformed[1][k];
        }
        return power;
    }

    /**
     * Autocovariance at lags 0 to below half the size, times the length; of a power that was made with enough zeros.
     */
    static double[] autocovariance(double[] power) {
        return autocovariances(power, power)[0];
    }

    /** Transforms two powers in one call. Both are even, so their transforms are real and do not mix. */
    static double[][] autocovariances(double[] one, double[] other) {
        int n = 2 * (one.length - 1);
        double[][] data = new double[2][n];
        for (int k = 0; k < one.length; k++) {
            data[0][k] = one[k];
            data[1][k] = other[k];
            data[0][(n - k) % n] = one[k];
            data[1][(n - k) % n] = other[k];
        }
        FastFourierTransformer.transformInPlace(data, DftNormalization.STANDARD, TransformType.INVERSE);
        return data;
    }

    /**
     * Noise that has a spectrum in the mean.
     *
     * @param power at frequencies 0 to the highest
     */
    static double[] noise(double[] power, SplittableRandom random) {
        double[][] spectrum = new double[2][2 * (power.length - 1)];
        for (int k = 1; k < power.length; k++) {
            double amplitude = Math.sqrt(-power[k] * Math.log(1 - random.nextDouble()));
            double angle = 2 * Math.PI * random.nextDouble();
            spectrum[0][k] = amplitude * Math.cos(angle);
            spectrum[1][k] = amplitude * Math.sin(angle);
        }
        return backward(spectrum);
    }
}
