package runbench.sync.live;

import java.util.Comparator;
import java.util.PriorityQueue;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.AmortisedShift;

/**
 * What one node sent and nobody has seen yet, in the order of its clock. Its first event is placed by the clock's model
 * when it is first, so that a better model serves all that is still here.
 */
final class NodeLane implements Comparable<NodeLane> {
    /** @param arrivedNanos reference time when it came; the greatest number where that is not known */
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

    /**
     * Nothing that it has not sent yet stands before this in the reference's time; the least number where that is not
     * known.
     */
    long completeUntil() {
        return ended ? Long.MAX_VALUE
                : hasFrontier && timeline != null ? timeline.refNanos(frontierNanos + 1) : Long.MIN_VALUE;
    }

    /**
     * Places its first event.
     *
     * @param earliest what it came after asks for
     */
    void place(long earliest) {
        timeline.locate(head().event().clockNanos(), at);
        boolean follows = passed && head().event().clockNanos() >= lastClock;
        shownNanos = Math.max(earliest, follows ? AmortisedShift.behind(at, lastRef, lastShown) : at.refNanos());
    }

    /** Of the first event, since it was placed. */
    PlacedStamp at() {
        return at;
    }

    long shownNanos() {
        return shownNanos;
    }

    /** The first event, where it stands, was emitted: what the clock stamped later does not come before it. */
    void shown() {
        passed(head().event().clockNanos(), at.refNanos(), shownNanos);
        held.remove();
    }

    /** The first event was emitted where it does not belong: nothing is measured by it. */
    void drop() {
        held.remove();
    }

    /** This of its events was the last one that was emitted. */
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
