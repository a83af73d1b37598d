package runbench.pas2p.phase;

import runbench.pas2p.order.SweepSink;
import runbench.pas2p.trace.EventCursor;

/** For a sweep of which only the report matters: what matched and what did not. */
public final class NothingKept implements SweepSink {
    @Override
    public void event(int rank, int tick, EventCursor event) {
        // The report counts.
    }

    @Override
    public void receive(int rank, int tick, EventCursor event, long sentNanos) {
        // The report counts.
    }

    @Override
    public void endTick(int tick) {
        // Nothing to do.
    }
}
