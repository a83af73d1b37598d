package runbench.parser.structure;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.hipparchus.stat.StatUtils;

/**
 * A test of whether a series is segmented better than similar noise. No series of two kinds of noise may be segmented
 * equally well: <ul> <li>of series made of its cosines with random signs, the same for all columns (after the random
 * phases of Theiler et al. 1992): they have the memory of the series' noise, also that of 1/f noise or of a random
 * walk, but no levels and no edges; <li>of its own blocks of about {@link #BLOCK_BINS} bins in random order (Kunsch
 * 1989): they have its bursts and its distribution, but no levels. The series must exceed them by the penalty of one
 * change point, because the border of two blocks may cut a burst. </ul>
 */
final class SurrogateTest {
    static final int SURROGATES = 39;
    private static final int MIN_SURROGATES = 6;
    /** Distance beyond the first surrogates, in their standard deviations, at which the test stops early. */
    private static final double EARLY_STOP_DEVIATIONS = 8;
    /** Minimum number of bins of a typical segment after neighbouring bins are merged to save time. */
    private static final int MIN_BINS_PER_SEGMENT = 12;
    private static final int MAX_MERGED_BINS = 4;
    /** Number of bins below which merging saves no time. */
    private static final int MIN_BINS_TO_MERGE = 250;
    private static final int MAX_COLUMNS = 3;
    static final int BLOCK_BINS = 2 * SegmentCost.MIN_SEGMENT_BINS;
    /** Maximum value, in spreads; larger outliers would dominate the spectrum. */
    private static final double MAX_SPREADS = 20;

    private final double[][] columns;
    private final int bins;
    private final NoiseMemory found;
    private final Cosines cosines;
    private final int[] borders;
    private final SplittableRandom random = new SplittableRandom(20120401);

    /** @param columns scaled, without compression of outliers */
    private SurrogateTest(double[][] columns, double memory) {
        this.columns = columns;
        bins = columns[0].length;
        cosines = new Cosines(bins);
        borders = borders();
        found = NoiseMemory.with(compressOutliers(columns), memory);
    }

    /** @param found the series' own segmentation */
    static boolean passes(BinnedColumns all, NoiseMemory found) {
        int times = Math.max(1, Math.min(MAX_MERGED_BINS, Math.min(all.bins() / MIN_BINS_TO_MERGE,
                all.bins() / found.segmentation().segments() / MIN_BINS_PER_SEGMENT)));
        double[][] merged = clearest(all, found.segmentation().starts())
                .mapToObj(c -> BinnedColumns.merged(all.scaled()[c], times))
                .toArray(double[][]::new);
        SurrogateTest test = new SurrogateTest(merged, Math.max(1, found.bins() / times));
        double[][] waves = Arrays.stream(merged).map(c -> test.cosines.waves(clamped(c))).toArray(double[][]::new);
        return test.beats(test::shuffled, test.found.cost().penalty()) && test.beats(() -> test.turned(waves), 0);
    }

    /**
     * Returns the columns of which the segments explain most, at most {@link #MAX_COLUMNS}; more take time and add
     * nothing.
     */
    private static IntStream clearest(BinnedColumns all, int[] starts) {
        return IntStream.range(0, all.count())
                .boxed()
                .sorted(Comparator.comparingDouble(c -> unexplained(all.values()[c], starts)))
                .limit(MAX_COLUMNS)
                .mapToInt(c -> c);
    }

    /** Returns the share of the variance within segments, 0..1. */
    private static double unexplained(double[] column, int[] starts) {
        double within = 0;
        for (int s = 0; s < starts.length; s++) {
            int end = s + 1 < starts.length ? starts[s + 1] : column.length;
            within += StatUtils.populationVariance(column, starts[s], end - starts[s]) * (end - starts[s]);
        }
        return within / (StatUtils.populationVariance(column) * column.length);
    }

    private boolean beats(Supplier<double[][]> surrogate, double margin) {
        double own = gain(found);
        double sum = 0;
        double squares = 0;
        for (int s = 1; s <= SURROGATES; s++) {
            double gain = gain(NoiseMemory.with(compressOutliers(surrogate.get()), found.bins()));
            if (gain >= own - margin) {
                return false;
            }
            sum += gain;
            squares += gain * gain;
            double mean = sum / s;
            double deviation = Math.sqrt(Math.max(0, squares / s - mean * mean));
            if (s >= MIN_SURROGATES
                    && own > mean + EARLY_STOP_DEVIATIONS * Math.max(deviation, found.cost().penalty())) {
                return true;
            }
        }
        return true;
    }

    /** Returns the gain in likelihood over a single level, less the penalties. */
    private static double gain(NoiseMemory of) {
        SegmentCost cost = of.cost();
        return cost.level(0, cost.bins()) - of.segmentation().cost()
                - (of.segmentation().segments() - 1) * cost.penalty();
    }

    private static double[][] compressOutliers(double[][] scaled) {
        return Arrays.stream(scaled).map(BinnedColumns::compressOutliers).toArray(double[][]::new);
    }

    private static double[] clamped(double[] column) {
        return Arrays.stream(column).map(v -> Math.max(-MAX_SPREADS, Math.min(MAX_SPREADS, v))).toArray();
    }

    private double[][] turned(double[][] waves) {
        double[] signs = random.doubles(bins).map(v -> v < 0.5 ? -1 : 1).toArray();
        double[][] out = new double[columns.length][];
        for (int c = 0; c < columns.length; c++) {
            double[] turned = new double[bins];
            turned[0] = waves[c][0];
            for (int k = 1; k < bins; k++) {
                turned[k] = signs[k] * waves[c][k];
            }
            out[c] = cosines.series(turned);
        }
        return out;
    }

    private double[][] shuffled() {
        int[] order = IntStream.range(0, borders.length - 1).toArray();
        for (int i = order.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int kept = order[i];
            order[i] = order[other];
            order[other] = kept;
        }
        double[][] out = new double[columns.length][bins];
        int at = 0;
        for (int block : order) {
            int length = borders[block + 1] - borders[block];
            for (int c = 0; c < columns.length; c++) {
                System.arraycopy(columns[c], borders[block], out[c], at, length);
            }
            at += length;
        }
        return out;
    }

    /**
     * Returns the starts of blocks. They are where the series is nearest to its medians, so that a burst stays in one
     * block.
     */
    private int[] borders() {
        int[] borders = new int[Math.max(1, bins / BLOCK_BINS) + 1];
        for (int b = 1; b < borders.length - 1; b++) {
            double nearest = Double.POSITIVE_INFINITY;
            for (int i = b * BLOCK_BINS - BLOCK_BINS / 2 + 1; i < b * BLOCK_BINS + BLOCK_BINS / 2; i++) {
                double distance = 0;
                for (double[] column : columns) {
                    distance += Math.abs(column[i]) + Math.abs(column[i - 1]);
                }
                if (distance < nearest) {
                    nearest = distance;
                    borders[b] = i;
                }
            }
        }
        borders[borders.length - 1] = bins;
        return borders;
    }

    /**
     * The cosine transform of a series and its inverse. Cosines mirror the series at both ends, so a difference between
     * beginning and end is no jump.
     */
    private static final class Cosines {
        private final int n;
        private final double[] cosine;

        /** @param n bins */
        Cosines(int n) {
            this.n = n;
            cosine = new double[4 * n];
            for (int i = 0; i < cosine.length; i++) {
                cosine[i] = Math.cos(Math.PI * i / (2 * n));
            }
        }

        /** Returns the weight of the cosine of each frequency; the first one is the mean. */
        double[] waves(double[] series) {
            double[] waves = new double[n];
            for (int k = 0; k < n; k++) {
                double sum = 0;
                for (int i = 0, at = k; i < n; i++, at = nextPhase(at, k)) {
                    sum += series[i] * cosine[at];
                }
                waves[k] = sum * (k == 0 ? 1 : 2) / n;
            }
            return waves;
        }

        double[] series(double[] waves) {
            double[] series = new double[n];
            for (int k = 0; k < n; k++) {
                double weight = waves[k];
                for (int i = 0, at = k; i < n; i++, at = nextPhase(at, k)) {
                    series[i] += weight * cosine[at];
                }
            }
            return series;
        }

        private int nextPhase(int at, int k) {
            int next = at + 2 * k;
            return next >= 4 * n ? next - 4 * n : next;
        }
    }
}
