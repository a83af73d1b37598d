package runbench.parser.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.stat.correlation.PearsonsCorrelation;
import runbench.base.stats.Quantile;
import runbench.base.stats.Statistics;

/**
 * Comparable rates in equal bins. Each column is centred on its median and divided by a robust measure of its spread.
 * Values beyond {@link #LINEAR_SPREADS} spreads are compressed logarithmically, so that a few spikes of bursty events
 * do not count as structure.
 *
 * @param inputColumns per column, its index among the input columns
 * @param scaled per column, one value per bin in spreads; no gaps
 * @param values the scaled values with compressed outliers
 */
record BinnedColumns(int[] inputColumns, double[][] scaled, double[][] values) {
    /** Maximum number of columns; more columns take time and add little information. */
    static final int MAX_COLUMNS = 8;
    /** Distance from the median, in spreads, beyond which values are compressed logarithmically. */
    private static final double LINEAR_SPREADS = 3;
    private static final double MAX_CORRELATION = 0.995;
    /** Minimum spread relative to the median; smaller spreads are replaced by this one. */
    private static final double MIN_RELATIVE_SPREAD = 0.05;
    private static final double MIN_VARYING_SHARE = 1e-6;
    private static final double MAX_MISSING_SHARE = 0.5;

    /**
     * Returns the columns that vary, without columns that repeat another one.
     *
     * @param rates per column, one value per bin; NaN: not measured
     */
    static BinnedColumns inputColumns(List<double[]> rates) {
        List<Integer> kept = new ArrayList<>();
        List<double[]> all = new ArrayList<>();
        List<double[]> values = new ArrayList<>();
        for (int c = 0; c < rates.size() && values.size() < MAX_COLUMNS; c++) {
            double[] scaled = scaled(rates.get(c));
            if (scaled == null) {
                continue;
            }
            double[] compressed = compressOutliers(scaled);
            if (values.stream()
                    .noneMatch(other -> Math
                            .abs(new PearsonsCorrelation().correlation(other, compressed)) > MAX_CORRELATION)) {
                kept.add(c);
                all.add(scaled);
                values.add(compressed);
            }
        }
        return new BinnedColumns(kept.stream().mapToInt(c -> c).toArray(), all.toArray(double[][]::new),
                values.toArray(double[][]::new));
    }

    int bins() {
        return values.length == 0 ? 0 : values[0].length;
    }

    int count() {
        return values.length;
    }

    private static double[] scaled(double[] rates) {
        double[] known = Arrays.stream(rates).filter(Double::isFinite).sorted().toArray();
        if (known.length < 2 || known.length < (1 - MAX_MISSING_SHARE) * rates.length) {
            return null;
        }
        double largest = Math.max(Math.abs(known[0]), Math.abs(known[known.length - 1]));
        double median = Statistics.highMedianOfSorted(known);
        double own = spread(known, median);
        if (!(own > MIN_VARYING_SHARE * largest)) {
            return null;
        }
        double spread = Math.max(own, MIN_RELATIVE_SPREAD * Math.abs(median));
        double[] out = new double[rates.length];
        double last = median;
        for (int i = 0; i < out.length; i++) {
            last = Double.isFinite(rates[i]) ? rates[i] : last; // a gap keeps the last value
            out[i] = (last - median) / spread;
        }
        return out;
    }

    static double[] compressOutliers(double[] scaled) {
        double[] out = new double[scaled.length];
        for (int i = 0; i < out.length; i++) {
            double beyond = Math.abs(scaled[i]) - LINEAR_SPREADS;
            out[i] = beyond <= 0 ? scaled[i] : Math.copySign(LINEAR_SPREADS + Math.log1p(beyond), scaled[i]);
        }
        return out;
    }

    /** Returns a robust spread; for normal values it equals the standard deviation. */
    private static double spread(double[] sorted, double median) {
        double deviation = Statistics.DEVIATION_PER_MAD * Statistics.highMedianAbsoluteDeviation(sorted, median);
        double deciles = (Quantile.NEAREST_POSITION.ofSorted(sorted, 0.9)
                - Quantile.NEAREST_POSITION.ofSorted(sorted, 0.1)) / 2.563;
        double robust = Math.max(deviation, deciles);
        return robust > 0 ? robust : Statistics.deviation(sorted);
    }

    /**
     * Returns the means of each {@code times} neighbouring bins. A rest shorter than half of that joins the previous
     * mean.
     */
    static double[] merged(double[] values, int times) {
        if (times == 1) {
            return values;
        }
        int count = Math.max(1, (values.length + times / 2) / times);
        double[] out = new double[count];
        for (int b = 0; b < count; b++) {
            double sum = 0;
            int known = 0;
            int end = b == count - 1 ? values.length : (b + 1) * times;
            for (int i = b * times; i < end; i++) {
                if (Double.isFinite(values[i])) {
                    sum += values[i];
                    known++;
                }
            }
            out[b] = known == 0 ? Double.NaN : sum / known;
        }
        return out;
    }
}
