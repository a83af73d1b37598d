package runbench.pas2p.order;

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
}
