package runbench.pas2p.efficiency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** How long who waited for whom and why, for each kind of window. */
final class WaitTally {
    private static final int CAUSES = WaitCause.values().length;
    private static final int MOST_PAIRS = 1 << 20;

    private final int ranks;
    private PairTable pairs = new PairTable(CAUSES, MOST_PAIRS);
    /** Sums of a kind stand together, one a cause. */
    private long[] byKind;
    /** Of several things that one call waited for, only what each adds counts. */
    private final long[] waitedUntil;

    WaitTally(int locations, int kinds) {
        ranks = locations;
        byKind = new long[kinds * CAUSES];
        waitedUntil = new long[locations];
        Arrays.fill(waitedUntil, Long.MIN_VALUE);
    }

    /** @return how much of it was not told before, nanoseconds */
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

    /** Sum over ranks in windows of this kind. */
    long nanos(int kind, WaitCause cause) {
        int at = kind * CAUSES + cause.ordinal();
        return at < byKind.length ? byKind[at] : 0;
    }

    /** Kinds become others: what several of them hold is one sum. */
    void become(int[] kindOfKind, int howMany) {
        long[] sums = new long[howMany * CAUSES];
        for (int at = 0; at < Math.min(byKind.length, kindOfKind.length * CAUSES); at++) {
            sums[kindOfKind[at / CAUSES] * CAUSES + at % CAUSES] += byKind[at];
        }
        byKind = sums;
        PairTable old = pairs;
        pairs = new PairTable(CAUSES, MOST_PAIRS);
        old.forEach((key, culprit, values, at) -> {
            for (int c = 0; c < CAUSES; c++) {
                pairs.addTo(kindOfKind[key / ranks] * ranks + key % ranks, culprit, c, values[at + c]);
            }
        });
    }

    /** There were more pairs than memory was given to. */
    boolean pairsLeftOut() {
        return pairs.full();
    }

    /** The longest first. @param kind negative: of the whole run */
    List<WaitPair> pairs(int kind) {
        PairTable sums = pairs;
        if (kind < 0) {
            sums = new PairTable(CAUSES, MOST_PAIRS);
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

    /** Waiting for pairs beyond what memory was given to. */
    long notByPair() {
        return Arrays.stream(pairs.others()).sum();
    }
}
