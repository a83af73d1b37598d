package runbench.pas2p.order;

import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.trace.EventCursor;

/** Receiver of events with their logical times. The cursor is valid only during the call. */
public interface SweepSink {
    /** A receiver without any action, for walks that need only causal relations or matches. */
    SweepSink NONE = new SweepSink() {
        @Override
        public void event(int location, int tick, EventCursor event) {
        }

        @Override
        public void receive(int location, int tick, EventCursor event, long sentNanos) {
        }

        @Override
        public void endTick(int tick) {
        }
    };

    /**
     * Receives a send or a collective (a non-blocking one at its start), in ascending order of ticks; at most one per
     * location and tick.
     *
     * @param location of {@link runbench.pas2p.trace.MpiTrace}: a rank, or one of its further threads
     */
    void event(int location, int tick, EventCursor event);

    /**
     * Receives a receive. Under {@link OrderRule#PAS2P}, a late receive may come long after its tick has ended.
     *
     * @param sentNanos time of sending in the clock of the sender's node; {@link Long#MIN_VALUE}: unmatched
     */
    void receive(int location, int tick, EventCursor event, long sentNanos);

    /** Receives the end of a tick: all its sends and collectives were passed. */
    void endTick(int tick);

    /**
     * Receiver of causal relations. Each message carries words of the receiver's choice from its send to its receive;
     * each collective operation carries an object from its first member to its last. Calls concern the events of a
     * location in its program order. Dependencies come first: a message's send before its receive, the entries of all
     * members before the first exit. The cursor is valid only during the call.
     */
    interface CausalSink {
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
}
