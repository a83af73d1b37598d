package runbench.pas2p.efficiency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.TraceFormat;
import runbench.pas2p.trace.TracedCall;

/** Counters of communication: messages by pair and by size, collective operations, time by MPI function. */
final class MessageTraffic {
    private static final int MESSAGES = 0;
    private static final int BYTES = 1;
    private static final int MOST_PAIRS = 1 << 20;
    private static final int OPS = 256;
    /** Offset of completing calls: they follow the other calls. */
    private static final int COMPLETIONS = OPS;
    private static final int SIZES = 65;
    /** The number of the blocking form of each call. */
    private static final int[] BLOCKING = IntStream.range(0, OPS).map(n -> MpiOp.of(n).blocking().number()).toArray();

    private final PairTable pairs = new PairTable(2, MOST_PAIRS);
    private final long[] messagesOfSize = new long[SIZES];
    private final long[] bytesOfSize = new long[SIZES];
    private final long[] operations = new long[OPS];
    private final long[] members = new long[OPS];
    private final long[] collectiveBytes = new long[OPS];
    private final long[] waited = new long[OPS];
    private final long[] calls = new long[2 * OPS];
    private final long[] nanos = new long[2 * OPS];
    private final long[] lastStart;
    private final long[] lastEnd;

    MessageTraffic(int locations) {
        lastStart = new long[locations];
        lastEnd = new long[locations];
        Arrays.fill(lastStart, Long.MIN_VALUE);
    }

    void message(int from, int to, long bytes) {
        pairs.add(from, to, 1, bytes);
        int size = 64 - Long.numberOfLeadingZeros(bytes);
        messagesOfSize[size]++;
        bytesOfSize[size] += bytes;
    }

    /** Counts a call. A call that completes several messages has one event for each, all with the same times. */
    void call(int l, TracedCall e, long start, long end) {
        if (start != lastStart[l] || end != lastEnd[l]) {
            lastStart[l] = start;
            lastEnd[l] = end;
            boolean completion = (e.kind() == TraceFormat.RECV || e.kind() == TraceFormat.COLL)
                    && (e.flags() & TraceFormat.FLAG_NONBLOCKING) != 0;
            int call = e.op() + (completion ? COMPLETIONS : 0);
            calls[call]++;
            nanos[call] += end - start;
        }
    }

    void operation(int op) {
        operations[BLOCKING[op]]++;
    }

    void member(int op, long bytes) {
        members[BLOCKING[op]]++;
        collectiveBytes[BLOCKING[op]] += bytes;
    }

    void waitedInCollective(int op, long waitedNanos) {
        waited[BLOCKING[op]] += waitedNanos;
    }

    List<Communication.Pair> pairs() {
        List<Communication.Pair> found = new ArrayList<>();
        pairs.forEach(
                (from, to, v, at) -> found.add(new Communication.Pair(from, to, v[at + MESSAGES], v[at + BYTES])));
        found.sort(Comparator.comparingInt(Communication.Pair::from).thenComparingInt(Communication.Pair::to));
        return found;
    }

    long messagesOfOtherPairs() {
        return pairs.others()[MESSAGES];
    }

    List<Communication.Size> sizes() {
        List<Communication.Size> found = new ArrayList<>();
        for (int s = 0; s < SIZES; s++) {
            if (messagesOfSize[s] > 0) {
                found.add(new Communication.Size(s == 0 ? 0 : 1L << s - 1,
                        s == 0 ? 1 : s >= 63 ? Long.MAX_VALUE : 1L << s, messagesOfSize[s], bytesOfSize[s]));
            }
        }
        return found;
    }

    List<Communication.Collective> collectives() {
        List<Communication.Collective> found = new ArrayList<>();
        for (int op = 0; op < OPS; op++) {
            if (members[op] > 0) {
                long time = 0;
                for (int n = 0; n < OPS; n++) {
                    time += BLOCKING[n] == op ? nanos[n] + nanos[n + COMPLETIONS] : 0;
                }
                found.add(new Communication.Collective(MpiOp.of(op), operations[op], members[op], collectiveBytes[op],
                        time, waited[op]));
            }
        }
        found.sort(Comparator.comparingLong(Communication.Collective::nanos).reversed());
        return found;
    }

    List<Communication.Call> calls() {
        List<Communication.Call> found = new ArrayList<>();
        for (int call = 0; call < 2 * OPS; call++) {
            if (calls[call] > 0) {
                String name = MpiOp.of(call % OPS).mpiName();
                found.add(new Communication.Call(call < COMPLETIONS ? name : "completion of " + name, calls[call],
                        nanos[call]));
            }
        }
        found.sort(Comparator.comparingLong(Communication.Call::nanos).reversed());
        return found;
    }
}
