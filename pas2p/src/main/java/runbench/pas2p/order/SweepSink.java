package runbench.pas2p.order;

import runbench.pas2p.trace.EventCursor;

/** Receives events as they get their logical time. The cursor is only valid during the call. */
public interface SweepSink {
    /** For a walk of which only causes are wanted, or what matched and what did not. */
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
     * A send or a collective (a non-blocking one where it starts), in ascending order of ticks; at most one per
     * location and tick.
     *
     * @param location of {@link runbench.pas2p.trace.MpiTrace}: a rank, or one of its further threads
     */
    void event(int location, int tick, EventCursor event);

    /**
     * A receive. Under {@link OrderRule#PAS2P} a late receive may come long after its tick has passed.
     *
     * @param sentNanos when its message was sent, in the clock of the sender's node; {@link Long#MIN_VALUE} if
     *     unmatched
     */
    void receive(int location, int tick, EventCursor event, long sentNanos);

    /** All sends and collectives of this tick have been passed. */
    void endTick(int tick);
}
