package runbench.pas2p.trace;

/**
 * Walks over the communication of one location (a rank, or one of its threads) in program order: sends, receives,
 * collectives, the starts of non-blocking collectives and their completions. The accessors speak of the current one;
 * one cursor is one object for any number of them.
 */
public interface EventCursor extends TracedCall, AutoCloseable {
    /** Steps to the next event. @return false at the end of what can be read */
    boolean advance();

    int tag();

    /** Receive: serial number of its posting on this rank; collective: serial number on its communicator. */
    int post();

    /** Serial number, from 1, among the sends and collectives of this location; of a receive, that of the latest. */
    int number();

    /**
     * Another cursor over the same events, which comes to the current one with its first step. Another thread may move
     * it, but not beyond events that this one has come to when the other thread hears of them; nor does it find the
     * end. To be closed where it is not needed any more before that.
     */
    EventCursor follower();

    @Override
    void close();
}
