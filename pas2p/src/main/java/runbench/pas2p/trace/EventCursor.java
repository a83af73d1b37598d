package runbench.pas2p.trace;

/**
 * Walks over the communication of one location (a rank, or one of its threads) in program order: sends, receives,
 * collectives, the starts of non-blocking collectives and their completions. The accessors speak of the current one; one
 * cursor is one object for any number of them.
 */
public interface EventCursor extends AutoCloseable {
    /** Steps to the next event. @return false at the end of what can be read */
    boolean advance();

    /**
     * False for the completion of a non-blocking collective: its event is its start, whose place does not depend on when
     * the program asked for the end.
     */
    default boolean isEvent() {
        return kind() != TraceFormat.COLL || (flags() & TraceFormat.FLAG_NONBLOCKING) == 0;
    }

    /** {@link TraceFormat#SEND}, {@link TraceFormat#RECV}, {@link TraceFormat#COLL} or {@link TraceFormat#COLL_START}. */
    int kind();

    /** Number of the call, see {@link MpiOp}. */
    int op();

    /** {@code TraceFormat.FLAG_*}. */
    int flags();

    /** World rank of the destination, the source or the root; -1 when there is none. */
    int peer();

    int tag();

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

    /** Receive: serial number of its posting on this rank; collective: serial number on its communicator. */
    int post();

    /** Serial number, from 1, among the sends and collectives of this location; of a receive, that of the latest. */
    int number();

    /**
     * Value of the i-th counted event outside MPI up to the entry of this call, cumulative; 0 where nothing is counted (see
     * {@link MpiTrace#countedEvents()}).
     */
    long count(int i);

    @Override
    void close();
}
