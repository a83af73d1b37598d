package runbench.align.traces;

import runbench.base.progress.Progress;
import runbench.base.timeline.PlacedStamp;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;

/**
 * A check of the clocks by messages: the end of a receive cannot precede the start of its send.
 *
 * @param matched receives with a matching send
 * @param compared matched messages between ranks with known clocks
 * @param reversedBefore messages received before they were sent, by the recorded stamps
 * @param reversed the same on the aligned axis; clock errors may explain them
 * @param impossible those of them that contradict the clocks' guaranteed intervals
 * @param worst the message that contradicts them most; null: none
 */
public record MessageOrders(long matched, long compared, long reversedBefore, long reversed, long impossible,
        Impossible worst) {
    /**
     * A message received before it was sent for all clock readings within their bounds.
     *
     * @param from sending rank
     * @param to receiving rank
     * @param tag message tag
     * @param bytes size in bytes
     * @param refNs end of the receive, reference time in ns
     * @param beyondNs distance from the bounds in ns
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
            // Only messages are checked.
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
            // Ticks are not needed.
        }

        MessageOrders result() {
            return new MessageOrders(matched, compared, before, reversed, impossible, worst);
        }
    }
}
