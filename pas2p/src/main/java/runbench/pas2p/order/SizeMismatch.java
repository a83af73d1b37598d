package runbench.pas2p.order;

/**
 * A receive whose size differs from that of its matched message. MPI does not permit that, so the match is wrong; for
 * example, the trace lacks a call that creates communicators.
 *
 * @param sent bytes, modulo 2^32
 * @param received bytes, modulo 2^32
 */
public record SizeMismatch(int rank, int peer, int tag, int comm, long sent, long received) {
    @Override
    public String toString() {
        return String.format("receive of rank %d (peer %d, tag %d, communicator %08x): %,d bytes, of a message of %,d",
                rank, peer, tag, comm, received, sent);
    }
}
