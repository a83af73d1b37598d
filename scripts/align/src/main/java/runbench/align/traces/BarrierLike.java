package runbench.align.traces;

import java.util.EnumSet;
import java.util.Set;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.TraceFormat;

/** Detects collectives that no rank leaves before all ranks have entered. */
final class BarrierLike {
    /**
     * Other collectives with data from all to all are excluded: a rank that contributes nothing to a receiver does not
     * delay it.
     */
    private static final Set<MpiOp> OPERATIONS = EnumSet.of(MpiOp.BARRIER, MpiOp.ALLREDUCE, MpiOp.ALLGATHER,
            MpiOp.ALLTOALL, MpiOp.REDUCE_SCATTER_BLOCK);

    private BarrierLike() {
    }

    /** Returns whether a call delays all other members until it is entered; an operation without data may not. */
    static boolean is(EventCursor event) {
        if (event.kind() != TraceFormat.COLL || !event.isEvent() || (event.flags() & TraceFormat.FLAG_INTERCOMM) != 0) {
            return false;
        }
        MpiOp op = MpiOp.of(event.op());
        return OPERATIONS.contains(op) && (op == MpiOp.BARRIER || event.bytes() > 0);
    }

    /** Returns a key that is equal for all members of one operation. */
    static long key(EventCursor event) {
        return (long) event.comm() << 32 | event.post() & 0xffff_ffffL;
    }
}
