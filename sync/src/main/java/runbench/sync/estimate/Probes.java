package runbench.sync.estimate;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntPredicate;
import runbench.base.error.RunbenchException;
import runbench.sync.estimate.Estimator.ClockLine;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;

/**
 * A window of exchanges in the form that estimators need: differences in doubles about a long origin. Thus large clock
 * values lose no digits. <p>For exchange i, x is the reference time since {@code originNanos}. Clock differences are
 * relative to {@code
 * baseNanos}: {@code forward = t2 - t1} is the node's lead plus the forward delay, and {@code backward = t3 - t4} is
 * the node's lead minus the backward delay. For any delays, the true {@link ClockLine} satisfies {@code
 * line.at(sent) <= forward} and {@code line.at(received) >= backward}.
 */
public final class Probes {
    /** Number of warm-up exchanges per burst. They meet cold caches and sleeping cores and are about 8 us wrong. */
    public static final int WARM_UP = 3;
    private static final int MIN_WARMED_BURST = 8;

    final long originNanos;
    final long baseNanos;
    /** Send and receive times of the reference, ns since the origin. */
    final double[] sent;
    final double[] received;
    /** Clock differences relative to the base, ns. */
    final double[] forward;
    final double[] backward;
    /** First row of each burst, and the number of rows. */
    final int[] burstStart;

    private Probes(long originNanos, long baseNanos, double[][] columns, int[] burstStart) {
        this.originNanos = originNanos;
        this.baseNanos = baseNanos;
        this.sent = columns[0];
        this.received = columns[1];
        this.forward = columns[2];
        this.backward = columns[3];
        this.burstStart = burstStart;
    }

    /**
     * Returns every exchange with this kind of stamps, including warm-up. The guaranteed interval needs all of them.
     */
    public static Probes all(Exchanges e, Stamps stamps) {
        return of(e, stamps, 0);
    }

    /** Returns the exchanges without the first {@value #WARM_UP} of each burst. Bursts shorter than 8 remain whole. */
    public static Probes warm(Exchanges e, Stamps stamps) {
        return of(e, stamps, WARM_UP);
    }

    private static Probes of(Exchanges e, Stamps stamps, int warmUp) {
        int n = e.size();
        int[] row = new int[n];
        int kept = 0;
        for (int from = 0, to; from < n; from = to) {
            to = from + 1;
            while (to < n && e.burst(to) == e.burst(from)) {
                to++;
            }
            int drop = to - from >= MIN_WARMED_BURST ? warmUp : 0;
            for (int i = from; i < to; i++) {
                if (e.seq(i) >= drop && e.has(stamps, i)) {
                    row[kept++] = i;
                }
            }
        }
        if (kept == 0 && warmUp > 0) {
            // Only warm-up exchanges have stamps, so they have to do.
            return of(e, stamps, 0);
        }
        if (kept == 0) {
            throw RunbenchException
                    .badInput("no exchange has all four " + stamps.name().toLowerCase(Locale.ROOT) + " stamps")
                    .remedy("Try --stamps " + (stamps == Stamps.KERNEL ? "user" : "kernel"));
        }
        return gather(e, stamps, Arrays.copyOf(row, kept));
    }

    private static Probes gather(Exchanges e, Stamps stamps, int[] row) {
        long origin = e.stamp(stamps, 1, row[0]);
        long base = e.stamp(stamps, 2, row[0]) - origin;
        double[][] columns = new double[4][row.length];
        int[] starts = new int[row.length + 1];
        int bursts = 0;
        for (int k = 0; k < row.length; k++) {
            int i = row[k];
            if (k == 0 || e.burst(i) != e.burst(row[k - 1])) {
                starts[bursts++] = k;
            }
            long t1 = e.stamp(stamps, 1, i);
            long t4 = e.stamp(stamps, 4, i);
            columns[0][k] = t1 - origin;
            columns[1][k] = t4 - origin;
            columns[2][k] = difference(base, e.stamp(stamps, 2, i) - t1);
            columns[3][k] = difference(base, e.stamp(stamps, 3, i) - t4);
        }
        starts[bursts] = row.length;
        return new Probes(origin, base, columns, Arrays.copyOf(starts, bursts + 1));
    }

    private static double difference(long base, long difference) {
        try {
            return Math.subtractExact(difference, base);
        } catch (ArithmeticException e) {
            throw RunbenchException
                    .badInput("the clocks' difference changes by centuries within one window (from " + base + " to "
                            + difference + " ns)")
                    .remedy("Check the columns' order and unit")
                    .causedBy(e);
        }
    }

    public int size() {
        return sent.length;
    }

    public int bursts() {
        return burstStart.length - 1;
    }

    /** Returns the reference time of the window's last receive, ns. */
    public long endNanos() {
        return originNanos + (long) received[received.length - 1];
    }

    /** Returns the round trip of exchange {@code i} without the node's own time, ns. */
    double roundTrip(int i) {
        return forward[i] - backward[i];
    }

    /** Returns the reference time in the middle of exchange {@code i}, ns since the origin. */
    double middle(int i) {
        return (sent[i] + received[i]) / 2;
    }

    /** Returns the node's lead if both directions of exchange {@code i} had the same delay, ns relative to the base. */
    double lead(int i) {
        return (forward[i] + backward[i]) / 2;
    }

    /** Returns the smallest round trip, ns. */
    double roundTripMin() {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < size(); i++) {
            least = Math.min(least, roundTrip(i));
        }
        return least;
    }

    /** Returns the exchange with the smallest round trip among the rows from {@code from} to {@code to}, exclusive. */
    int quickest(int from, int to) {
        int best = from;
        for (int i = from + 1; i < to; i++) {
            if (roundTrip(i) < roundTrip(best)) {
                best = i;
            }
        }
        return best;
    }

    /** Returns the quickest exchange of each burst. */
    int[] quickestOfEachBurst() {
        int[] row = new int[bursts()];
        for (int k = 0; k < row.length; k++) {
            row[k] = quickest(burstStart[k], burstStart[k + 1]);
        }
        return row;
    }

    /** Returns the bursts for which {@code keep} holds; origin and base stay. */
    Probes bursts(IntPredicate keep) {
        boolean[] kept = new boolean[size()];
        for (int k = 0; k < bursts(); k++) {
            Arrays.fill(kept, burstStart[k], burstStart[k + 1], keep.test(k));
        }
        return rows(kept);
    }

    /** Returns the marked rows; bursts without any disappear. */
    Probes rows(boolean[] kept) {
        int[] starts = new int[bursts() + 1];
        int bursts = 0;
        int n = 0;
        double[][] columns = new double[4][size()];
        for (int k = 0; k < bursts(); k++) {
            starts[bursts] = n;
            for (int i = burstStart[k]; i < burstStart[k + 1]; i++) {
                if (kept[i]) {
                    columns[0][n] = sent[i];
                    columns[1][n] = received[i];
                    columns[2][n] = forward[i];
                    columns[3][n++] = backward[i];
                }
            }
            bursts += n > starts[bursts] ? 1 : 0;
        }
        starts[bursts] = n;
        for (int c = 0; c < 4; c++) {
            columns[c] = Arrays.copyOf(columns[c], n);
        }
        return new Probes(originNanos, baseNanos, columns, Arrays.copyOf(starts, bursts + 1));
    }
}
