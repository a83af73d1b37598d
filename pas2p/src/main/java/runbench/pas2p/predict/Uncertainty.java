package runbench.pas2p.predict;

import org.hipparchus.distribution.continuous.TDistribution;

/**
 * The uncertainty of a prediction. Terms are variances with their degrees of freedom; the interval is Student's with
 * Satterthwaite's degrees of freedom (Cochran, 5.16). {@link SampledError} contributes the sampling error.
 */
final class Uncertainty {
    private double variance;
    private double fourth;

    void add(double deviation, double freedom) {
        double v = deviation * deviation;
        variance += v;
        fourth += v * v / Math.max(1, freedom);
    }

    double halfWidth(double confidence) {
        if (variance == 0) {
            return 0;
        }
        return new TDistribution(Math.max(1, variance * variance / fourth))
                .inverseCumulativeProbability(0.5 + confidence / 2) * Math.sqrt(variance);
    }
}
