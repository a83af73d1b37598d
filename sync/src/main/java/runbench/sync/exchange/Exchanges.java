package runbench.sync.exchange;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Recorded request-reply exchanges between a reference and one node, in columns. <p>Every stamp is in ns of the clock
 * of the machine that took it. Stamps 1 and 4 are the reference's send and receive, 2 and 3 the node's receive and
 * send. {@code t} columns are user-space stamps, {@code k} columns kernel stamps. {@link #MISSING} replaces a missing
 * stamp. Rows are in order of {@code t1}.
 */
public final class Exchanges {
    /** Value of a stamp that is missing. */
    public static final long MISSING = 0;

    private final int[] burst;
    private final int[] seq;
    private final long[][] columns;

    private Exchanges(int[] burst, int[] seq, long[][] columns) {
        this.burst = burst;
        this.seq = seq;
        this.columns = columns;
    }

    public int size() {
        return seq.length;
    }

    /** Returns the number of the burst of row {@code i}; rows of one burst are adjacent. */
    public int burst(int i) {
        return burst[i];
    }

    /** Returns the position of row {@code i} in its burst; lost exchanges leave gaps. */
    public int seq(int i) {
        return seq[i];
    }

    /**
     * Returns a stamp, ns; {@link #MISSING} if it was not taken.
     *
     * @param stamps kind of stamp
     * @param position 1 reference sends, 2 node receives, 3 node sends, 4 reference receives
     * @param i row
     */
    public long stamp(Stamps stamps, int position, int i) {
        return columns[column(stamps, position)][i];
    }

    /**
     * Returns the send time of row {@code i}, ns, by the preferred stamps or else by the others. Both are of the
     * reference's clock.
     */
    public long sent(Stamps preferred, int i) {
        long stamp = stamp(preferred, 1, i);
        return stamp != MISSING ? stamp : stamp(preferred == Stamps.USER ? Stamps.KERNEL : Stamps.USER, 1, i);
    }

    /** Returns whether row {@code i} has all four stamps of this kind. */
    public boolean has(Stamps stamps, int i) {
        for (int position = 1; position <= 4; position++) {
            if (stamp(stamps, position, i) == MISSING) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of rows with all four stamps of this kind. */
    public int count(Stamps stamps) {
        int n = 0;
        for (int i = 0; i < size(); i++) {
            n += has(stamps, i) ? 1 : 0;
        }
        return n;
    }

    /**
     * Returns kernel stamps if at least nine rows in ten have them, because they are far more precise; else user
     * stamps.
     */
    public Stamps best() {
        return size() > 0 && count(Stamps.KERNEL) * 10L >= size() * 9L ? Stamps.KERNEL : Stamps.USER;
    }

    /** Returns the rows {@code from} (inclusive) to {@code to} (exclusive). */
    public Exchanges rows(int from, int to) {
        long[][] part = new long[8][];
        for (int c = 0; c < 8; c++) {
            part[c] = Arrays.copyOfRange(columns[c], from, to);
        }
        return new Exchanges(Arrays.copyOfRange(burst, from, to), Arrays.copyOfRange(seq, from, to), part);
    }

    /** Returns the same rows in order of the reference's sending. */
    Exchanges inOrder() {
        Stamps stamps = count(Stamps.USER) >= count(Stamps.KERNEL) ? Stamps.USER : Stamps.KERNEL;
        long[] sent = IntStream.range(0, size()).mapToLong(i -> sent(stamps, i)).toArray();
        boolean ordered = true;
        for (int i = 1; i < size(); i++) {
            ordered &= sent[i - 1] <= sent[i];
        }
        if (ordered) {
            return this;
        }
        int[] order = IntStream.range(0, size())
                .boxed()
                .sorted(Comparator.comparingLong(i -> sent[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        Builder sorted = builder();
        long[] row = new long[8];
        for (int i : order) {
            for (int c = 0; c < 8; c++) {
                row[c] = columns[c][i];
            }
            sorted.add(burst[i], seq[i], row);
        }
        return sorted.build();
    }

    /** Returns the same stamps with other burst numbers and positions. */
    Exchanges numbered(int[] bursts, int[] seqs) {
        return new Exchanges(bursts, seqs, columns);
    }

    static int column(Stamps stamps, int position) {
        return (stamps == Stamps.USER ? 0 : 4) + position - 1;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Collects rows of exchanges. */
    public static final class Builder {
        private int n;
        private int[] burst = new int[256];
        private int[] seq = new int[256];
        private final long[][] columns = new long[8][256];

        /**
         * Adds one exchange.
         *
         * @param burstNumber number of the burst
         * @param sequence position in the burst
         * @param stamps t1 t2 t3 t4 k1 k2 k3 k4, ns; {@link #MISSING} if not taken
         */
        public Builder add(int burstNumber, int sequence, long... stamps) {
            if (stamps.length != 8) {
                throw new IllegalArgumentException("an exchange has 8 stamps, not " + stamps.length);
            }
            if (n == seq.length) {
                burst = Arrays.copyOf(burst, 2 * n);
                seq = Arrays.copyOf(seq, 2 * n);
                for (int c = 0; c < 8; c++) {
                    columns[c] = Arrays.copyOf(columns[c], 2 * n);
                }
            }
            burst[n] = burstNumber;
            seq[n] = sequence;
            for (int c = 0; c < 8; c++) {
                columns[c][n] = stamps[c];
            }
            n++;
            return this;
        }

        public int size() {
            return n;
        }

        public Exchanges build() {
            return new Exchanges(burst, seq, columns).rows(0, n);
        }
    }

    /** The place where an exchange was stamped. */
    public enum Stamps {
        /** Stamps by the program around its system calls; they include scheduling delays. */
        USER,
        /** Stamps by the kernel at the network driver (SO_TIMESTAMPING, software). */
        KERNEL
    }
}
