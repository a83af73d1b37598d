package runbench.pas2p.trace;

import static runbench.pas2p.trace.TraceFormat.*;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * A record without its times: the part that repeats when the program does. Serial numbers are stored as differences, so
 * that the rows of equal iterations are equal.
 *
 * @param head kind, op and flags, as in the record; {@link #SEALED} and {@link #WHOLE} for records that are no events
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
            PackedRow row = new PackedRow(head & ~INEXACT_IN_HEAD, from.getInt(at + AT_PEER), from.getInt(at + AT_TAG),
                    comm, from.getLong(at + AT_BYTES), post - before(kind, comm), numbered - number);
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
