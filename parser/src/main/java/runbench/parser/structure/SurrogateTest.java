package runbench.parser.structure;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.hipparchus.stat.StatUtils;
import runbench.base.stats.Statistics;

/**
 * A test of whether a series is segmented better than similar noise. No series of two kinds of noise may be segmented
 * equally well: <ul> <li>of series made of its cosines with random signs, the same for all columns (after the random
 * phases of Theiler et al. 1992): they have the memory of the series' noise, also that of 1/f noise or of a random
 * walk, but no levels and no edges; <li>of its own blocks of about {@link #BLOCK} bins in random order (Kunsch 1989):
 * they have its bursts and its distribution, but no levels. The series must exceed them by the penalty of one change
 * point, because the border of two blocks may cut a burst. </ul>
 */
final class SurrogateTest {
    static final int SURROGATES = 99;
    private static final int MIN_SERIES = 6;
    /** Distance beyond the first surrogates, in their standard deviations, at which the test stops early. */
    private static final double CLEAR = 8;
    /**
     * Minimum distance beyond shuffled series without a clear edge, in their standard deviations. One in 100 series of
     * noise exceeds 99 others by chance.
     */
    private static final double MIN_DISTANCE = 4;
    private static final int COLUMNS = 3;
    private static final int BLOCK = 6;
    /** Length of a block, and of a burst, for the test of one burst: its blocks do not often meet again by chance. */
    private static final int BLOCK_OF_BURST = 4;
    private static final int BINS_OF_BURST = 20;
    /** Number of bins around a burst. */
    private static final int BINS_AROUND = 400;
    private static final int MIN_BLOCKS = 25;
    /** Minimum number of blocks whose orders are more than those of two levels. */
    private static final int MIN_FEW_BLOCKS = 12;
    /** Maximum value, in spreads; larger outliers would dominate the spectrum. */
    private static final double MAX_VALUE = 20;

    /** Values in standard deviations of their noise, so that the gains of all series are in its variances. */
    private final double[][] columns;
    private final int bins;
    private final double penalty;
    private final Cosines cosines;
    private final int block;
    private final int[] borders;
    private final SplittableRandom random = new SplittableRandom(20120401);

    /**
     * A column.
     *
     * @param column values in spreads
     * @param scaled the same values in standard deviations of their noise
     * @param gain gain of its best levels, in variances of the noise
     */
    private record Scored(double[] column, double[] scaled, double gain) {}

    private SurrogateTest(List<Scored> used, int block) {
        this.block = block;
        columns = used.stream().map(Scored::scaled).toArray(double[][]::new);
        bins = columns[0].length;
        penalty = 2 * Math.log(bins);
        cosines = new Cosines(bins);
        borders = borders(used);
    }

    /**
     * Returns whether the levels of the columns are better than those of noise. Runs without a clear edge must be
     * better by far; runs with too few blocks for a test must have one.
     *
     * @param clear whether an edge with a large factor and a large strength was found
     * @param explained whether the levels explain all slow variation, so that a memory of the noise cannot; asked of
     *     short runs only
     */
    static boolean passes(List<RateColumn> all, boolean clear, BooleanSupplier explained) {
        int grain = all.stream().mapToInt(RateColumn::grain).min().orElse(1);
        int width = Math.max(grain, (all.get(0).bins() + StructureAnalysis.BINS - 1) / StructureAnalysis.BINS);
        List<Scored> scored = best(all, width, 0, Integer.MAX_VALUE);
        if (scored.isEmpty()) {
            return false;
        }
        SurrogateTest test = new SurrogateTest(scored, BLOCK);
        if (test.bins < MIN_BLOCKS * BLOCK) {
            boolean hasOrders = test.bins >= MIN_FEW_BLOCKS * BLOCK;
            // The blocks of a rare event are wide: a burst is less than a block of them.
            boolean isShort = all.get(0).bins() < MIN_BLOCKS * BLOCK;
            return clear && !(isShort && hasOrders)
                    || test.beats(test::shuffled, 0, 0) && (hasOrders && explained.getAsBoolean()
                            || test.beats(test::shuffled, hasOrders ? test.penalty : 0, 0)
                                    && (clear || test.beatsTurned(MIN_DISTANCE)));
        }
        return test.beats(test::shuffled, test.penalty, clear ? 0 : MIN_DISTANCE) && test.beatsTurned(0);
    }

    /**
     * Returns whether a burst is more than noise in the bins around it. Its samples must not be bursts of their own
     * that are adjacent by chance, nor a part of slow noise.
     *
     * @param from first fine bin of the burst
     * @param to end of the burst, exclusive
     */
    static boolean passesBurst(List<RateColumn> all, int from, int to) {
        int width = Math.max(1, (to - from) / BINS_OF_BURST);
        int bins = all.get(0).bins() / width;
        int around = Math.min(bins, BINS_AROUND);
        int first = Math.max(0, Math.min(bins - around, (from + to) / 2 / width - around / 2));
        List<Scored> scored = best(all, width, first, first + around);
        if (scored.isEmpty()) {
            return false;
        }
        SurrogateTest test = new SurrogateTest(scored, Math.max(2, Math.min(BLOCK_OF_BURST, (to - from) / width / 3)));
        return test.beats(test::shuffled, test.penalty, MIN_DISTANCE) && test.beatsTurned(0);
    }

    /** Returns the columns with the largest gains in bins from {@code first} to before {@code end}. */
    private static List<Scored> best(List<RateColumn> all, int width, int first, int end) {
        return all.stream()
                .map(c -> scored(c, width, first, end))
                .filter(Objects::nonNull)
                .sorted(Comparator.comparingDouble(Scored::gain).reversed())
                .limit(COLUMNS)
                .toList();
    }

    private boolean beatsTurned(double deviations) {
        double[][] waves = Arrays.stream(columns).map(cosines::waves).toArray(double[][]::new);
        return beats(() -> turned(waves), 0, deviations);
    }

    /** Returns a column in bins of {@code width} fine bins; null if it does not vary. */
    private static Scored scored(RateColumn of, int width, int first, int end) {
        double[] all = of.logs(width);
        double[] logs = Arrays.copyOfRange(all, first, Math.min(all.length, end));
        double[] filled = RateColumn.filled(logs);
        double[] standardized = BinnedColumns.standardized(filled);
        if (standardized == null) {
            return null;
        }
        double[] column = Arrays.stream(standardized).map(v -> Math.max(-MAX_VALUE, Math.min(MAX_VALUE, v))).toArray();
        // Most bins of a rare event are equal: only its counts tell how much their logarithms vary.
        double ofCounts = of.noise(logs, width) / BinnedColumns.spread(filled);
        double noise = Math.max(noise(column), ofCounts);
        double[] scaled = new double[column.length];
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] = noise > 0 ? column[i] / noise : 0;
        }
        return new Scored(column, scaled, gain(scaled, 2 * Math.log(column.length)));
    }

    /**
     * Returns whether the series has a larger gain than all surrogates.
     *
     * @param margin minimum difference to the largest
     * @param deviations minimum distance from their mean, in their standard deviations
     */
    private boolean beats(Supplier<double[][]> surrogate, double margin, double deviations) {
        double own = gain(columns);
        double sum = 0;
        double squares = 0;
        double[] gains = new double[SURROGATES];
        for (int s = 1; s <= SURROGATES; s++) {
            double gain = gain(surrogate.get());
            if (gain >= own - margin) {
                return false;
            }
            gains[s - 1] = gain;
            sum += gain;
            squares += gain * gain;
            double mean = sum / s;
            double deviation = Math.sqrt(Math.max(0, squares / s - mean * mean));
            if (s >= MIN_SERIES && own > mean + CLEAR * Math.max(deviation, penalty)) {
                return true;
            }
        }
        // A few surrogates in which a burst is cut say nothing about the others.
        Arrays.sort(gains);
        double median = Statistics.highMedianOfSorted(gains);
        double deviation = Statistics.DEVIATION_PER_MAD * Statistics.highMedianAbsoluteDeviation(gains, median);
        return own > median + deviations * deviation + margin;
    }

    private double gain(double[][] of) {
        double sum = 0;
        for (double[] column : of) {
            sum += gain(column, penalty);
        }
        return sum;
    }

    /** Returns the standard deviation of a column's noise; at least a twentieth of its own. */
    private static double noise(double[] column) {
        return Math.max(0.05 * Math.sqrt(StatUtils.populationVariance(column)),
                Statistics.deviationAboutLevels(column));
    }

    /** Returns the gain of the best levels of a column in standard deviations of its noise, in variances of it. */
    private static double gain(double[] scaled, double penalty) {
        double[] ones = new double[scaled.length];
        Arrays.fill(ones, 1);
        LevelSearch search = new LevelSearch(scaled, ones);
        return search.gain(search.changes(penalty), penalty);
    }

    private double[][] turned(double[][] waves) {
        double[] signs = new double[bins];
        for (int k = 0; k < bins; k++) {
            signs[k] = random.nextDouble() < 0.5 ? -1 : 1;
        }
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
    private int[] borders(List<Scored> used) {
        int[] borders = new int[Math.max(1, bins / block) + 1];
        for (int b = 1; b < borders.length - 1; b++) {
            double nearest = Double.POSITIVE_INFINITY;
            borders[b] = b * block;
            for (int i = b * block - block / 2 + 1; i < b * block + block / 2; i++) {
                double distance = 0;
                for (Scored one : used) {
                    distance += Math.abs(one.column()[i]) + Math.abs(one.column()[i - 1]);
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
                for (int i = 0, at = k; i < n; i++, at = next(at, k)) {
                    sum += series[i] * cosine[at];
                }
                waves[k] = sum * (k == 0 ? 1 : 2) / n;
            }
            return waves;
        }

        double[] series(double[] waves) {
            double[] series = new double[n];
            int k = 0;
            for (; k + 3 < n; k += 4) {
                addFour(series, waves, k);
            }
            for (; k < n; k++) {
                double weight = waves[k];
                for (int i = 0, at = k; i < n; i++, at = next(at, k)) {
                    series[i] += weight * cosine[at];
                }
            }
            return series;
        }

        /**
         * Adds four frequencies in one pass. The order of the sums, and so their rounding, is that of four passes,
         * which read and write the series four times.
         */
        private void addFour(double[] series, double[] waves, int k) {
            double first = waves[k];
            double second = waves[k + 1];
            double third = waves[k + 2];
            double fourth = waves[k + 3];
            double[] table = cosine;
            int period = table.length;
            int step = 2 * k - period;
            int a = k;
            int b = k + 1;
            int c = k + 2;
            int d = k + 3;
            for (int i = 0; i < n; i++) {
                series[i] = series[i] + first * table[a] + second * table[b] + third * table[c] + fourth * table[d];
                a = wrapped(a + step, period);
                b = wrapped(b + step + 2, period);
                c = wrapped(c + step + 4, period);
                d = wrapped(d + step + 6, period);
            }
        }

        /** Returns a negative position plus the period, without a branch that the processor would mispredict. */
        private static int wrapped(int at, int period) {
            return at + (period & at >> 31);
        }

        private int next(int at, int k) {
            int next = at + 2 * k;
            return next >= 4 * n ? next - 4 * n : next;
        }
    }
}
