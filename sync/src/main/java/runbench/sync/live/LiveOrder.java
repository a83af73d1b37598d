package runbench.sync.live;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.LogWhat;
import runbench.sync.live.NodeLane.Held;
import runbench.sync.live.SentMessages.Sent;

/**
 * Puts events of many nodes, as they come, into one order: the reference's time, then the node, then the node's own
 * order. An event is emitted when every node that lives has said that it sent all it had stamped before, or when it is
 * older than the hold; what comes later than that is emitted at once, flagged late. A receive waits up to the hold for
 * its send and is moved to just behind it where the clocks have it earlier, and takes along what its node stamped later
 * (a controlled logical clock, forwards). What comes in is what goes out, each once. Held are the events of the hold
 * only. For one thread.
 */
public final class LiveOrder {
    /** The order; equal are events of one thread at the same moment only. */
    public static final Comparator<LiveEvent> ORDER = Comparator.comparingLong(LiveEvent::shownNanos)
            .thenComparing(LiveEvent::node)
            .thenComparingLong(LiveEvent::clockNanos)
            .thenComparingInt(LiveEvent::pid)
            .thenComparingInt(LiveEvent::tid);

    private enum Message {
        FREE, SENT, HELD, UNKNOWN
    }

    private final long holdNanos;
    private final Map<String, NodeLane> lanes = new TreeMap<>();
    private final SentMessages sends = new SentMessages();
    private final OrderCounts.Tally tally = new OrderCounts.Tally();
    private final Set<NodeLane> released = new HashSet<>();
    private LiveEvent furthest;
    private long sequence;
    private long number;
    private long now = Long.MIN_VALUE;

    /** @param holdNanos how long an event waits for what may come before it, at most */
    public LiveOrder(long holdNanos) {
        this.holdNanos = holdNanos;
    }

    private NodeLane lane(String node) {
        return lanes.computeIfAbsent(node, NodeLane::new);
    }

    /**
     * How a node's clock is known from now on; also declares the node, before its first event. What has been emitted
     * stays as it is.
     */
    public void timeline(String node, Timeline t) {
        lane(node).timeline(t);
    }

    /** @throws IllegalStateException the node has no timeline yet */
    public void arrived(Arrival a) {
        NodeLane lane = lane(a.node());
        lane.add(new Held(a, sequence++, now == Long.MIN_VALUE ? Long.MAX_VALUE : now));
        if (a.what() == LogWhat.SEND && a.id() != 0) {
            sends.arrived(a.id(), lane);
        }
    }

    /** The node has sent everything that it stamped up to this moment of its clock. */
    public void frontier(String node, long clockNanos) {
        lane(node).frontier(clockNanos);
    }

    /** Nothing more will come from the node, unless it reports a frontier again. */
    public void ended(String node) {
        lane(node).end();
    }

    /**
     * What was emitted before this order was made, one after the other: it goes on behind them. Their nodes' events are
     * not given again.
     */
    public void resume(LiveEvent e) {
        number = e.number();
        furthest = furthest == null || !e.late() && ORDER.compare(e, furthest) > 0 ? e : furthest;
        NodeLane lane = lane(e.node());
        lane.passed(e.clockNanos(), e.at().refNanos(), e.shownNanos());
        if (e.what() == LogWhat.SEND && e.id() != 0) {
            sends.arrived(e.id(), lane);
            sends.shown(e.id(), e.shownNanos(), e.at().how());
        }
    }

    /** What is final now, in order, numbered on. */
    public List<LiveEvent> emit(long refNowNanos) {
        now = refNowNanos;
        long complete = lanes.values().stream().mapToLong(NodeLane::completeUntil).min().orElse(Long.MIN_VALUE);
        List<LiveEvent> out = new ArrayList<>();
        run(out, Math.max(complete, refNowNanos - holdNanos), refNowNanos - holdNanos);
        beyond(out, refNowNanos - 2 * holdNanos);
        return out;
    }

    /** All that is still held: nothing more will come. */
    public List<LiveEvent> rest() {
        List<LiveEvent> out = new ArrayList<>();
        run(out, Long.MAX_VALUE, Long.MAX_VALUE);
        return out;
    }

    /** Events that wait. */
    public int held() {
        return lanes.values().stream().mapToInt(NodeLane::size).sum();
    }

    public OrderCounts counts() {
        return tally.counts(sends.overtaken(), sends.ambiguous());
    }

    /**
     * @param until what stands before this is final
     * @param expired a receive before this waits no longer for a send that has not come
     */
    private void run(List<LiveEvent> out, long until, long expired) {
        PriorityQueue<NodeLane> ready = new PriorityQueue<>();
        Map<Long, List<NodeLane>> waiting = new HashMap<>();
        released.clear();
        lanes.values().forEach(lane -> place(lane, ready, waiting));
        lanes.values().forEach(lane -> release(lane, ready, waiting));
        while (!ready.isEmpty() && ready.peek().shownNanos() < until) {
            NodeLane lane = ready.poll();
            if (message(lane) == Message.UNKNOWN && lane.at().refNanos() >= expired && othersLive(lane)) {
                if (isLate(event(lane, false))) {
                    continue;
                }
                return;
            }
            Arrival a = lane.head().event();
            emit(lane, out, false);
            if (a.what() == LogWhat.SEND && waiting.containsKey(a.id())) {
                waiting.remove(a.id()).forEach(w -> place(w, ready, waiting));
            }
            place(lane, ready, waiting);
            release(lane, ready, waiting);
        }
    }

    private boolean othersLive(NodeLane lane) {
        return lanes.values().stream().anyMatch(l -> l != lane && !l.ended());
    }

    /** A stamp from the future, which no clock within its bounds makes, waits for nothing: it would wait for ever. */
    private void beyond(List<LiveEvent> out, long arrivedBefore) {
        for (NodeLane lane : lanes.values()) {
            while (!lane.isEmpty() && lane.head().arrivedNanos() < arrivedBefore && message(lane) != Message.HELD) {
                lane.place(Long.MIN_VALUE);
                emit(lane, out, true);
            }
        }
    }

    private void place(NodeLane lane, PriorityQueue<NodeLane> ready, Map<Long, List<NodeLane>> waiting) {
        if (lane.isEmpty()) {
            return;
        }
        Message message = message(lane);
        long id = lane.head().event().id();
        lane.place(message == Message.SENT ? sends.of(id).shownNanos() + 1 : Long.MIN_VALUE);
        if (message == Message.HELD) {
            waiting.computeIfAbsent(id, i -> new ArrayList<>()).add(lane);
        } else {
            ready.add(lane);
        }
    }

    /** Where receives wait for sends behind each other, that with the earliest stamp goes on. */
    private void release(NodeLane lane, PriorityQueue<NodeLane> ready, Map<Long, List<NodeLane>> waiting) {
        NodeLane first = firstOfCircle(lane);
        if (first != null) {
            waiting.get(first.head().event().id()).remove(first);
            released.add(first);
            ready.add(first);
        }
    }

    private Message message(NodeLane lane) {
        Arrival a = lane.head().event();
        if (a.what() != LogWhat.RECEIVE || a.id() == 0) {
            return Message.FREE;
        }
        Sent sent = sends.of(a.id());
        if (sent == null) {
            return Message.UNKNOWN;
        }
        return sent.again() || sent.lane() == lane || released.contains(lane) ? Message.FREE
                : sent.shown() ? Message.SENT : Message.HELD;
    }

    /** Null: no circle. */
    private NodeLane firstOfCircle(NodeLane from) {
        NodeLane first = from;
        NodeLane at = from;
        for (int steps = 0; steps <= lanes.size(); steps++) {
            if (at.isEmpty() || message(at) != Message.HELD) {
                return null;
            }
            at = sends.of(at.head().event().id()).lane();
            if (at == from) {
                return first;
            }
            first = at.isEmpty() || first.compareTo(at) <= 0 ? first : at;
        }
        return null;
    }

    private boolean isLate(LiveEvent e) {
        return furthest != null && ORDER.compare(e, furthest) < 0;
    }

    private LiveEvent event(NodeLane lane, boolean late) {
        Arrival a = lane.head().event();
        PlacedStamp at = lane.at();
        return new LiveEvent(number + 1, a.node(), a.pid(), a.tid(), a.clockNanos(), a.wallNanos(), a.type(), a.what(),
                a.id(), a.comment(), at.value(), lane.shownNanos() - at.refNanos(), late);
    }

    /** @param beyond out of its place: nothing is measured by it */
    private void emit(NodeLane lane, List<LiveEvent> out, boolean beyond) {
        LiveEvent e = event(lane, false);
        boolean late = beyond || isLate(e);
        LiveEvent shown = late ? event(lane, true) : e;
        boolean unmatched = message(lane) == Message.UNKNOWN;
        tally.add(shown, unmatched, released.remove(lane));
        if (unmatched) {
            sends.receivedBefore(shown.id());
        }
        if (!late) {
            furthest = shown;
        }
        if (beyond) {
            lane.drop();
        } else {
            lane.shown();
        }
        number++;
        if (shown.what() == LogWhat.SEND && shown.id() != 0) {
            sends.shown(shown.id(), shown.shownNanos(), shown.at().how());
        }
        out.add(shown);
    }
}
