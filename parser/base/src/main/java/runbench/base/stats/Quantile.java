package runbench.base.stats;

import java.util.Arrays;

/**
 * The definitions of a quantile that results of this product use. The numbers are those of Hyndman and Fan, "Sample
 * Quantiles in Statistical Packages", The American Statistician 50 (1996).
 */
public enum Quantile {
    /**
     * Type 1: the smallest value such that at least the given share of all values is not above it. The result is one of
     * the values.
     */
    NEAREST_RANK {
        @Override
        double ofKnown(double[] sorted, int count, double share) {
            return sorted[(int) Math.max(0, Math.ceil(share * count) - 1)];
        }
    },
    /**
     * Type 6: linear interpolation at position share * (n + 1), counted from 1. The default of Hipparchus. Smaller
     * positions give the minimum, larger positions the maximum.
     */
    WEIBULL {
        @Override
        double ofKnown(double[] sorted, int count, double share) {
            double position = share * (count + 1);
            if (position < 1) {
                return sorted[0];
            }
            if (position >= count) {
                return sorted[count - 1];
            }
            int below = (int) position;
            return sorted[below - 1] + (position - below) * (sorted[below] - sorted[below - 1]);
        }
    },
    /** Type 7: linear interpolation at position share * (n - 1), counted from 0. The default of R and NumPy. */
    LINEAR {
        @Override
        double ofKnown(double[] sorted, int count, double share) {
            double position = share * (count - 1);
            int below = (int) position;
            int above = Math.min(below + 1, count - 1);
            return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
        }
    },
    /**
     * The value nearest to the position of type 7, the upper one of two equally near values. The result is one of the
     * values. Hyndman and Fan do not number this definition; NumPy calls it {@code nearest}, with ties to even.
     */
    NEAREST_POSITION {
        @Override
        double ofKnown(double[] sorted, int count, double share) {
            return sorted[(int) Math.min(count - 1L, Math.round(share * (count - 1)))];
        }
    };

    /**
     * Returns the quantile of values in any order and leaves the array unchanged.
     *
     * @param values without NaN; may be empty
     * @param share 0..1
     * @return NaN if there are no values
     */
    public double of(double[] values, double share) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return ofSorted(sorted, share);
    }

    /**
     * Returns the quantile of values in ascending order.
     *
     * @param sorted ascending, without NaN; may be empty
     * @param share 0..1
     * @return NaN if there are no values
     */
    public double ofSorted(double[] sorted, double share) {
        return ofSorted(sorted, sorted.length, share);
    }

    /**
     * Returns the quantile of the first values of an array.
     *
     * @param sorted its first {@code count} values are ascending and without NaN
     * @param count 0..{@code sorted.length}
     * @param share 0..1
     * @return NaN if {@code count} is 0
     * @throws IllegalArgumentException if {@code share} is outside 0..1
     */
    public double ofSorted(double[] sorted, int count, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share " + share + " is outside 0..1");
        }
        return count == 0 ? Double.NaN : ofKnown(sorted, count, share);
    }

    /** @param count at least 1 */
    abstract double ofKnown(double[] sorted, int count, double share);
}
