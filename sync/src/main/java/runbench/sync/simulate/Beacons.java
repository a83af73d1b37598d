package runbench.sync.simulate;

import java.util.Arrays;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Stamps;

/**
 * One-way messages. They determine a clock's rate; its offset includes the unknown delay.
 *
 * @param x send times, ns since the first
 * @param late the node's receive stamp minus send time, ns relative to the first
 * @param burstFrom first row of each burst, and the number of rows
 */
record Beacons(double[] x, double[] late, int[] burstFrom) {

    /** Returns the forward halves of exchanges, delayed by {@code bias} ns. */
    static Beacons of(Exchanges e, Stamps stamps, double bias) {
        double[] x = new double[e.size()];
        double[] late = new double[e.size()];
        int[] from = new int[e.size() + 1];
        int bursts = 0;
        long origin = e.stamp(stamps, 1, 0);
        long base = e.stamp(stamps, 2, 0) - origin;
        for (int i = 0; i < e.size(); i++) {
            if (i == 0 || e.burst(i) != e.burst(i - 1)) {
                from[bursts++] = i;
            }
            x[i] = e.stamp(stamps, 1, i) - origin;
            late[i] = e.stamp(stamps, 2, i) - e.stamp(stamps, 1, i) - base + bias;
        }
        from[bursts] = e.size();
        return new Beacons(x, late, Arrays.copyOf(from, bursts + 1));
    }

    /** Returns the median of the pairwise slopes between the bursts' quickest messages, ns per ns. */
    double slope() {
        int n = burstFrom.length - 1;
        double[] slopes = new double[n * (n - 1) / 2];
        int k = 0;
        for (int a = 0; a < n; a++) {
            for (int b = a + 1; b < n; b++) {
                int i = quickest(a);
                int j = quickest(b);
                slopes[k++] = (late[j] - late[i]) / (x[j] - x[i]);
            }
        }
        Arrays.sort(slopes);
        return k == 0 ? 0 : slopes[k / 2];
    }

    private int quickest(int burst) {
        int best = burstFrom[burst];
        for (int i = best + 1; i < burstFrom[burst + 1]; i++) {
            best = late[i] < late[best] ? i : best;
        }
        return best;
    }
}
