package runbench.sync.clock;

import java.util.Arrays;

/**
 * A distribution of read costs.
 *
 * @param sorted all samples in ascending order, TSC cycles; not empty
 */
public record Costs(double[] sorted) {
    static Costs of(double[] cycles) {
        double[] sorted = cycles.clone();
        Arrays.sort(sorted);
        return new Costs(sorted);
    }

    public double min() {
        return sorted[0];
    }

    public double max() {
        return sorted[sorted.length - 1];
    }

    public double mean() {
        return Arrays.stream(sorted).average().orElse(Double.NaN);
    }

    /**
     * Returns the sample nearest to a quantile, TSC cycles.
     *
     * @param q quantile, 0..1
     */
    public double quantile(double q) {
        return sorted[(int) Math.min(sorted.length - 1L, Math.round(q * (sorted.length - 1)))];
    }
}
