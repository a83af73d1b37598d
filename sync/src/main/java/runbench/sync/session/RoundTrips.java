package runbench.sync.session;

import java.util.Arrays;

/**
 * Half round trips in the figures of Tinetti, Romero, De Giusti, section 2.2, ns.
 *
 * @param mean of those within twice the minimum
 * @param max of the same
 * @param beyond share left out
 * @param belowByMean how far those below the mean lie from it on average, negative
 * @param aboveByMean how far those above it do
 */
public record RoundTrips(double mean, double min, double max, double beyond, double belowByMean, double aboveByMean) {
    public static RoundTrips of(double[] trips) {
        double min = Arrays.stream(trips).min().orElse(Double.NaN);
        double[] kept = Arrays.stream(trips).filter(t -> t <= 2 * min).toArray();
        double mean = Arrays.stream(kept).average().orElse(Double.NaN);
        return new RoundTrips(mean, min, Arrays.stream(kept).max().orElse(Double.NaN),
                1 - (double) kept.length / trips.length,
                Arrays.stream(kept).filter(t -> t < mean).map(t -> t - mean).average().orElse(0),
                Arrays.stream(kept).filter(t -> t > mean).map(t -> t - mean).average().orElse(0));
    }
}
