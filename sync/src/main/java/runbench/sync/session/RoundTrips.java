package runbench.sync.session;

import java.util.Arrays;

/**
 * Statistics of half round trips as in Tinetti, Romero, De Giusti, section 2.2, ns.
 *
 * @param mean mean of those within twice the minimum
 * @param min minimum
 * @param max maximum of those within twice the minimum
 * @param beyond share of the others, 0..1
 * @param belowByMean mean deviation of those below the mean; negative
 * @param aboveByMean mean deviation of those above the mean
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
