package runbench.parser.structure;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import org.hipparchus.stat.StatUtils;

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
    /** Bins that a usual segment has left when neighbours are taken together to save time. */
    private static final int USUAL_BINS = 12;
    private static final int MOST_MERGED = 4;
    private static final int COLUMNS = 3;

    private final double[][] columns;
    private final int bins;
    private final double[][][] spectra;

    private SurrogateTest(double[][] columns) {
        this.columns = columns;
        bins = columns[0].length;
        spectra = Arrays.stream(columns).map(SurrogateTest::spectrum).toArray(double[][][]::new);
    }

    /** @param found the series' own segmentation */
    static boolean passes(double[][] all, NoiseMemory found) {
        double[][] columns = clearest(all, found.segmentation().starts());
        int times = Math.max(1, Math.min(MOST_MERGED, columns[0].length / found.segmentation().segments() / USUAL_BINS));
        if (times == 1 && columns.length == all.length) {
            return new SurrogateTest(columns).passes(found);
        }
        double[][] merged = Arrays.stream(columns).map(c -> BinnedColumns.merged(c, times)).toArray(double[][]::new);
        return new SurrogateTest(merged).passes(NoiseMemory.with(merged, Math.max(1, found.bins() / times)));
    }

    /** The columns of which segments explain most: more than {@link #COLUMNS} would cost time and tell no more. */
    private static double[][] clearest(double[][] all, int[] starts) {
        return all.length <= COLUMNS ? all : Arrays.stream(all).sorted(Comparator.comparingDouble(c -> unexplained(c, starts)))
                .limit(COLUMNS).toArray(double[][]::new);
    }

    /** Share of the variance that is left within segments. */
    private static double unexplained(double[] column, int[] starts) {
        double within = 0;
        for (int s = 0; s < starts.length; s++) {
            int end = s + 1 < starts.length ? starts[s + 1] : column.length;
            within += StatUtils.populationVariance(column, starts[s], end - starts[s]) * (end - starts[s]);
        }
        return within / (StatUtils.populationVariance(column) * column.length);
    }

    private boolean passes(NoiseMemory found) {
        double own = gain(found);
        SplittableRandom random = new SplittableRandom(20120401);
        double sum = 0;
        double squares = 0;
        for (int s = 1; s <= SURROGATES; s++) {
            double gain = gain(NoiseMemory.with(surrogate(random), found.bins()));
            if (gain >= own) {
                return false;
            }
            sum += gain;
            squares += gain * gain;
            double mean = sum / s;
            double deviation = Math.sqrt(Math.max(0, squares / s - mean * mean));
            if (s >= LEAST && own > mean + CLEAR * Math.max(deviation, found.cost().penalty())) {
                return true;
            }
        }
        return true;
    }

    /** By how much the likelihood is better than that of a single level, penalties taken off. */
    private static double gain(NoiseMemory of) {
        SegmentCost cost = of.cost();
        return cost.level(0, cost.bins()) - of.segmentation().cost() - (of.segmentation().segments() - 1) * cost.penalty();
    }

    /** Mirrored at its end as far as a transform needs, so that a difference between beginning and end is no jump. */
    private static double[][] spectrum(double[] column) {
        int n = column.length;
        double[] mirrored = new double[Spectra.size(n)];
        for (int i = 0; i < mirrored.length; i++) {
            int at = i % (2 * n);
            mirrored[i] = column[at < n ? at : 2 * n - 1 - at];
        }
        return Spectra.forward(mirrored);
    }

    private double[][] surrogate(SplittableRandom random) {
        int size = spectra[0][0].length;
        double[][] turned = new double[columns.length * 2][size];
        for (int c = 0; c < columns.length; c++) {
            turned[2 * c][0] = spectra[c][0][0];
        }
        for (int k = 1; k <= size / 2; k++) {
            double angle = 2 * Math.PI * random.nextDouble();
            double cos = Math.cos(angle);
            double sin = Math.sin(angle);
            for (int c = 0; c < columns.length; c++) {
                turned[2 * c][k] = spectra[c][0][k] * cos - spectra[c][1][k] * sin;
                turned[2 * c + 1][k] = spectra[c][0][k] * sin + spectra[c][1][k] * cos;
            }
        }
        double[][] out = new double[columns.length][];
        for (int c = 0; c < columns.length; c++) {
            out[c] = Arrays.copyOf(Spectra.backward(new double[][] {turned[2 * c], turned[2 * c + 1]}), bins);
        }
        return out;
    }
}
