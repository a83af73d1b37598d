package runbench.pas2p.efficiency;

import java.util.List;
import runbench.pas2p.trace.MpiOp;

/**
 * What a run communicated. Times are nanoseconds, summed over ranks.
 *
 * @param pairs messages from rank to rank, those pairs that have any
 * @param messagesNotByPair messages of pairs beyond the limit of what is kept
 * @param sizes messages by size, each class from one power of two to the next
 * @param collectives operations, the most time first; a non-blocking one counts as its blocking form
 * @param calls time in MPI functions that complete a message or an operation, the most time first
 * @param otherCallsNanos time in all others: waits for sends, tests that failed, probes, what has no place in the order
 */
public record Communication(List<Pair> pairs, long messagesNotByPair, List<Size> sizes, List<Collective> collectives,
        List<Call> calls, long otherCallsNanos) {
    public record Pair(int from, int to, long messages, long bytes) {}

    /**
     * Messages of {@code fromBytes} up to less than {@code belowBytes}.
     *
     * @param bytes sum of their sizes
     */
    public record Size(long fromBytes, long belowBytes, long messages, long bytes) {}

    /**
     * @param operations how many
     * @param calls of members
     * @param bytes what all members contributed
     * @param waitedNanos of {@code nanos}, what was waiting for a member that came later
     */
    public record Collective(MpiOp op, long operations, long calls, long bytes, long nanos, long waitedNanos) {}

    /**
     * @param name of the function; "completion of MPI_Irecv": the wait or test that completed it
     * @param calls that left an event; those that did not (a test that failed) are not among them
     */
    public record Call(String name, long calls, long nanos) {}

    public long messages() {
        return sizes.stream().mapToLong(Size::messages).sum();
    }

    public long messageBytes() {
        return sizes.stream().mapToLong(Size::bytes).sum();
    }
}
