package runbench.parser.structure;

import java.util.Arrays;
import java.util.List;
import runbench.base.stats.Statistics;

/**
 * The cost of a segment of bins: twice the negative log likelihood of normal columns with the segment's own mean and
 * variance. A straight line replaces the mean if it is better by the cost of {@link #LINE} parameters.
 *
 * <p>The estimate of a variance includes {@link #PRIOR} values of the column's own noise. Without them, a few bins that
 * happen to be equal would have an infinite likelihood. The likelihood is divided by the memory of the noise: the
 * number of neighbouring bins that carry as much information as one independent bin.
 */
final class SegmentCost {
    /** Minimum length of a segment, bins. */
    static final int MIN_SEGMENT_BINS = 4;
    private static final double PRIOR = 4;
    private static final double LINE = 1.5;
    /** Minimum standard deviation of a column's noise, in spreads of the column; smaller differences are ignored. */
    private static final double MIN_NOISE_SPREADS = 0.02;
    /** Median of the square of a standard normal value. */
    private static final double MEDIAN_OF_SQUARE = 0.4549;
    /** Range of a product of variances; outside of it the product is replaced by its logarithm. */
    private static final double MIN_PRODUCT = 1e-100;
    private static final double MAX_PRODUCT = 1e100;

    private final int bins;
    private final int columns;
    /** Per bin edge and column: sums of x, x^2 and i x over the bins before the edge. */
    private final double[] sums;
    private final double[] prior;
    private final double[] priorOfLine;
    private final double memory;
    private final double[][] values;
    /** Costs of the single columns; created on first use, because surrogates never need them. */
    private List<SegmentCost> byColumn;

    /**
     * @param values by column and bin, without gaps; at least one column
     * @param memory number of bins that carry as much information as one independent bin, at least 1
     */
    SegmentCost(double[][] values, double memory) {
        columns = values.length;
        bins = values[0].length;
        this.memory = memory;
        this.values = values;
        sums = new double[(bins + 1) * columns * 3];
        prior = new double[columns];
        for (int c = 0; c < columns; c++) {
            double[] x = values[c];
            prior[c] = PRIOR * Math.max(MIN_NOISE_SPREADS * MIN_NOISE_SPREADS, noise(x));
            for (int i = 0; i < bins; i++) {
                int from = (i * columns + c) * 3;
                int to = from + columns * 3;
                sums[to] = sums[from] + x[i];
                sums[to + 1] = sums[from + 1] + x[i] * x[i];
                sums[to + 2] = sums[from + 2] + i * x[i];
            }
        }
        priorOfLine = new double[bins + 1];
        double line = LINE * Math.log(bins) * memory;
        for (int m = 1; m <= bins; m++) {
            priorOfLine[m] = Math.exp(Math.min(600, line / m));
        }
    }

    /** Returns the variance of the noise, from the median square of the steps between bins: it ignores a few jumps. */
    private static double noise(double[] x) {
        double[] steps = new double[x.length - 1];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = (x[i + 1] - x[i]) * (x[i + 1] - x[i]);
        }
        Arrays.sort(steps);
        return Statistics.highMedianOfSorted(steps) / (2 * MEDIAN_OF_SQUARE);
    }

    int bins() {
        return bins;
    }

    /** Returns the penalty of a change point: the BIC of one level per column and of the position. */
    double penalty() {
        return (columns + 1) * Math.log(bins);
    }

    /**
     * Returns the gain of a change point: the sum of the gains of the columns, less the BIC of the position. The gain
     * of a column is at least 0: the cost that it saves, less the BIC of one more level and variance.
     *
     * @param from first bin of the segment before the change point
     * @param at first bin of the segment after the change point
     * @param to end of that segment, exclusive
     */
    double gain(int from, int at, int to) {
        if (byColumn == null) {
            byColumn = columns == 1 ? List.of(this)
                    : Arrays.stream(values).map(x -> new SegmentCost(new double[][]{x}, memory)).toList();
        }
        double worth = -Math.log(bins);
        for (SegmentCost column : byColumn) {
            worth += Math.max(0, column.ofSegment(from, to) - column.ofSegment(from, at) - column.ofSegment(at, to)
                    - 2 * Math.log(bins));
        }
        return worth;
    }

    /** Returns the amount by which two parts of a segment may cost more than the whole; PELT allows for it. */
    double slack() {
        return LINE * columns * Math.log(bins);
    }

    /**
     * Returns the cost of a segment.
     *
     * @param from first bin
     * @param to end, exclusive
     */
    double ofSegment(int from, int to) {
        return cost(from, to, true);
    }

    /** Returns the cost of a segment with means only, without lines. */
    double level(int from, int to) {
        return cost(from, to, false);
    }

    private double cost(int from, int to, boolean lines) {
        int m = to - from;
        double middle = (from + to - 1) / 2.0;
        double stretch = m * ((double) m * m - 1) / 12;
        double logarithm = 0;
        double product = 1;
        int a = from * columns * 3;
        int b = to * columns * 3;
        for (int c = 0; c < columns; c++, a += 3, b += 3) {
            double sum = sums[b] - sums[a];
            double squares = Math.max(0, sums[b + 1] - sums[a + 1] - sum * sum / m);
            double variance = squares + prior[c];
            if (lines) {
                double slope = sums[b + 2] - sums[a + 2] - middle * sum;
                variance = Math.min(variance,
                        (Math.max(0, squares - slope * slope / stretch) + prior[c]) * priorOfLine[m]);
            }
            product *= variance / (m + PRIOR);
            if (product < MIN_PRODUCT || product > MAX_PRODUCT) {
                logarithm += Math.log(product);
                product = 1;
            }
        }
        return m * (logarithm + Math.log(product)) / memory;
    }
}
