package runbench.pas2p.order;

import runbench.pas2p.trace.Communicators;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.TraceFormat;
import runbench.pas2p.trace.EventCursor;

/**
 * The communication type of an event as one number: {@code +K} a send to process K, {@code -K} a receive from process K
 * (K from 1; thesis, section 3.2), 0 no event. Numbers above 2^62 are collectives: operation, root and members.
 */
public final class EventType {
    private static final long COLLECTIVE = 1L << 62;
    private static final int PART_BITS = 24;
    private static final int PART_MASK = (1 << PART_BITS) - 1;

    private EventType() {
    }

    public static long of(EventCursor event, Communicators communicators) {
        return switch (event.kind()) {
            case TraceFormat.SEND -> event.peer() + 1;
            case TraceFormat.RECV -> -(event.peer() + 1);
            default -> {
                Communicators.Communicator comm = communicators.of(event.comm());
                yield collective(event.op(), event.peer(), comm == null ? PART_MASK : comm.groupNumber());
            }
        };
    }

    /**
     * Returns the type of a collective.
     *
     * @param root world rank; -1: the operation has no root
     */
    static long collective(int op, int root, int groupNumber) {
        return COLLECTIVE | (long) op << 2 * PART_BITS | (long) (root + 1 & PART_MASK) << PART_BITS
                | groupNumber & PART_MASK;
    }

    public static boolean isCollective(long type) {
        return type >= COLLECTIVE;
    }

    /** Returns the operation of a collective type. */
    public static MpiOp op(long type) {
        return MpiOp.of((int) (type >> 2 * PART_BITS & 0xff));
    }

    /** Returns the world rank of the root of a collective type; -1: no root. */
    public static int root(long type) {
        return (int) (type >> PART_BITS & PART_MASK) - 1;
    }

    /** Returns the members' number of a collective type, see {@link Communicators.Communicator#groupNumber}. */
    public static int group(long type) {
        return (int) (type & PART_MASK);
    }

    /** Returns a type that is equal in every run of the program: the hash of the members replaces the group number. */
    public static long portable(long type, Communicators communicators) {
        if (!isCollective(type)) {
            return type;
        }
        int group = (int) (type & PART_MASK);
        return type >>> PART_BITS ^ (group == PART_MASK ? 0 : communicators.groupHash(group));
    }

    /** Returns a type in words: "+2", "-1", "MPI_Bcast(1)"; ranks from 1, as in the thesis. */
    public static String text(long type) {
        if (!isCollective(type)) {
            return type > 0 ? "+" + type : Long.toString(type);
        }
        long root = type >> PART_BITS & PART_MASK;
        return op(type).mpiName() + (root == 0 ? "" : "(" + root + ")");
    }
}
