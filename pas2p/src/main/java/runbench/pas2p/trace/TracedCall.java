package runbench.pas2p.trace;

/** The recorded values of one communicating call. */
public interface TracedCall {
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
