package runbench.align.traces;

import runbench.base.progress.Progress;
import runbench.base.timeline.PlacedStamp;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.OrderRule;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;

/**
 * Whether messages arrive after they were sent. A receive has ended, and its send has begun, so the end of the receive
 * can never be earlier than the beginning of the send.
 *
 * @param matched receives whose send was found
 * @param compared those between ranks whose clocks are known
 * @param reversedBefore received before they were sent by the stamps as they were recorded
 * @param reversed the same on the aligned axis: what the clocks' errors may explain
 * @param impossible those of them that no clock within its guaranteed interval explains
 * @param worst the one furthest beyond the bounds; null where none is impossible
 */
public record MessageOrders(long matched, long compared, long reversedBefore, long reversed, long impossible,
        Impossible worst) {
    /**
     * A message that was received before it was sent, whatever the clocks were within their bounds.
     *
     * @param refNs end of the receive, the reference's time
     * @param beyondNs how far outside the bounds
     */
    public record Impossible(int from, int to, int tag, long bytes, long refNs, double beyondNs) {}

    static MessageOrders of(MpiTrace trace, TraceClocks clocks, Progress progress) {
        Counting counting = new Counting(trace, clocks);
        LogicalSweep.run(trace, OrderRule.LAMPORT, counting, progress);
        return counting.result();
    }

    private static final class Counting implements SweepSink {
        private final MpiTrace trace;
        private final TraceClocks clocks;
        private final PlacedStamp sent = new PlacedStamp();
        private final PlacedStamp received = new PlacedStamp();
        private long matched;
        private long compared;
        private long before;
        private long reversed;
        private long impossible;
        private Impossible worst;

        Counting(MpiTrace trace, TraceClocks clocks) {
            this.trace = trace;
            this.clocks = clocks;
        }

        @Override
        public void event(int location, int tick, EventCursor event) {
            // Only messages are looked at.
        }

        @Override
        public void receive(int location, int tick, EventCursor event, long sentNanos) {
            if (sentNanos == Long.MIN_VALUE) {
                return;
            }
            matched++;
            int from = event.peer();
            int to = trace.rankOf(location);
            before += event.endNanos() < sentNanos ? 1 : 0;
            if (!clocks.comparable(from, to)) {
                return;
            }
            compared++;
            boolean exact = clocks.oneClock(from, to);
            clocks.locate(from, sentNanos, sent);
            clocks.locate(to, event.endNanos(), received);
            boolean isReversed = exact ? event.endNanos() < sentNanos : received.refNanos() < sent.refNanos();
            double beyond = exact ? sentNanos - event.endNanos()
                    : sent.refNanos() - received.refNanos() + sent.loNanos() - received.hiNanos();
            reversed += isReversed ? 1 : 0;
            if (isReversed && beyond > 0) {
                impossible++;
                if (worst == null || beyond > worst.beyondNs()) {
                    worst = new Impossible(from, to, event.tag(), event.bytes(), received.refNanos(), beyond);
                }
            }
        }

        @Override
        public void endTick(int tick) {
            // Nothing to do between ticks.
        }

        MessageOrders result() {
            return new MessageOrders(matched, compared, before, reversed, impossible, worst);
        }
    }
}
