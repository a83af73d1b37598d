package runbench.parser.structure;

import java.util.SplittableRandom;
import org.hipparchus.complex.Complex;

/**
 * Whether a series is segmented better than noise of its own spectrum. The surrogates have the powers of the series and
 * random phases, the same for all columns: whatever memory its noise has (that of 1/f noise never ends) they have too, but
 * no levels and no edges.
 */
final class SurrogateTest {
    static final int SURROGATES = 29;
    private static final int LEAST = 6;
    /** So far beyond the first surrogates, in their standard deviations, no other will come near. */
    private static final double CLEAR = 8;

    private SurrogateTest() {
    }

    /** @param found the series' own segmentation with {@code memory} */
    static boolean passes(double[][] columns, double memory, SegmentCost cost, PrunedSegmentation found) {
        double own = gain(cost, found);
        SplittableRandom random = new SplittableRandom(20120401);
        Complex[][] spectra = spectra(columns);
        double sum = 0;
        double squares = 0;
        for (int s = 1; s <= SURROGATES; s++) {
            SegmentCost ofNoise = new SegmentCost(surrogate(spectra, columns[0].length, random), memory);
            double gain = gain(ofNoise, PrunedSegmentation.of(ofNoise, ofNoise.penalty()));
            if (gain >= own) {
                return false;
            }
            sum += gain;
            squares += gain * gain;
            double mean = sum / s;
            double deviation = Math.sqrt(Math.max(0, squares / s - mean * mean));
            if (s >= LEAST && own > mean + CLEAR * deviation) {
                return true;
            }
        }
        return true;
    }

    /** By how much the likelihood is better than that of a single level, penalties taken off. */
    private static double gain(SegmentCost cost, PrunedSegmentation found) {
        return cost.level(0, cost.bins()) - found.cost() - (found.segments() - 1) * cost.penalty();
    }

    /** Mirrored at its end as far as a transform needs, so that a difference between beginning and end is no jump. */
    private static Complex[][] spectra(double[][] columns) {
        int n = columns[0].length;
        int size = Spectra.size(n);
        Complex[][] out = new Complex[columns.length][];
        for (int c = 0; c < columns.length; c++) {
            double[] mirrored = new double[size];
            for (int i = 0; i < size; i++) {
                int at = i % (2 * n);
                mirrored[i] = columns[c][at < n ? at : 2 * n - 1 - at];
            }
            out[c] = Spectra.forward(mirrored);
        }
        return out;
    }

    private static double[][] surrogate(Complex[][] spectra, int n, SplittableRandom random) {
        int size = spectra[0].length;
        Complex[] turn = new Complex[size / 2 + 1];
        for (int k = 0; k < turn.length; k++) {
            turn[k] = k == 0 ? Complex.ONE : Spectra.phase(random);
        }
        double[][] out = new double[spectra.length][];
        for (int c = 0; c < spectra.length; c++) {
            Complex[] half = new Complex[size / 2 + 1];
            for (int k = 0; k < half.length; k++) {
                half[k] = spectra[c][k].multiply(turn[k]);
            }
            out[c] = java.util.Arrays.copyOf(Spectra.backward(half), n);
        }
        return out;
    }
}
