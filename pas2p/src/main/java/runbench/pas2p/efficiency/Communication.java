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
 * @param calls time in MPI functions, by descending time; in a trace without call sites only those that complete a
 *     message or an operation
 * @param otherCallsNanos time in all other functions; in a trace without call sites, for example, waits for sends,
 *     failed tests and probes
 * @param sites time by call site, by descending time; empty: the trace has no call sites
 */
public record Communication(List<Pair> pairs, long messagesNotByPair, List<Size> sizes, List<Collective> collectives,
        List<Call> calls, long otherCallsNanos, List<Site> sites) {
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
     * @param name name of the function; in a trace without call sites, "completion of MPI_Irecv" is the wait or test
     *     that completed it
     * @param calls number of calls; in a trace without call sites, only calls with an event
     * @param nanos time in these calls
     */
    public record Call(String name, long calls, long nanos) {}

    /**
     * The time in one MPI function that is called at one place of the program.
     *
     * @param id index in the trace's call sites
     * @param call name of the function
     * @param place place of the call, in words
     * @param nanos time in these calls
     * @param waitedNanos part of {@code nanos} spent waiting for another rank
     */
    public record Site(int id, String call, String place, long calls, long nanos, long waitedNanos) {}

    public long messages() {
        return sizes.stream().mapToLong(Size::messages).sum();
    }

    public long messageBytes() {
        return sizes.stream().mapToLong(Size::bytes).sum();
    }
}
