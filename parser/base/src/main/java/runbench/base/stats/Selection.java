package runbench.base.stats;

import java.util.Arrays;

/** The median of many values without sorting all of them, which takes several times longer. */
final class Selection {
    /** Below this number of values, a sort is as fast. */
    private static final int MIN_VALUES = 48;
    /** Length of a range that is sorted instead of being partitioned again. */
    private static final int SORTED_RANGE = 24;
    /** Partitions after which the rest is sorted: values in an order for which each partition excludes few of them. */
    private static final int MAX_PARTITIONS = 64;

    private Selection() {
    }

    /** Returns whether {@link #median} is faster than a sort and permits the values. */
    static boolean isOfUse(double[] values) {
        if (values.length < MIN_VALUES) {
            return false;
        }
        for (double v : values) {
            if (Double.isNaN(v)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the median, with the sign of a zero that a sort would give, and changes the order of the values.
     *
     * @param values without NaN; not empty
     */
    static double median(double[] values) {
        int middle = values.length / 2;
        partition(values, middle);
        double median = values[middle];
        if (values.length % 2 == 0) {
            double below = values[0];
            for (int i = 1; i < middle; i++) {
                below = Math.max(below, values[i]);
            }
            median = (below + median) / 2;
        }
        // The order of -0.0 and 0.0 is that of a sort only.
        return median == 0 ? Statistics.medianOfSorted(Statistics.sorted(values)) : median;
    }

    /** Moves the k-th smallest value to index k, no greater values before it and no smaller ones after it. */
    private static void partition(double[] a, int k) {
        int low = 0;
        int high = a.length - 1;
        for (int left = MAX_PARTITIONS; high - low >= SORTED_RANGE && left > 0; left--) {
            double pivot = middleOf(a[low], a[(low + high) >>> 1], a[high]);
            int i = low;
            int j = high;
            while (i <= j) {
                while (a[i] < pivot) {
                    i++;
                }
                while (a[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    double swapped = a[i];
                    a[i++] = a[j];
                    a[j--] = swapped;
                }
            }
            if (k <= j) {
                high = j;
            } else if (k >= i) {
                low = i;
            } else {
                return;
            }
        }
        Arrays.sort(a, low, high + 1);
    }

    private static double middleOf(double a, double b, double c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
