package runbench.pas2p.efficiency;

import java.util.List;
import runbench.pas2p.trace.MpiOp;

/**
 * The communication of a run. Times are nanoseconds, summed over ranks.
 *
 * @param pairs messages by sender and receiver; only pairs with messages
 * @param messagesNotByPair messages of pairs beyond the table's limit
 * @param sizes messages by size class, from one power of two to the next
 * @param collectives collective operations by descending time; a non-blocking operation counts as its blocking form
 * @param calls time in MPI functions that complete a message or an operation, by descending time
 * @param otherCallsNanos time in all other functions, for example waits for sends, failed tests and probes
 */
public record Communication(List<Pair> pairs, long messagesNotByPair, List<Size> sizes, List<Collective> collectives,
        List<Call> calls, long otherCallsNanos) {
    public record Pair(int from, int to, long messages, long bytes) {}

    /**
     * Messages of at least {@code fromBytes} and less than {@code belowBytes}.
     *
     * @param messages number of messages
     * @param bytes sum of their sizes
     */
    public record Size(long fromBytes, long belowBytes, long messages, long bytes) {}

    /**
     * Collective operations of one kind.
     *
     * @param operations number of operations
     * @param calls number of calls of their members
     * @param bytes volume contributed by all members
     * @param nanos time in the calls
     * @param waitedNanos part of {@code nanos} spent waiting for a later member
     */
    public record Collective(MpiOp op, long operations, long calls, long bytes, long nanos, long waitedNanos) {}

    /**
     * The time in one MPI function.
     *
     * @param name name of the function; "completion of MPI_Irecv" is the wait or test that completed it
     * @param calls calls with an event; calls without an event (a failed test) are not included
     * @param nanos time in these calls
     */
    public record Call(String name, long calls, long nanos) {}

    public long messages() {
        return sizes.stream().mapToLong(Size::messages).sum();
    }

    public long messageBytes() {
        return sizes.stream().mapToLong(Size::bytes).sum();
    }
}
