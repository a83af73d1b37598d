package runbench.pas2p.order;

import runbench.pas2p.trace.EventCursor;

/**
 * Receiver of causal relations. Each message carries words of the receiver's choice from its send to its receive; each
 * collective operation carries an object from its first member to its last. Calls concern the events of a location in
 * its program order. Dependencies come first: a message's send before its receive, the entries of all members before
 * the first exit. The cursor is valid only during the call.
 */
public interface CausalSink {
    /** Returns the number of words that a message carries. */
    int carriedWords();

    /** Receives the send of a message, which carries {@code words[at ..]}. */
    void sent(int location, EventCursor send, long[] words, int at);

    /** Receives the arrival of a message with {@code words[at ..]}; null if its send is missing. */
    void received(int location, EventCursor receive, long[] words, int at);

    /** Returns the data carried by a collective operation; one object serves several operations in turn. */
    Object newOperation();

    /**
     * Receives the entry of a member into an operation; of a non-blocking one, its start.
     *
     * @param first true: no other member entered before
     */
    void entered(int location, EventCursor event, Object operation, boolean first);

    /**
     * Receives the exit of a member from an operation that all members have entered; of a non-blocking one, the
     * completing call.
     */
    void left(int location, EventCursor event, Object operation);
}
