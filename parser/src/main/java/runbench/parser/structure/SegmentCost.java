package runbench.parser.structure;

import java.util.Arrays;
import java.util.List;
import runbench.base.stats.Statistics;

/**
 * What it costs to call bins one segment: twice the negative log likelihood of normal columns whose mean and variance
 * are the segment's own; where a straight line is better by more than {@link #LINE} parameters' worth, of columns about
 * a line.
 *
 * <p>A variance is estimated together with {@link #PRIOR} values of the column's own noise, so that three bins which
 * happen to be equal do not look infinitely certain. The likelihood is divided by the number of bins that tell as much
 * as one.
 */
final class SegmentCost {
    static final int SHORTEST = 4;
    private static final double PRIOR = 4;
    private static final double LINE = 1.5;
    /** Standard deviation below which differences are of no interest, in spreads of a column. */
    private static final double FLOOR = 0.02;

    private final int bins;
    private final int columns;
    /** Per bin edge and column: sums of x, x^2 and i x. */
    private final double[] sums;
    private final double[] prior;
    private final double[] priorOfLine;
    private final double memory;
    private final double[][] values;
    /** Itself where there is only one; made when it is asked for: of surrogates nobody does. */
    private List<SegmentCost> byColumn;

    /** @param memory so many bins tell as much as one, at least 1 */
    SegmentCost(double[][] values, double memory) {
        columns = values.length;
        bins = values[0].length;
        this.memory = memory;
        this.values = values;
        sums = new double[(bins + 1) * columns * 3];
        prior = new double[columns];
        for (int c = 0; c < columns; c++) {
            double[] x = values[c];
            prior[c] = PRIOR * Math.max(FLOOR * FLOOR, noise(x));
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

    /** Variance of what differs from one bin to the next, by the median: a few jumps do not count. */
    private static double noise(double[] x) {
        double[] steps = new double[x.length - 1];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = (x[i + 1] - x[i]) * (x[i + 1] - x[i]);
        }
        Arrays.sort(steps);
        return Statistics.highMedianOfSorted(steps) / (2 * 0.4549);
    }

    int bins() {
        return bins;
    }

    /** What a change point has to bring: BIC of a level per column and of its place. */
    double penalty() {
        return (columns + 1) * Math.log(bins);
    }

    /**
     * What a change point is worth: of the columns that gain more by it than a level and a variance of their own cost
     * (BIC), by how much they do, the place taken off. A column that goes on as before costs nothing.
     */
    double worth(int from, int at, int to) {
        if (byColumn == null) {
            byColumn = columns == 1 ? List.of(this)
                    : Arrays.stream(values).map(x -> new SegmentCost(new double[][]{x}, memory)).toList();
        }
        double worth = -Math.log(bins);
        for (SegmentCost column : byColumn) {
            worth += Math.max(0, column.of(from, to) - column.of(from, at) - column.of(at, to) - 2 * Math.log(bins));
        }
        return worth;
    }

    /**
     * By so much at most two parts of a segment may cost more than the whole: what PELT has to allow when it prunes.
     */
    double slack() {
        return LINE * columns * Math.log(bins);
    }

    /** Cost of the bins from one to before another. */
    double of(int from, int to) {
        return cost(from, to, true);
    }

    /** The same without lines. */
    double level(int from, int to) {
        return cost(from, to, false);
    }

    private double cost(int from, int to, boolean lines) {
        int m = to - from;
        double middle = (from + to - 1) / 2.0;
        double stretch = m * ((double) m * m - 1) / 12;
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
        }
        return m * Math.log(product) / memory;
    }
}
