package runbench.pas2p.trace;

import static runbench.pas2p.trace.TraceFormat.*;

import java.nio.ByteBuffer;

/**
 * The times of records, as differences from predictable values. Columns of a record: <ol start="0"> <li>0 for the times
 * of the previous record (a call that completed several), else 1 + the gap since its exit <li>the duration of the call
 * <li>time in calls without a record <li>compute time that differs from the rest of the gap <li>whether the flag "CPU
 * time inexact" differs from the prediction by the previous call's duration </ol> and, for counts, the growth of each.
 * Signed numbers alternate (0, -1, 1, -2...).
 */
final class PackedTimes {
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
        now(start, end, computed, inMpi, inexact);
    }

    private boolean expected() {
        return t1 - t0 < SHORT_CALL;
    }

    private void now(long start, long end, long computed, long inMpi, boolean inexact) {
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
            now(start, start + PackedBits.unzigzag(columns[1]),
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
