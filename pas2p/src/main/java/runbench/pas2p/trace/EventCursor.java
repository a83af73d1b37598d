package runbench.pas2p.trace;

/**
 * Walks over the communication of one location (a rank, or one of its threads) in program order: sends, receives,
 * collectives, the starts of non-blocking collectives and their completions. The accessors speak of the current one; one
 * cursor is one object for any number of them.
 */
public interface EventCursor extends TracedCall, AutoCloseable {
    /** Steps to the next event. @return false at the end of what can be read */
    boolean advance();

    int tag();

    /** Receive: serial number of its posting on this rank; collective: serial number on its communicator. */
    int post();

    /** Serial number, from 1, among the sends and collectives of this location; of a receive, that of the latest. */
    int number();

    @Override
    void close();
}
