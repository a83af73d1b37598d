package runbench.cluster.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import runbench.base.progress.Progress;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;

/** Finds the messages of a window; of very many those with most bytes. */
final class MessageWalk implements SweepSink {
    private record Message(int from, int to, long sent, long received, long bytes) {
    }

    private final MpiTrace trace;
    private final long from;
    private final long to;
    private final int most;
    private final PriorityQueue<Message> largest = new PriorityQueue<>(Comparator.comparingLong(Message::bytes));
    private long inWindow;
    private long backwards;

    private MessageWalk(MpiTrace trace, long from, long to, int most) {
        this.trace = trace;
        this.from = from;
        this.to = to;
        this.most = most;
    }

    static MessageView of(MpiTrace trace, TimeAxis axis, int most) {
        MessageWalk walk = new MessageWalk(trace, axis.refNanos(axis.fromS()), axis.refNanos(axis.toS()), most);
        LogicalSweep.run(trace, PhaseOptions.DEFAULT.rule(), walk, Progress.NONE);
        List<Message> found = new ArrayList<>(walk.largest);
        found.sort(Comparator.comparingLong(Message::sent).thenComparingInt(Message::from).thenComparingInt(Message::to));
        return new MessageView(found.stream().mapToInt(Message::from).toArray(), found.stream().mapToInt(Message::to).toArray(),
                found.stream().mapToDouble(m -> axis.seconds(m.sent)).toArray(), found.stream().mapToDouble(m -> axis.seconds(m.received)).toArray(),
                found.stream().mapToLong(Message::bytes).toArray(), walk.inWindow, walk.backwards);
    }

    @Override
    public void event(int location, int tick, EventCursor event) {
        // A message is known when it is received.
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
        backwards += received < sent ? 1 : 0;
        largest.add(new Message(event.peer(), trace.rankOf(location), sent, received, event.bytes()));
        if (largest.size() > most) {
            largest.poll();
        }
    }

    @Override
    public void endTick(int tick) {
        // Time decides, not ticks.
    }
}
