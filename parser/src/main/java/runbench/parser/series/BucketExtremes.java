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

    /** The same with so many buckets taken together. */
    public BucketExtremes merged(int times) {
        BucketExtremes merged = new BucketExtremes((min.length + times - 1) / times);
        for (int b = 0; b < min.length; b++) {
            merged.add(b / times, b / times, min[b]);
            merged.add(b / times, b / times, max[b]);
        }
        return merged;
    }

    /**
     * @param value of a whole period whose rate belongs to the buckets {@code first} to {@code last}; NaN is left out
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

    /** Lowest of all; NaN without any. */
    public double lowest() {
        return lowest;
    }

    /** Highest of all; NaN without any. */
    public double peak() {
        return peak;
    }

    /** Lowest per bucket in {@code unit}s, never above the mean; the mean where no whole period lies. */
    public double[] min(double[] mean, double unit) {
        double[] out = new double[mean.length];
        Arrays.setAll(out,
                b -> Double.isNaN(mean[b]) || Double.isNaN(min[b]) ? mean[b] : Math.min(mean[b], min[b] * unit));
        return out;
    }

    /** Highest per bucket in {@code unit}s, never below the mean; the mean where no whole period lies. */
    public double[] max(double[] mean, double unit) {
        double[] out = new double[mean.length];
        Arrays.setAll(out,
                b -> Double.isNaN(mean[b]) || Double.isNaN(max[b]) ? mean[b] : Math.max(mean[b], max[b] * unit));
        return out;
    }

    /**
     * The highest value that a scale has to hold: the mean of a bucket in which less than half a period was measured
     * may lie anywhere and is left out, unless there are no others.
     *
     * @param peak in the unit of the means; NaN without one
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
