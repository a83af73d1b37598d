package runbench.schedule.profile.recorded;

import java.util.Arrays;

/**
 * What was counted, in equal bins along an abscissa whose length nobody knows beforehand: when it outgrows them,
 * neighbours are joined. A period is spread evenly over the bins that it reaches into, so that nothing of it is lost.
 */
final class CountBins {
    /** Of an hour there are 100 ms bins; 9 series of them take 2.4 MB. */
    static final int MOST = 1 << 15;

    private final double[][] sums;
    private double width;
    private int used;

    /** @param series sums that each bin holds @param width of a bin at first, in the abscissa's unit, above 0 */
    CountBins(int series, double width) {
        sums = new double[series][MOST];
        this.width = width;
    }

    /** @param from where the amount was gathered; below 0 counts as 0 */
    void add(int series, double from, double to, double amount) {
        reach(to);
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

    private void reach(double to) {
        while (to > MOST * width) {
            for (double[] s : sums) {
                for (int b = 0; b < MOST / 2; b++) {
                    s[b] = s[2 * b] + s[2 * b + 1];
                }
                Arrays.fill(s, MOST / 2, MOST, 0);
            }
            width *= 2;
            used = (used + 1) / 2;
        }
        used = Math.max(used, bin(to) + 1);
    }

    /** An end on an edge belongs to the bin before it. */
    private int bin(double position) {
        return (int) Math.max(0, Math.min(MOST - 1, Math.ceil(position / width) - 1));
    }

    int used() {
        return used;
    }

    double width() {
        return width;
    }

    /** The edge nearest to a position. */
    int edge(double position) {
        return (int) Math.max(0, Math.min(used, Math.round(position / width)));
    }

    /** Over bins from the first to before the last. */
    double sum(int series, int from, int to) {
        double sum = 0;
        for (int b = from; b < to; b++) {
            sum += sums[series][b];
        }
        return sum;
    }
}
