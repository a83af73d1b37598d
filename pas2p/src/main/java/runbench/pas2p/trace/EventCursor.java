package runbench.pas2p.trace;

/**
 * A walk over the communication of one location (a rank, or one of its threads) in program order: sends, receives,
 * collectives, the starts of non-blocking collectives and their completions. The accessors return values of the current
 * event; one cursor object serves all events.
 */
public interface EventCursor extends AutoCloseable {
    /** Moves to the next event. Returns false at the end of the readable part. */
    boolean advance();

    int tag();

    /** Returns the serial number of a receive's posting on this rank, or of a collective on its communicator. */
    int post();

    /**
     * Returns the serial number, from 1, among the sends and collectives of this location; for a receive, that of the
     * latest.
     */
    int number();

    /**
     * Returns another cursor over the same events, which reaches the current one with its first step. Another thread
     * may move it, but only to events that this cursor has reached before the other thread is notified of them. It does
     * not detect the end. It must be closed if it is abandoned earlier.
     */
    EventCursor follower();

    @Override
    void close();

    /**
     * Returns {@link TraceFormat#SEND}, {@link TraceFormat#RECV}, {@link TraceFormat#COLL} or
     * {@link TraceFormat#COLL_START}.
     */
    int kind();

    /** Returns the number of the call, see {@link MpiOp}. */
    int op();

    /** Returns {@code TraceFormat.FLAG_*}. */
    int flags();

    /** Returns the world rank of the destination, the source or the root; -1: none. */
    int peer();

    /** Returns the identity of the communicator, see {@link Communicators}. */
    int comm();

    long bytes();

    /** Returns the number of the call's site in the location's file, see {@link CallSites}; 0: not known. */
    int site();

    /** Returns the entry of the call, in the clock of the rank's node. */
    long startNanos();

    /** Returns the exit of the call. */
    long endNanos();

    /** Returns the CPU time outside MPI from the end of MPI_Init to the entry of this call, ns. */
    long computeNanos();

    /** Returns the wall time inside MPI from the end of MPI_Init to the entry of this call, ns. */
    long mpiNanos();

    /**
     * Returns the cumulative value of the i-th counted event outside MPI up to the entry of this call; 0: not counted
     * (see {@link MpiTrace#countedEvents()}).
     */
    long count(int i);

    /**
     * Returns false for the completion of a non-blocking collective: its event is its start, whose place does not
     * depend on the time of completion.
     */
    default boolean isEvent() {
        return kind() != TraceFormat.COLL || (flags() & TraceFormat.FLAG_NONBLOCKING) == 0;
    }
}
