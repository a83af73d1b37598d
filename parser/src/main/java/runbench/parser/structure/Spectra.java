package runbench.parser.structure;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.hipparchus.complex.Complex;
import org.hipparchus.transform.DftNormalization;
import org.hipparchus.transform.FastFourierTransformer;
import org.hipparchus.transform.TransformType;

/** Fourier transforms of real series, and series made from spectra. */
final class Spectra {
    private static final FastFourierTransformer FFT = new FastFourierTransformer(DftNormalization.STANDARD);

    private Spectra() {
    }

    /** The smallest power of two that is not below it. */
    static int size(int least) {
        return Math.max(2, Integer.highestOneBit(Math.max(1, least - 1)) << 1);
    }

    static Complex[] forward(double[] padded) {
        return FFT.transform(padded, TransformType.FORWARD);
    }

    /** The real series of the lower half of a spectrum, frequency 0 to the highest. */
    static double[] backward(Complex[] half) {
        int n = 2 * (half.length - 1);
        Complex[] full = new Complex[n];
        full[0] = new Complex(half[0].getReal());
        full[n / 2] = new Complex(half[n / 2].getReal());
        for (int k = 1; k < n / 2; k++) {
            full[k] = half[k];
            full[n - k] = half[k].conjugate();
        }
        Complex[] back = FFT.transform(full, TransformType.INVERSE);
        return Arrays.stream(back).mapToDouble(Complex::getReal).toArray();
    }

    /** Power at frequencies 0 to the highest of a series, its mean taken off, with zeros behind it up to a size. */
    static double[] power(double[] x, int size) {
        double mean = Arrays.stream(x).average().orElse(0);
        double[] padded = new double[size];
        for (int i = 0; i < x.length; i++) {
            padded[i] = x[i] - mean;
        }
        Complex[] transformed = forward(padded);
        double[] power = new double[size / 2 + 1];
        for (int k = 0; k < power.length; k++) {
            double re = transformed[k].getReal();
            double im = transformed[k].getImaginary();
            power[k] = re * re + im * im;
        }
        return power;
    }

    /** Autocovariance at lags 0 to below half the size, times the length; of a power that was made with enough zeros. */
    static double[] autocovariance(double[] power) {
        Complex[] half = new Complex[power.length];
        for (int k = 0; k < power.length; k++) {
            half[k] = new Complex(power[k]);
        }
        return backward(half);
    }

    /** Noise that has a spectrum in the mean. @param power at frequencies 0 to the highest */
    static double[] noise(double[] power, SplittableRandom random) {
        Complex[] half = new Complex[power.length];
        half[0] = Complex.ZERO;
        for (int k = 1; k < power.length; k++) {
            double amplitude = Math.sqrt(-power[k] * Math.log(1 - random.nextDouble()));
            half[k] = phase(random).multiply(amplitude);
        }
        return backward(half);
    }

    static Complex phase(SplittableRandom random) {
        double angle = 2 * Math.PI * random.nextDouble();
        return new Complex(Math.cos(angle), Math.sin(angle));
    }
}
