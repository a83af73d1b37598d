package runbench.pas2p.trace;

import static runbench.pas2p.trace.TraceFormat.*;

import java.nio.ByteBuffer;
import runbench.base.container.ContainerCursor;
import runbench.base.container.ReadRecords;

/** Reads the records of one location window by window, forwards. */
final class RecordCursor extends ContainerCursor implements EventCursor {
    private final ReadRecords records;
    private final long[] counts = new long[COUNTS];
    private int number;

    RecordCursor(ReadRecords records) {
        super(records, records.count());
        this.records = records;
    }

    @Override
    public boolean advance() {
        while (advanceAny()) {
            int kind = kind();
            if (kind >= SEND && kind <= COLL_START) {
                // Counted here: files of earlier versions number a non-blocking collective where it completed.
                number += kind != RECV && isEvent() ? 1 : 0;
                return true;
            }
            if (kind == COUNTERS) {
                // Stands before the event that it belongs to, which may be in the next window.
                for (int i = 0; i < COUNTS; i++) {
                    counts[i] = window.getLong(position + FIRST_COUNT + 8 * i);
                }
            }
        }
        return false;
    }

    /** Steps to the next record of any kind but seals. */
    boolean advanceAny() {
        do {
            if (!next()) {
                return false;
            }
        } while (kind() == SEAL);
        return true;
    }

    ByteBuffer buffer() {
        return window;
    }

    int at() {
        return position;
    }

    @Override
    public int op() {
        return window.get(position + AT_OP) & 0xff;
    }

    @Override
    public int flags() {
        return window.getShort(position + AT_FLAGS) & 0xffff;
    }

    @Override
    public int peer() {
        return window.getInt(position + AT_PEER);
    }

    @Override
    public int tag() {
        return window.getInt(position + AT_TAG);
    }

    @Override
    public int comm() {
        return window.getInt(position + AT_COMM);
    }

    @Override
    public long bytes() {
        return window.getLong(position + AT_BYTES);
    }

    @Override
    public long startNanos() {
        return window.getLong(position + AT_T0);
    }

    @Override
    public long endNanos() {
        return window.getLong(position + AT_T1);
    }

    @Override
    public long computeNanos() {
        return window.getLong(position + AT_COMPUTE);
    }

    @Override
    public long mpiNanos() {
        return window.getLong(position + AT_MPI);
    }

    @Override
    public int post() {
        return window.getInt(position + AT_POST);
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public long count(int i) {
        return counts[i];
    }

    @Override
    public void close() {
        records.close();
    }
}
