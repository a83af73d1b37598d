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
import runbench.sync.eventlog.LogDetails;
import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogType.LogWhat;
import runbench.sync.live.NodeLane.Held;
import runbench.sync.live.SentMessages.Sent;

/**
 * Orders the events of many nodes as they arrive: by the reference's time, then by node, then by the node's own order.
 * An event is emitted when every live node has sent its earlier events, or when it is older than the hold. The wait for
 * a node adapts to its measured {@link NodeLateness}; a node that is silent for longer is not waited for. Events that
 * arrive later are emitted immediately and flagged as late. <p>A receive waits for its send until all other nodes have
 * passed the receive by more than the errors of the clocks, at most for the hold. If the clocks put it before its send,
 * it moves to just after the send, and the node's later events move too (a controlled logical clock, forwards). Every
 * event is emitted once. Memory holds the events of the hold only. Not thread-safe.
 */
public final class LiveOrder {
    /** The order of events. Only events of one thread at the same moment are equal. */
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

    /**
     * Creates an order.
     *
     * @param holdNanos longest time that an event waits for earlier ones, ns
     */
    public LiveOrder(long holdNanos) {
        this.holdNanos = holdNanos;
    }

    private NodeLane lane(String node) {
        return lanes.computeIfAbsent(node, name -> new NodeLane(name, holdNanos));
    }

    /** Sets the timeline of a node for the events that were not emitted yet. The first call declares the node. */
    public void timeline(String node, Timeline t) {
        lane(node).timeline(t);
    }

    /**
     * Adds an event.
     *
     * @throws IllegalStateException if the node has no timeline yet
     */
    public void arrived(Arrival a) {
        NodeLane lane = lane(a.node());
        lane.add(new Held(a, sequence++, now == Long.MIN_VALUE ? Long.MAX_VALUE : now));
        if (a.what() == LogWhat.SEND && a.id() != 0) {
            sends.arrived(a.id(), lane);
        }
    }

    /** Reports that a node has sent everything stamped up to this moment of its clock, ns. */
    public void frontier(String node, long clockNanos) {
        lane(node).frontier(clockNanos);
    }

    /** Reports that no more will come from a node, unless it reports a frontier again. */
    public void ended(String node) {
        lane(node).end();
    }

    /** Continues after an event that was emitted before. Call it for each of them in order. */
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

    /**
     * Returns the events that are final now, in order and numbered.
     *
     * @param refNowNanos current reference time, ns
     */
    public List<LiveEvent> emit(long refNowNanos) {
        now = refNowNanos;
        boolean isWaiting = held() > 0;
        long complete = Long.MAX_VALUE;
        for (NodeLane lane : lanes.values()) {
            lane.turn(refNowNanos, isWaiting);
            complete = Math.min(complete, lane.completeUntil(refNowNanos));
        }
        List<LiveEvent> out = new ArrayList<>();
        if (isWaiting) {
            // An event before the furthest one is late already: waiting would not put it in its place.
            long passed = furthest == null ? Long.MIN_VALUE : furthest.shownNanos();
            emitReady(out, Math.max(Math.max(complete, passed), refNowNanos - holdNanos), refNowNanos - holdNanos);
            emitFutureStamps(out);
        }
        return out;
    }

    /** Reports that the receiver did not run for this time, ns, for example in a suspended machine. */
    public void paused(long nanos) {
        lanes.values().forEach(lane -> lane.paused(nanos));
    }

    /**
     * Returns the time that events wait for a node beyond its reports, because its events arrived late, ns.
     *
     * @param refNowNanos current reference time, ns
     */
    public long marginNanos(String node, long refNowNanos) {
        NodeLane lane = lanes.get(node);
        return lane == null ? 0 : lane.lateness().nanos(refNowNanos);
    }

    /** Returns whether a node has been silent for so long that no event waits for it any more. */
    public boolean isSilent(String node, long refNowNanos) {
        NodeLane lane = lanes.get(node);
        return lane != null && lane.isSilent(refNowNanos);
    }

    /** Returns all events that are still held, at the end of the log. */
    public List<LiveEvent> emitAll() {
        List<LiveEvent> out = new ArrayList<>();
        emitReady(out, Long.MAX_VALUE, Long.MAX_VALUE);
        return out;
    }

    /** Returns the number of events that are held. */
    public int held() {
        return lanes.values().stream().mapToInt(NodeLane::size).sum();
    }

    public OrderCounts counts() {
        return tally.counts(sends.overtaken(), sends.ambiguous());
    }

    /**
     * Emits events.
     *
     * @param out receives the events
     * @param until events before this reference time are final, ns
     * @param expired receives before this reference time no longer wait for a send, ns
     */
    private void emitReady(List<LiveEvent> out, long until, long expired) {
        PriorityQueue<NodeLane> ready = new PriorityQueue<>();
        Map<Long, List<NodeLane>> waiting = new HashMap<>();
        released.clear();
        lanes.values().forEach(lane -> place(lane, ready, waiting));
        lanes.values().forEach(lane -> release(lane, ready, waiting));
        while (!ready.isEmpty() && ready.peek().shownNanos() < until) {
            NodeLane lane = ready.poll();
            if (message(lane) == Message.UNKNOWN && lane.at().refNanos() >= expired && mayCome(lane)) {
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

    /**
     * Returns whether the send of a lane's first event may still come: a node has not passed the receive for certain.
     */
    private boolean mayCome(NodeLane receiver) {
        long latest = receiver.at().latest();
        return lanes.values().stream().anyMatch(l -> l != receiver && l.passedUntil(now) < latest);
    }

    /** Emits stamps from the future, which no clock within its bounds makes; they would wait for too long. */
    private void emitFutureStamps(List<LiveEvent> out) {
        for (NodeLane lane : lanes.values()) {
            while (!lane.isEmpty() && message(lane) != Message.HELD) {
                lane.place(Long.MIN_VALUE);
                long wait = lane.at().earliest() > now ? Math.min(holdNanos, NodeLateness.MIN_PATIENCE_NANOS)
                        : holdNanos;
                if (lane.head().arrivedNanos() >= now - 2 * wait) {
                    break;
                }
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

    /** Resolves a circle of receives that wait for each other's sends: the receive with the earliest stamp proceeds. */
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
        return sent.isAmbiguous() || sent.lane() == lane || released.contains(lane) ? Message.FREE
                : sent.shown() ? Message.SENT : Message.HELD;
    }

    /** Returns the first lane of a circle; null if there is no circle. */
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
                a.id(), a.comment(), at.value(), lane.shownNanos() - at.refNanos(), late, a.details());
    }

    /**
     * Emits the head of a lane.
     *
     * @param beyond whether it is out of order, so that later events do not depend on it
     */
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

    /**
     * An event as it came from its node, before it has a place in the order.
     *
     * @param node name of the node
     * @param pid process
     * @param tid thread
     * @param clockNanos recorded CLOCK_MONOTONIC of its host, ns
     * @param wallNanos CLOCK_REALTIME of its host, ns; as accurate as that clock
     * @param type type of the event
     * @param what role of the event
     * @param id id of the message or span; 0 if none
     * @param comment comment; may be empty
     * @param details typed parts
     */
    public record Arrival(String node, int pid, int tid, long clockNanos, long wallNanos, LogType type, LogWhat what,
            long id, String comment, LogDetails details) {
        /** Creates an event without typed parts. */
        public Arrival(String node, int pid, int tid, long clockNanos, long wallNanos, LogType type, LogWhat what,
                long id, String comment) {
            this(node, pid, tid, clockNanos, wallNanos, type, what, id, comment, LogDetails.NONE);
        }

        /** Returns the event without its typed parts, which lines of JSON do not distinguish in all cases. */
        public Arrival plain() {
            return new Arrival(node, pid, tid, clockNanos, wallNanos, type, what, id, comment);
        }
    }

    /**
     * Counts of a live order.
     *
     * @param emitted number of events emitted
     * @param late number of events emitted after a later event
     * @param shifted number of shifted events
     * @param largestShiftNs largest shift, ns
     * @param unmatched number of receives whose send did not arrive before every node passed them
     * @param circles number of receives before their sends in a circle; they are not shifted
     * @param outOfOrder number of receives emitted before their sends, because of the hold or a circle
     * @param ambiguous number of ids that were sent more than once; they determine no order
     */
    public record OrderCounts(long emitted, long late, long shifted, long largestShiftNs, long unmatched, long circles,
            long outOfOrder, long ambiguous) {
        /** Returns whether every event was emitted in its place. */
        public boolean isExact() {
            return late == 0 && outOfOrder == 0;
        }

        static final class Tally {
            private long emitted;
            private long late;
            private long shifted;
            private long largestShift;
            private long unmatched;
            private long circles;

            void add(LiveEvent e, boolean withoutSend, boolean released) {
                emitted++;
                late += e.late() ? 1 : 0;
                shifted += e.shiftNanos() != 0 ? 1 : 0;
                largestShift = Math.max(largestShift, e.shiftNanos());
                unmatched += withoutSend ? 1 : 0;
                circles += released ? 1 : 0;
            }

            OrderCounts counts(long overtaken, long ambiguous) {
                return new OrderCounts(emitted, late, shifted, largestShift, unmatched, circles, circles + overtaken,
                        ambiguous);
            }
        }
    }
}
