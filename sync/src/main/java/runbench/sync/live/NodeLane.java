package runbench.sync.live;

import java.util.Comparator;
import java.util.PriorityQueue;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime;
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
    private boolean hasNews;
    private long frontierNanos;
    private final NodeLateness lateness;
    private boolean ended;
    private boolean hasPassed;
    private final PlacedStamp passed = new PlacedStamp();
    private long lastClock;
    private long lastRef;
    private long lastShown;
    private long shownNanos;

    /** @param holdNanos longest time that events wait for this node, ns */
    NodeLane(String node, long holdNanos) {
        this.node = node;
        lateness = new NodeLateness(holdNanos);
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
        hasNews = true;
        ended = false;
    }

    /**
     * Measures how long the node has been silent.
     *
     * @param refNowNanos current reference time, ns
     * @param isWaiting whether an event waits
     */
    void turn(long refNowNanos, boolean isWaiting) {
        if (hasNews || !hasFrontier && !isWaiting) {
            lateness.heard(refNowNanos, hasNews);
            hasNews = false;
        }
    }

    /** Reports that the receiver did not run for this time, ns: no node was silent then. */
    void paused(long nanos) {
        lateness.paused(nanos);
    }

    /** Returns whether the node has sent nothing for so long that no event waits for it any more. */
    boolean isSilent(long refNowNanos) {
        return !ended && lateness.isSilent(refNowNanos);
    }

    NodeLateness lateness() {
        return lateness;
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
        long behind = frontierNanos - event.event().clockNanos();
        if (hasFrontier && behind > 0) {
            timeline.locate(event.event().clockNanos(), passed);
            if (passed.how() != ReferenceTime.How.STEPPED) {
                lateness.late(behind, event.arrivedNanos());
            }
        }
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

    /**
     * Returns the reference time up to which the node has sent its events, ns; the least number if unknown.
     *
     * @param refNowNanos current reference time, ns
     */
    long completeUntil(long refNowNanos) {
        if (ended) {
            return Long.MAX_VALUE;
        }
        if (isSilent(refNowNanos)) {
            return refNowNanos;
        }
        return hasFrontier && timeline != null ? timeline.refNanos(frontierNanos + 1 - lateness.nanos(refNowNanos))
                : Long.MIN_VALUE;
    }

    /**
     * Returns the reference time that the node has passed for certain, given the error of its clock, ns; the least
     * number if unknown.
     *
     * @param refNowNanos current reference time, ns
     */
    long passedUntil(long refNowNanos) {
        if (ended || isSilent(refNowNanos)) {
            return Long.MAX_VALUE;
        }
        if (!hasFrontier || timeline == null) {
            return Long.MIN_VALUE;
        }
        timeline.locate(frontierNanos - lateness.nanos(refNowNanos), passed);
        return passed.earliest();
    }

    /**
     * Places the first event.
     *
     * @param earliest earliest time that a message requires, ns
     */
    void place(long earliest) {
        timeline.locate(head().event().clockNanos(), at);
        boolean follows = hasPassed && head().event().clockNanos() >= lastClock;
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
        if (!hasPassed || clockNanos >= lastClock) {
            lastClock = clockNanos;
            lastRef = refNanos;
            lastShown = shown;
            hasPassed = true;
        }
    }

    @Override
    public int compareTo(NodeLane other) {
        int byTime = Long.compare(shownNanos, other.shownNanos);
        return byTime != 0 ? byTime : node.compareTo(other.node);
    }
}
