package runbench.pas2p.order;

import runbench.pas2p.trace.EventCursor;

/**
 * Follows what causes what: each message carries words of its choice from its send to its receive, each collective
 * operation an object from its first member to its last. Calls concern the events of a location in its program order;
 * what a call needs from elsewhere has been told before: a message's send before its receive, the entries of all
 * members before the first exit. The cursor is only valid during the call.
 */
public interface CausalSink {
    /** How many words a message carries. */
    int carriedWords();

    /** A message leaves: {@code words[at ..]} travel with it. */
    void sent(int location, EventCursor send, long[] words, int at);

    /** A message has arrived with {@code words[at ..]}; null if nobody sent it. */
    void received(int location, EventCursor receive, long[] words, int at);

    /** What a collective operation carries; the same object serves one operation after the other. */
    Object newOperation();

    /**
     * A member enters an operation (of a non-blocking one: starts it).
     *
     * @param first nobody entered it before
     */
    void entered(int location, EventCursor event, Object operation, boolean first);

    /**
     * A member leaves an operation that all members have entered; of a non-blocking one, the call that completed it.
     */
    void left(int location, EventCursor event, Object operation);
}
