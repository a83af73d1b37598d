package runbench.pas2p.order;

/**
 * A receive that got another number of bytes than the message sent that it was matched with: MPI cannot do that, so the
 * match is wrong, for instance because a call that makes communicators was not traced.
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
