package runbench.pas2p.trace;

/** What a trace says of one call that communicated. */
public interface TracedCall {
    /**
     * {@link TraceFormat#SEND}, {@link TraceFormat#RECV}, {@link TraceFormat#COLL} or {@link TraceFormat#COLL_START}.
     */
    int kind();

    /** Number of the call, see {@link MpiOp}. */
    int op();

    /** {@code TraceFormat.FLAG_*}. */
    int flags();

    /** World rank of the destination, the source or the root; -1 when there is none. */
    int peer();

    /** Identity of the communicator, see {@link Communicators}. */
    int comm();

    long bytes();

    /** Entry of the call, in the clock of the rank's node. */
    long startNanos();

    /** Exit of the call. */
    long endNanos();

    /** CPU time outside MPI from the end of MPI_Init to the entry of this call. */
    long computeNanos();

    /** Wall time inside MPI from the end of MPI_Init to the entry of this call. */
    long mpiNanos();

    /**
     * Value of the i-th counted event outside MPI up to the entry of this call, cumulative; 0 where nothing is counted
     * (see {@link MpiTrace#countedEvents()}).
     */
    long count(int i);

    /**
     * False for the completion of a non-blocking collective: its event is its start, whose place does not depend on
     * when the program asked for the end.
     */
    default boolean isEvent() {
        return kind() != TraceFormat.COLL || (flags() & TraceFormat.FLAG_NONBLOCKING) == 0;
    }
}
