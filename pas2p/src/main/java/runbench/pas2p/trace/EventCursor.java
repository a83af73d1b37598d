package runbench.pas2p.trace;

/**
 * A walk over the communication of one location (a rank, or one of its threads) in program order: sends, receives,
 * collectives, the starts of non-blocking collectives and their completions. The accessors return values of the current
 * event; one cursor object serves all events.
 */
public interface EventCursor extends TracedCall, AutoCloseable {
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
}
