package runbench.sync.live;

import java.util.Comparator;
import java.util.PriorityQueue;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.AmortisedShift;
import runbench.sync.live.LiveOrder.Arrival;

/**
 * The events of one node that were not emitted yet, in the order of its clock. Events are placed only when they are
 * first, so that a better model applies to all that remain.
 */
final class NodeLane implements Comparable<NodeLane> {
    /**
     * An event that waits.
     *
     * @param event the event
     * @param sequence number in the order of arrival
     * @param arrivedNanos reference time of its arrival, ns; the greatest number if unknown
     */
    record Held(Arrival event, long sequence, long arrivedNanos) {}

    private static final Comparator<Held> BY_CLOCK = Comparator.<Held>comparingLong(h -> h.event().clockNanos())
            .thenComparingInt(h -> h.event().pid())
            .thenComparingInt(h -> h.event().tid())
            .thenComparingLong(Held::sequence);

    private final String node;
    private final PriorityQueue<Held> held = new PriorityQueue<>(BY_CLOCK);
    private final PlacedStamp at = new PlacedStamp();
    private Timeline timeline;
    private boolean hasFrontier;
    private long frontierNanos;
    private boolean ended;
    private boolean passed;
    private long lastClock;
    private long lastRef;
    private long lastShown;
    private long shownNanos;

    NodeLane(String node) {
        this.node = node;
    }

    String node() {
        return node;
    }

    void timeline(Timeline t) {
        timeline = t;
    }

    void frontier(long clockNanos) {
        frontierNanos = hasFrontier ? Math.max(frontierNanos, clockNanos) : clockNanos;
        hasFrontier = true;
        ended = false;
    }

    void end() {
        ended = true;
    }

    boolean ended() {
        return ended;
    }

    void add(Held event) {
        if (timeline == null) {
            throw new IllegalStateException(
                    "an event of node " + node + ", whose clock is not known: timeline() comes first");
        }
        held.add(event);
    }

    int size() {
        return held.size();
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    Held head() {
        return held.peek();
    }

    /** Returns the reference time up to which the node has sent its events, ns; the least number if unknown. */
    long completeUntil() {
        return ended ? Long.MAX_VALUE
                : hasFrontier && timeline != null ? timeline.refNanos(frontierNanos + 1) : Long.MIN_VALUE;
    }

    /**
     * Places the first event.
     *
     * @param earliest earliest time that a message requires, ns
     */
    void place(long earliest) {
        timeline.locate(head().event().clockNanos(), at);
        boolean follows = passed && head().event().clockNanos() >= lastClock;
        shownNanos = Math.max(earliest, follows ? AmortisedShift.shownTime(at, lastRef, lastShown) : at.refNanos());
    }

    /** Returns the time of the first event by the clock's model; valid after {@link #place}. */
    PlacedStamp at() {
        return at;
    }

    long shownNanos() {
        return shownNanos;
    }

    /** Removes the first event after its emission. The node's later events do not precede it. */
    void shown() {
        passed(head().event().clockNanos(), at.refNanos(), shownNanos);
        held.remove();
    }

    /** Removes the first event after its emission out of order. Later events do not depend on it. */
    void drop() {
        held.remove();
    }

    /** Sets the last emitted event. */
    void passed(long clockNanos, long refNanos, long shown) {
        if (!passed || clockNanos >= lastClock) {
            lastClock = clockNanos;
            lastRef = refNanos;
            lastShown = shown;
            passed = true;
        }
    }

    @Override
    public int compareTo(NodeLane other) {
        int byTime = Long.compare(shownNanos, other.shownNanos);
        return byTime != 0 ? byTime : node.compareTo(other.node);
    }
}
