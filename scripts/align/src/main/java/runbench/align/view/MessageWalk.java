package runbench.align.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import runbench.align.traces.Alignment;
import runbench.align.traces.Comparability;
import runbench.align.view.ClusterView.MessageView;
import runbench.base.progress.Progress;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;

/** Finds the messages of a window; if there are too many, the largest ones. */
final class MessageWalk implements SweepSink {
    private record Message(int from, int to, long sent, long received, long bytes) {}

    private final MpiTrace trace;
    private final Alignment alignment;
    private final long from;
    private final long to;
    private final int most;
    private final PriorityQueue<Message> largest = new PriorityQueue<>(Comparator.comparingLong(Message::bytes));
    private long inWindow;
    private long backwards;

    private MessageWalk(MpiTrace trace, long from, long to, int most, Alignment alignment) {
        this.alignment = alignment;
        this.trace = trace;
        this.from = from;
        this.to = to;
        this.most = most;
    }

    static MessageView of(MpiTrace trace, TimeAxis axis, int most, Alignment alignment) {
        MessageWalk walk = new MessageWalk(trace, axis.refNanos(axis.fromS()), axis.refNanos(axis.toS()), most,
                alignment);
        LogicalSweep.run(trace, PhaseOptions.DEFAULT.rule(), walk, Progress.NONE);
        List<Message> found = new ArrayList<>(walk.largest);
        found.sort(
                Comparator.comparingLong(Message::sent).thenComparingInt(Message::from).thenComparingInt(Message::to));
        return new MessageView(found.stream().mapToInt(Message::from).toArray(),
                found.stream().mapToInt(Message::to).toArray(),
                found.stream().mapToDouble(m -> axis.seconds(m.sent)).toArray(),
                found.stream().mapToDouble(m -> axis.seconds(m.received)).toArray(),
                found.stream().mapToLong(Message::bytes).toArray(),
                found.stream()
                        .map(m -> walk.order(m, (axis.toS() - axis.fromS()) * 1e9 / ViewRequest.BUCKETS))
                        .toArray(MessageView.Order[]::new),
                walk.inWindow, walk.backwards);
    }

    private boolean comparable(int from, int to) {
        return alignment.has(from) && alignment.has(to) && (alignment.clock(from).sharesClockWith(alignment.clock(to))
                || alignment.clock(from).way() != null && alignment.clock(to).way() != null);
    }

    private MessageView.Order order(Message m, double pixelNanos) {
        if (!comparable(m.from, m.to)) {
            return MessageView.Order.INCOMPARABLE;
        }
        Comparability.Answer answer = alignment.comparability()
                .ask(m.from, m.to, Math.min(m.sent, m.received), Math.max(pixelNanos, Math.abs(m.received - m.sent)));
        if (m.received >= m.sent || answer.verdict() == Comparability.Verdict.NOT_ALIGNED) {
            return answer.allowed() ? MessageView.Order.FORWARDS : MessageView.Order.INCOMPARABLE;
        }
        return m.sent - m.received > answer.finestNanos() ? MessageView.Order.IMPOSSIBLE : MessageView.Order.BACKWARDS;
    }

    @Override
    public void event(int location, int tick, EventCursor event) {
        // A message is complete when it is received.
    }

    @Override
    public void receive(int location, int tick, EventCursor event, long sentNanos) {
        if (sentNanos == Long.MIN_VALUE || event.peer() < 0) {
            return;
        }
        long sent = trace.clocks().toReference(event.peer(), sentNanos);
        long received = trace.clocks().toReference(location, event.endNanos());
        if (Math.max(sent, received) < from || Math.min(sent, received) > to) {
            return;
        }
        inWindow++;
        backwards += received < sent && comparable(event.peer(), trace.rankOf(location)) ? 1 : 0;
        largest.add(new Message(event.peer(), trace.rankOf(location), sent, received, event.bytes()));
        if (largest.size() > most) {
            largest.poll();
        }
    }

    @Override
    public void endTick(int tick) {
        // Messages are selected by time, not by ticks.
    }
}
