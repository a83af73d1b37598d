package runbench.parser.stats;

/**
 * Quantiles of non-negative longs in fixed memory (512 KiB), after HdrHistogram: each power of two is split into 1024
 * equal cells, so that a quantile is off by less than 0.1 %. Values below 2048 are exact.
 */
public final class LogHistogram {
    private static final int CELL_BITS = 10;
    private static final int CELLS = 1 << CELL_BITS;

    private final long[] cells = new long[(65 - CELL_BITS) * CELLS];
    private long count;
    private long max;

    /**
     * Adds a value.
     *
     * @param value not negative
     */
    public void add(long value) {
        cells[cell(value)]++;
        count++;
        max = Math.max(max, value);
    }

    public long count() {
        return count;
    }

    /** Returns the largest value added, exact; 0 if there is none. */
    public long max() {
        return max;
    }

    /**
     * Returns the smallest value such that at least the share {@code q} of all values is not above it (nearest rank).
     *
     * @param q 0..1
     * @return NaN when nothing was added
     */
    public double quantile(double q) {
        if (count == 0) {
            return Double.NaN;
        }
        long rank = Math.max(1, (long) Math.ceil(q * count));
        long seen = 0;
        for (int i = 0; i < cells.length; i++) {
            seen += cells[i];
            if (seen >= rank) {
                return Math.min(max, middle(i));
            }
        }
        return max;
    }

    private static int cell(long value) {
        int shift = Math.max(0, magnitude(value) - CELL_BITS);
        return (shift << CELL_BITS) + (int) (value >>> shift);
    }

    /**
     * Returns the index of the highest bit, from the exponent of a double. That is an intrinsic of the first compiler
     * tier too.
     */
    private static int magnitude(long value) {
        return value < 1L << 52 ? (int) (Double.doubleToRawLongBits(value) >>> 52) - 1023
                : 63 - Long.numberOfLeadingZeros(value);
    }

    private static long middle(int cell) {
        int shift = Math.max(0, (cell >> CELL_BITS) - 1);
        long low = (long) (cell - (shift << CELL_BITS)) << shift;
        return low + ((1L << shift) - 1) / 2;
    }
}
