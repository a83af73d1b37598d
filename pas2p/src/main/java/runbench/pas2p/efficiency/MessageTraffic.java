package runbench.pas2p.efficiency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.TraceFormat;
import runbench.pas2p.trace.EventCursor;

/** Counters of communication: messages by pair and by size, collective operations, time by MPI function. */
final class MessageTraffic {
    private static final int MESSAGES = 0;
    private static final int BYTES = 1;
    private static final int MAX_PAIRS = 1 << 20;
    private static final int OPS = 256;
    /** Offset of completing calls: they follow the other calls. */
    private static final int COMPLETIONS = OPS;
    private static final int SIZES = 65;
    /** The number of the blocking form of each call. */
    private static final int[] BLOCKING = IntStream.range(0, OPS).map(n -> MpiOp.of(n).blocking().number()).toArray();

    private final PairTable pairs = new PairTable(2, MAX_PAIRS);
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
    void call(int l, EventCursor e, long start, long end) {
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

    /**
     * Sums by pairs of numbers (two ranks) in primitive arrays. Memory is proportional to the pairs that occur, up to a
     * limit; pairs beyond the limit share one sum.
     */
    static final class PairTable {
        private static final long FREE = -1;

        private final int words;
        private final int limit;
        private long[] keys = new long[1 << 8];
        private long[] values;
        private int size;
        private final long[] others;

        /**
         * Creates a table.
         *
         * @param words sums per pair
         * @param limit maximum number of pairs
         */
        PairTable(int words, int limit) {
            this.words = words;
            this.limit = limit;
            values = new long[keys.length * words];
            others = new long[words];
            Arrays.fill(keys, FREE);
        }

        void addTo(int first, int second, int word, long value) {
            int slot = slot((long) first << 32 | second);
            if (slot < 0) {
                others[word] += value;
            } else {
                values[slot * words + word] += value;
            }
        }

        /** Adds to the first two sums of a pair. */
        void add(int first, int second, long value, long next) {
            int slot = slot((long) first << 32 | second);
            long[] sums = slot < 0 ? others : values;
            int at = Math.max(0, slot) * words;
            sums[at] += value;
            sums[at + 1] += next;
        }

        private int slot(long key) {
            int at = find(keys, key);
            if (keys[at] == key) {
                return at;
            }
            if (size >= limit) {
                return -1;
            }
            if (2 * (size + 1) > keys.length) {
                grow();
                at = find(keys, key);
            }
            keys[at] = key;
            size++;
            return at;
        }

        private static int find(long[] keys, long key) {
            int mask = keys.length - 1;
            int at = (int) (key * 0x9E3779B97F4A7C15L >>> 33) & mask;
            while (keys[at] != FREE && keys[at] != key) {
                at = at + 1 & mask;
            }
            return at;
        }

        private void grow() {
            long[] old = keys;
            long[] oldValues = values;
            keys = new long[old.length * 2];
            values = new long[keys.length * words];
            Arrays.fill(keys, FREE);
            for (int i = 0; i < old.length; i++) {
                if (old[i] != FREE) {
                    int at = find(keys, old[i]);
                    keys[at] = old[i];
                    System.arraycopy(oldValues, i * words, values, at * words, words);
                }
            }
        }

        /** Returns true if the table accepts no further pair. */
        boolean full() {
            return size >= limit;
        }

        /** Returns the sums of the pairs beyond the limit. */
        long[] others() {
            return others;
        }

        interface Visitor {
            /**
             * Receives a pair.
             *
             * @param values the pair's sums are {@code values[at ..]}
             */
            void pair(int first, int second, long[] values, int at);
        }

        void forEach(Visitor visitor) {
            for (int i = 0; i < keys.length; i++) {
                if (keys[i] != FREE) {
                    visitor.pair((int) (keys[i] >> 32), (int) keys[i], values, i * words);
                }
            }
        }
    }
}
