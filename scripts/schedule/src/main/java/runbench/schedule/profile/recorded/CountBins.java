package runbench.schedule.profile.recorded;

import java.util.Arrays;

/**
 * Counts in equal bins along an abscissa of unknown length. When the abscissa exceeds the bins, neighbouring bins are
 * joined. The counts of a period are spread evenly over the bins that it overlaps, so the total is preserved.
 */
final class CountBins {
    /** Number of bins: 100 ms bins for one hour; 9 series take 2.4 MB. */
    static final int BIN_COUNT = 1 << 15;

    private final double[][] sums;
    private double width;
    private int used;

    /**
     * Creates empty bins.
     *
     * @param series number of sums per bin
     * @param width initial width of a bin, in the abscissa's unit, above 0
     */
    CountBins(int series, double width) {
        sums = new double[series][BIN_COUNT];
        this.width = width;
    }

    /**
     * Adds an amount.
     *
     * @param series index of the sum
     * @param from start of the period; negative values count as 0
     * @param to end of the period
     * @param amount amount gathered in the period
     */
    void add(int series, double from, double to, double amount) {
        extend(to);
        double begin = Math.max(0, Math.min(from, to));
        int first = bin(begin);
        int last = bin(to);
        if (first == last) {
            sums[series][last] += amount;
            return;
        }
        for (int b = first; b <= last; b++) {
            double share = (Math.min(to, (b + 1) * width) - Math.max(begin, b * width)) / (to - begin);
            sums[series][b] += amount * share;
        }
    }

    private void extend(double to) {
        while (to > BIN_COUNT * width) {
            for (double[] s : sums) {
                for (int b = 0; b < BIN_COUNT / 2; b++) {
                    s[b] = s[2 * b] + s[2 * b + 1];
                }
                Arrays.fill(s, BIN_COUNT / 2, BIN_COUNT, 0);
            }
            width *= 2;
            used = (used + 1) / 2;
        }
        used = Math.max(used, bin(to) + 1);
    }

    /** Returns the bin of a position; a position on an edge belongs to the bin before it. */
    private int bin(double position) {
        return (int) Math.max(0, Math.min(BIN_COUNT - 1, Math.ceil(position / width) - 1));
    }

    int used() {
        return used;
    }

    double width() {
        return width;
    }

    /** Returns the edge nearest to a position. */
    int edge(double position) {
        return (int) Math.max(0, Math.min(used, Math.round(position / width)));
    }

    /**
     * Returns the sum over a range of bins.
     *
     * @param series index of the sum
     * @param from first bin
     * @param to bin after the last one
     */
    double sum(int series, int from, int to) {
        double sum = 0;
        for (int b = from; b < to; b++) {
            sum += sums[series][b];
        }
        return sum;
    }
}
