package runbench.pas2p.trace;

import static runbench.pas2p.trace.TraceFormat.*;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rows of a segment: each distinct row once, and their order as new rows and copies. */
final class PackedRows {
    private static final int MIN_COPY_LENGTH = 4;
    private static final int HASH_BITS = 14;

    private PackedRows() {
    }

    /** Numbering of rows. */
    static final class Numbering {
        private final Map<PackedRow, Integer> numbers = new HashMap<>();
        private final List<PackedRow> rows = new ArrayList<>();

        int of(PackedRow row) {
            Integer known = numbers.putIfAbsent(row, rows.size());
            if (known != null) {
                return known;
            }
            rows.add(row);
            return rows.size() - 1;
        }

        List<PackedRow> rows() {
            return rows;
        }
    }

    static byte[] write(List<PackedRow> rows, int[] ids, int count) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PackedBits.put(out, rows.size());
        for (PackedRow r : rows) {
            PackedBits.put(out, Integer.toUnsignedLong(r.head()));
            PackedBits.put(out, PackedBits.zigzag(r.peer()));
            PackedBits.put(out, PackedBits.zigzag(r.tag()));
            PackedBits.put(out, Integer.toUnsignedLong(r.comm()));
            PackedBits.put(out, PackedBits.zigzag(r.bytes()));
            PackedBits.put(out, PackedBits.zigzag(r.post()));
            PackedBits.put(out, PackedBits.zigzag(r.number()));
        }
        order(out, ids, count);
        return out.toByteArray();
    }

    /**
     * Writes runs of new numbers, each followed by a copy from some positions before; a repeated iteration is one copy.
     */
    private static void order(ByteArrayOutputStream out, int[] ids, int count) {
        int[] last = new int[1 << HASH_BITS];
        Arrays.fill(last, -1);
        int from = 0;
        int at = 0;
        while (at < count) {
            int length = 0;
            int hash = at + MIN_COPY_LENGTH <= count ? hash(ids, at) : -1;
            int candidate = hash < 0 ? -1 : last[hash];
            if (candidate >= 0) {
                while (at + length < count && ids[candidate + length] == ids[at + length]) {
                    length++;
                }
            }
            if (length < MIN_COPY_LENGTH) {
                if (hash >= 0) {
                    last[hash] = at;
                }
                at++;
                continue;
            }
            literals(out, ids, from, at);
            PackedBits.put(out, at - candidate);
            PackedBits.put(out, length);
            for (int end = at + length; at < end; at++) {
                if (at + MIN_COPY_LENGTH <= count) {
                    last[hash(ids, at)] = at;
                }
            }
            from = at;
        }
        literals(out, ids, from, count);
    }

    private static int hash(int[] ids, int at) {
        int mixed = 0;
        for (int i = 0; i < MIN_COPY_LENGTH; i++) {
            mixed = (mixed + ids[at + i]) * 0x9e3779b1;
        }
        return mixed >>> 32 - HASH_BITS;
    }

    private static void literals(ByteArrayOutputStream out, int[] ids, int from, int to) {
        PackedBits.put(out, to - from);
        for (int i = from; i < to; i++) {
            PackedBits.put(out, ids[i]);
        }
    }

    /**
     * Reads rows.
     *
     * @param ids receives the numbers of all rows
     */
    static List<PackedRow> read(byte[] bytes, int[] ids, int count) {
        PackedSegment.Cursor in = new PackedSegment.Cursor(bytes);
        int distinct = (int) in.number();
        List<PackedRow> rows = new ArrayList<>(distinct);
        for (int i = 0; i < distinct; i++) {
            rows.add(new PackedRow((int) in.number(), (int) PackedBits.unzigzag(in.number()),
                    (int) PackedBits.unzigzag(in.number()), (int) in.number(), PackedBits.unzigzag(in.number()),
                    (int) PackedBits.unzigzag(in.number()), (int) PackedBits.unzigzag(in.number())));
        }
        for (int at = 0;;) {
            for (long news = in.number(); news > 0; news--) {
                ids[at++] = (int) in.number();
            }
            if (at == count) {
                return rows;
            }
            int distance = (int) in.number();
            for (long copied = in.number(); copied > 0; copied--, at++) {
                ids[at] = ids[at - distance];
            }
        }
    }

    /**
     * A record without its times: the part that repeats when the program does. Serial numbers are stored as
     * differences, so that the rows of equal iterations are equal.
     *
     * @param head kind, op and flags, as in the record; {@link #SEALED} and {@link #WHOLE} for records that are no
     *     events
     * @param post difference to the previous posting; for a collective, to the previous number on its communicator
     * @param number difference to the number of the previous record
     */
    record PackedRow(int head, int peer, int tag, int comm, long bytes, int post, int number) {
        /** Flags on the method of timing, which belong to the times. */
        static final int INEXACT_IN_HEAD = FLAG_CPU_INEXACT << 16;
        /** A seal that can be derived from the records before it. */
        static final PackedRow SEALED = new PackedRow(SEAL, 0, 0, 0, 0, 0, 0);
        /** A record that is stored as it is. */
        static final PackedRow WHOLE = new PackedRow(0, 0, 0, 0, 0, 0, 0);

        boolean isEvent() {
            int kind = head & 0xff;
            return kind >= SEND && kind <= COLL_START || kind == INIT || kind == FINALIZE;
        }

        boolean isCounts() {
            return (head & 0xff) == COUNTERS;
        }

        /** The latest serial numbers; equal when a row is made from a record and when a record is made from a row. */
        static final class Serials {
            private final Map<Integer, Integer> ofComm = new HashMap<>();
            private int received;
            private int number;

            PackedRow row(ByteBuffer from, int at) {
                int head = from.getInt(at + AT_KIND);
                int kind = head & 0xff;
                if (kind == COUNTERS) {
                    return new PackedRow(head, from.getInt(at + AT_PEER), 0, 0, 0, 0, 0);
                }
                int comm = from.getInt(at + AT_COMM);
                int post = from.getInt(at + AT_POST);
                int numbered = from.getInt(at + AT_NUMBER);
                PackedRow row = new PackedRow(head & ~INEXACT_IN_HEAD, from.getInt(at + AT_PEER),
                        from.getInt(at + AT_TAG), comm, from.getLong(at + AT_BYTES), post - before(kind, comm),
                        numbered - number);
                saw(kind, comm, post, numbered);
                return row;
            }

            /** Writes the row's part of a record. */
            void write(PackedRow row, ByteBuffer into, int at) {
                into.putInt(at + AT_KIND, row.head).putInt(at + AT_PEER, row.peer);
                if (row.isCounts()) {
                    return;
                }
                int kind = row.head & 0xff;
                int post = row.post + before(kind, row.comm);
                int numbered = row.number + number;
                into.putInt(at + AT_TAG, row.tag)
                        .putInt(at + AT_COMM, row.comm)
                        .putLong(at + AT_BYTES, row.bytes)
                        .putInt(at + AT_POST, post)
                        .putInt(at + AT_NUMBER, numbered);
                saw(kind, row.comm, post, numbered);
            }

            private int before(int kind, int comm) {
                return kind == RECV ? received : kind == COLL || kind == COLL_START ? ofComm.getOrDefault(comm, 0) : 0;
            }

            private void saw(int kind, int comm, int post, int numbered) {
                number = numbered;
                if (kind == RECV) {
                    received = post;
                } else if (kind == COLL || kind == COLL_START) {
                    ofComm.put(comm, post);
                }
            }
        }
    }

    /**
     * The times of records, as differences from predictable values. Columns of a record: <ol start="0"> <li>0 for the
     * times of the previous record (a call that completed several), else 1 + the gap since its exit <li>the duration of
     * the call <li>time in calls without a record <li>compute time that differs from the rest of the gap <li>whether
     * the flag "CPU time inexact" differs from the prediction by the previous call's duration </ol> and, for counts,
     * the growth of each. Signed numbers alternate (0, -1, 1, -2...).
     */
    static final class PackedTimes {
        static final int COLUMNS = 5;
        static final int COUNT_COLUMNS = COUNTS + 1;
        private static final int FIRST_VALUE = 8;
        /** The interposer's limit for a short call, ns. */
        private static final long SHORT_CALL = 10_000;

        private long t0;
        private long t1;
        private long compute;
        private long mpi;
        private boolean before;
        private final long[] counts = new long[COUNT_COLUMNS];

        void read(ByteBuffer from, int at, long[] columns) {
            long start = from.getLong(at + AT_T0);
            long end = from.getLong(at + AT_T1);
            long computed = from.getLong(at + AT_COMPUTE);
            long inMpi = from.getLong(at + AT_MPI);
            boolean inexact = (from.getInt(at + AT_KIND) & PackedRow.INEXACT_IN_HEAD) != 0;
            if (start == t0 && end == t1 && computed == compute && inMpi == mpi && inexact == before) {
                columns[0] = 0;
                return;
            }
            long gap = start - t1;
            long elsewhere = inMpi - mpi - (t1 - t0);
            columns[0] = PackedBits.zigzag(gap) + 1;
            columns[1] = PackedBits.zigzag(end - start);
            columns[2] = PackedBits.zigzag(elsewhere);
            columns[3] = PackedBits.zigzag(computed - compute - (gap - elsewhere));
            columns[4] = inexact == expected() ? 0 : 1;
            setTimes(start, end, computed, inMpi, inexact);
        }

        private boolean expected() {
            return t1 - t0 < SHORT_CALL;
        }

        private void setTimes(long start, long end, long computed, long inMpi, boolean inexact) {
            t0 = start;
            t1 = end;
            compute = computed;
            mpi = inMpi;
            before = inexact;
        }

        /** Writes the times into a record whose row was written before. */
        void write(long[] columns, ByteBuffer into, int at) {
            if (columns[0] != 0) {
                long gap = PackedBits.unzigzag(columns[0] - 1);
                long elsewhere = PackedBits.unzigzag(columns[2]);
                boolean inexact = expected() == (columns[4] == 0);
                long start = t1 + gap;
                long inMpi = elsewhere + mpi + (t1 - t0);
                setTimes(start, start + PackedBits.unzigzag(columns[1]),
                        PackedBits.unzigzag(columns[3]) + compute + (gap - elsewhere), inMpi, inexact);
            }
            into.putLong(at + AT_T0, t0)
                    .putLong(at + AT_T1, t1)
                    .putLong(at + AT_COMPUTE, compute)
                    .putLong(at + AT_MPI, mpi);
            if (before) {
                into.putInt(at + AT_KIND, into.getInt(at + AT_KIND) | PackedRow.INEXACT_IN_HEAD);
            }
        }

        void readCounts(ByteBuffer from, int at, long[] columns) {
            for (int i = 0; i < COUNT_COLUMNS; i++) {
                long value = from.getLong(at + FIRST_VALUE + 8 * i);
                columns[i] = PackedBits.zigzag(value - counts[i]);
                counts[i] = value;
            }
        }

        void writeCounts(long[] columns, ByteBuffer into, int at) {
            for (int i = 0; i < COUNT_COLUMNS; i++) {
                counts[i] += PackedBits.unzigzag(columns[i]);
                into.putLong(at + FIRST_VALUE + 8 * i, counts[i]);
            }
        }
    }
}
