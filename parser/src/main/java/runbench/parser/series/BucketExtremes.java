package runbench.parser.series;

import java.util.Arrays;

/** Lowest and highest value of {@linkplain Period#isWhole() whole} periods, per bucket and of the run. */
public final class BucketExtremes {
    private final double[] min;
    private final double[] max;
    private double lowest = Double.NaN;
    private double peak = Double.NaN;

    public BucketExtremes(int buckets) {
        min = new double[buckets];
        max = new double[buckets];
        Arrays.fill(min, Double.NaN);
        Arrays.fill(max, Double.NaN);
    }

    /**
     * Returns the extremes in wider buckets.
     *
     * @param times number of buckets that are merged into one
     */
    public BucketExtremes merged(int times) {
        BucketExtremes merged = new BucketExtremes((min.length + times - 1) / times);
        for (int b = 0; b < min.length; b++) {
            merged.add(b / times, b / times, min[b]);
            merged.add(b / times, b / times, max[b]);
        }
        return merged;
    }

    /**
     * Adds the value of a whole period.
     *
     * @param first first bucket of the period
     * @param last last bucket of the period
     * @param value value; NaN is ignored
     */
    public void add(int first, int last, double value) {
        if (Double.isNaN(value)) {
            return;
        }
        lowest = value >= lowest ? lowest : value;
        peak = value <= peak ? peak : value;
        for (int b = first; b <= last; b++) {
            min[b] = value >= min[b] ? min[b] : value;
            max[b] = value <= max[b] ? max[b] : value;
        }
    }

    /** Returns the lowest value of the run; NaN if there is none. */
    public double lowest() {
        return lowest;
    }

    /** Returns the highest value of the run; NaN if there is none. */
    public double peak() {
        return peak;
    }

    /**
     * Returns the lowest value per bucket, at most the mean. A bucket without a whole period has the mean.
     *
     * @param mean mean per bucket
     * @param unit factor from the added values to the unit of the means
     */
    public double[] min(double[] mean, double unit) {
        double[] out = new double[mean.length];
        Arrays.setAll(out,
                b -> Double.isNaN(mean[b]) || Double.isNaN(min[b]) ? mean[b] : Math.min(mean[b], min[b] * unit));
        return out;
    }

    /**
     * Returns the highest value per bucket, at least the mean. A bucket without a whole period has the mean.
     *
     * @param mean mean per bucket
     * @param unit factor from the added values to the unit of the means
     */
    public double[] max(double[] mean, double unit) {
        double[] out = new double[mean.length];
        Arrays.setAll(out,
                b -> Double.isNaN(mean[b]) || Double.isNaN(max[b]) ? mean[b] : Math.max(mean[b], max[b] * unit));
        return out;
    }

    /**
     * Returns the highest value that a scale must contain. The mean of a bucket with less than half a measured period
     * is unreliable and is ignored, unless there are no other buckets.
     *
     * @param peak highest value, in the unit of the means; NaN if there is none
     * @param mean mean per bucket; NaN if there is none
     * @param measured time measured in each bucket, ns
     */
    public static double top(double peak, double[] mean, double[] measured, long nominalNanos) {
        double solid = peak;
        double any = peak;
        for (int b = 0; b < mean.length; b++) {
            if (!Double.isNaN(mean[b])) {
                any = mean[b] <= any ? any : mean[b];
                solid = measured[b] < nominalNanos / 2.0 || mean[b] <= solid ? solid : mean[b];
            }
        }
        return Double.isNaN(solid) ? any : solid;
    }
}
