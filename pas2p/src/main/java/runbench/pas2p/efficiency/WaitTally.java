package runbench.pas2p.efficiency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import runbench.pas2p.efficiency.EfficiencyAnalysis.WaitPair;
import runbench.pas2p.efficiency.MessageTraffic.PairTable;

/** Waiting times by pair of ranks, cause and kind of window. */
final class WaitTally {
    private static final int CAUSES = WaitCause.values().length;
    private static final int MAX_PAIRS = 1 << 20;

    private final int ranks;
    private PairTable pairs = new PairTable(CAUSES, MAX_PAIRS);
    /** Sums by kind of window, one word per cause. */
    private long[] byKind;
    /** End of the counted waiting time per location: overlapping waits of one call count once. */
    private final long[] waitedUntil;

    WaitTally(int locations, int kinds) {
        ranks = locations;
        byKind = new long[kinds * CAUSES];
        waitedUntil = new long[locations];
        Arrays.fill(waitedUntil, Long.MIN_VALUE);
    }

    /**
     * Adds a wait.
     *
     * @return the part of it that was not counted before, ns
     */
    long waited(int location, WaitCause cause, int waiter, int culprit, int kind, long from, long to) {
        long nanos = to - Math.max(from, waitedUntil[location]);
        if (nanos <= 0) {
            return 0;
        }
        waitedUntil[location] = to;
        waitedElsewhere(cause, waiter, culprit, kind, nanos);
        return nanos;
    }

    void waitedElsewhere(WaitCause cause, int waiter, int culprit, int kind, long nanos) {
        int at = kind * CAUSES + cause.ordinal();
        if (at >= byKind.length) {
            byKind = Arrays.copyOf(byKind, 2 * at);
        }
        byKind[at] += nanos;
        pairs.addTo(kind * ranks + waiter, culprit, cause.ordinal(), nanos);
    }

    /** Returns the sum over all ranks in windows of a kind, ns. */
    long nanos(int kind, WaitCause cause) {
        int at = kind * CAUSES + cause.ordinal();
        return at < byKind.length ? byKind[at] : 0;
    }

    /** Maps kinds to other kinds; kinds with the same target are summed. */
    void become(int[] kindOfKind, int howMany) {
        long[] sums = new long[howMany * CAUSES];
        for (int at = 0; at < Math.min(byKind.length, kindOfKind.length * CAUSES); at++) {
            sums[kindOfKind[at / CAUSES] * CAUSES + at % CAUSES] += byKind[at];
        }
        byKind = sums;
        PairTable old = pairs;
        pairs = new PairTable(CAUSES, MAX_PAIRS);
        old.forEach((key, culprit, values, at) -> {
            for (int c = 0; c < CAUSES; c++) {
                pairs.addTo(kindOfKind[key / ranks] * ranks + key % ranks, culprit, c, values[at + c]);
            }
        });
    }

    /** Returns true if there were more pairs than the table's limit. */
    boolean pairsLeftOut() {
        return pairs.full();
    }

    /**
     * Returns the pairs, the longest waiting time first.
     *
     * @param kind kind of window; negative: the whole run
     */
    List<WaitPair> pairs(int kind) {
        PairTable sums = pairs;
        if (kind < 0) {
            sums = new PairTable(CAUSES, MAX_PAIRS);
            PairTable all = sums;
            pairs.forEach((key, culprit, values, at) -> {
                for (int c = 0; c < CAUSES; c++) {
                    all.addTo(key % ranks, culprit, c, values[at + c]);
                }
            });
        }
        List<WaitPair> found = new ArrayList<>();
        sums.forEach((key, culprit, v, at) -> {
            if (kind < 0 || key / ranks == kind) {
                found.add(new WaitPair(key % ranks, culprit, v[at], v[at + 1], v[at + 2]));
            }
        });
        found.sort(Comparator.comparingLong(WaitPair::nanos)
                .reversed()
                .thenComparingInt(WaitPair::waiter)
                .thenComparingInt(WaitPair::culprit));
        return found;
    }

    /** Returns the waiting time of pairs beyond the table's limit, ns. */
    long notByPair() {
        return Arrays.stream(pairs.others()).sum();
    }

    /** The reasons why a rank waits for another one inside MPI. */
    public enum WaitCause {
        /** A receive, or the call that completes it, is entered before the message is sent. */
        LATE_SENDER,
        /** A blocking send is entered before its receive and lasts until the receive is entered. */
        LATE_RECEIVER,
        /** A collective operation is entered before another member that it depends on. */
        COLLECTIVE
    }
}
