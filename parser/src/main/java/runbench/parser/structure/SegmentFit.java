package runbench.parser.structure;

import java.util.Arrays;

/**
 * The fit of one model to the logarithms of a rate in one interval of bins: a level, a line of logarithms, or a line of
 * rates.
 *
 * @param squares weighted sum of squares about the model
 * @param from first bin
 * @param values the model's value at each bin, logarithms
 */
record SegmentFit(double squares, int from, double[] values) {
    static final int MIN_BINS_OF_LINE = 12;

    /**
     * Returns the best model of an interval.
     *
     * @param logs logarithms of rates; NaN is a gap
     * @param weights weight of each, 0..1
     * @param to end of the interval, exclusive
     * @param perParameter amount by which the slope of a line must reduce the sum of squares
     */
    static SegmentFit of(double[] logs, double[] weights, int from, int to, double perParameter) {
        double[] level = new double[to - from];
        double w = 0;
        double sum = 0;
        double place = 0;
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = from; i < to; i++) {
            if (Double.isFinite(logs[i]) && weights[i] > 0) {
                w += weights[i];
                sum += weights[i] * logs[i];
                place += weights[i] * i;
                largest = Math.max(largest, logs[i]);
            }
        }
        if (w <= 0) {
            return new SegmentFit(0, from, level);
        }
        Arrays.fill(level, sum / w);
        SegmentFit best = measured(logs, weights, from, level);
        if (to - from < MIN_BINS_OF_LINE) {
            return best;
        }
        for (boolean ofRates : new boolean[]{false, true}) {
            double[] line = line(logs, weights, from, to, place / w, ofRates, largest);
            if (line != null) {
                SegmentFit fit = measured(logs, weights, from, line);
                if (fit.squares + perParameter < best.squares) {
                    best = new SegmentFit(fit.squares + perParameter, from, line);
                }
            }
        }
        return best;
    }

    private static SegmentFit measured(double[] logs, double[] weights, int from, double[] values) {
        double squares = 0;
        for (int i = 0; i < values.length; i++) {
            if (Double.isFinite(logs[from + i])) {
                double d = logs[from + i] - values[i];
                squares += weights[from + i] * d * d;
            }
        }
        return new SegmentFit(squares, from, values);
    }

    /** Returns a least-squares line of the logarithms or of the rates; null if rates on it are not positive. */
    private static double[] line(double[] logs, double[] weights, int from, int to, double middle, boolean ofRates,
            double largest) {
        double w = 0;
        double sum = 0;
        double cross = 0;
        double spread = 0;
        for (int i = from; i < to; i++) {
            if (Double.isFinite(logs[i]) && weights[i] > 0) {
                double v = ofRates ? Math.exp(logs[i] - largest) : logs[i];
                w += weights[i];
                sum += weights[i] * v;
                cross += weights[i] * (i - middle) * v;
                spread += weights[i] * (i - middle) * (i - middle);
            }
        }
        double slope = spread > 0 ? cross / spread : 0;
        double[] values = new double[to - from];
        for (int i = from; i < to; i++) {
            double v = sum / w + slope * (i - middle);
            if (ofRates && v <= 0) {
                return null;
            }
            values[i - from] = ofRates ? Math.log(v) + largest : v;
        }
        return values;
    }
}
