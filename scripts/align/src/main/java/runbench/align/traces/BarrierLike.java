package runbench.align.traces;

import java.util.EnumSet;
import java.util.Set;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.TraceFormat;

/** Collectives that nobody leaves before all have entered. */
final class BarrierLike {
    /**
     * Of the others with data from all to all, a rank may contribute nothing to somebody, who then need not wait for
     * it.
     */
    private static final Set<MpiOp> OPERATIONS = EnumSet.of(MpiOp.BARRIER, MpiOp.ALLREDUCE, MpiOp.ALLGATHER,
            MpiOp.ALLTOALL, MpiOp.REDUCE_SCATTER_BLOCK);

    private BarrierLike() {
    }

    /** Whether a member in this call holds up all others; an operation without data need not. */
    static boolean is(EventCursor event) {
        if (event.kind() != TraceFormat.COLL || !event.isEvent() || (event.flags() & TraceFormat.FLAG_INTERCOMM) != 0) {
            return false;
        }
        MpiOp op = MpiOp.of(event.op());
        return OPERATIONS.contains(op) && (op == MpiOp.BARRIER || event.bytes() > 0);
    }

    /** The same for all members of one operation. */
    static long key(EventCursor event) {
        return (long) event.comm() << 32 | event.post() & 0xffff_ffffL;
    }
}
