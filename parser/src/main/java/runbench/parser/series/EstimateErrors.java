package runbench.parser.series;

/**
 * How the errors of estimated counts hang together: events of one group were counted, and not counted, at the same
 * times, so that a ratio of two of them is known better than either.
 */
public final class EstimateErrors {
    private final double[][] covariance;
    private final double[] quantile;

    /** @param quantile by event, of 95 %; NaN where nobody can tell */
    EstimateErrors(double[][] covariance, double[] quantile) {
        this.covariance = covariance;
        this.quantile = quantile;
    }

    /**
     * Half of the interval that holds a sum of estimated counts with 95 % confidence.
     *
     * @param weights by event; 0 for those that are exact or not in the sum
     * @return NaN where too few rotations were seen of one of them
     */
    public double ofSum(double[] weights) {
        double variance = 0;
        double factor = 0;
        for (int e = 0; e < weights.length; e++) {
            if (weights[e] == 0) {
                continue;
            }
            factor = Math.max(factor, quantile[e]); // NaN stays
            for (int f = 0; f < weights.length; f++) {
                variance += weights[e] * weights[f] * covariance[e][f];
            }
        }
        return factor * Math.sqrt(Math.max(0, variance));
    }
}
