package runbench.pas2p.order;

import runbench.pas2p.trace.MpiOp;

/**
 * A communication event without its counterpart.
 *
 * @param what "send", "receive" or "collective"
 * @param rank rank of the event
 * @param peer destination, source or root; -1: none
 * @param number serial number among the rank's sends and collectives; 0: no longer known
 * @param tick logical time that was assigned nevertheless
 */
public record Unmatched(String what, int rank, int peer, int tag, int comm, MpiOp op, int number, int tick) {
    @Override
    public String toString() {
        return String.format("%s of rank %d (peer %d, tag %d, communicator %08x%s)", what, rank, peer, tag, comm,
                op == MpiOp.NONE ? "" : ", " + op.mpiName());
    }
}
