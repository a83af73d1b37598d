package runbench.sync.eventlog;

import java.util.List;
import runbench.base.timeline.PlacedStamp;

/**
 * A clock's events while they are placed forwards, and those that were placed but not shown: what is moved later still
 * takes these along, backwards.
 */
final class ForwardLane implements Comparable<ForwardLane>, AutoCloseable {
    private final int number;
    private final ClockLane events;
    private final PlacedStamp at = new PlacedStamp();
    private boolean ended;
    private boolean started;
    private long beforeRef;
    private long shownNanos;
    private int message = -1;

    /**
     * Rings: where events stand, where their clock's model has them, how far they may go, and which send they are, -1:
     * none.
     */
    private long[] shown = new long[1 << 8];
    private long[] ref = new long[1 << 8];
    private long[] latest = new long[1 << 8];
    private int[] send = new int[1 << 8];
    private long first;
    private long end;

    ForwardLane(int number, List<LogSource> sources) {
        this.number = number;
        events = new ClockLane(sources);
        step();
    }

    private void step() {
        ended = !events.advance();
        if (!ended) {
            events.source().timeline().locate(events.cursor().timeNanos(), at);
        }
    }

    int number() {
        return number;
    }

    boolean ended() {
        return ended;
    }

    LogCursor cursor() {
        return events.cursor();
    }

    PlacedStamp at() {
        return at;
    }

    /** @param earliest what the event came after asks for */
    void place(long earliest) {
        long own = started ? AmortisedShift.behind(at, beforeRef, shown[index(end - 1)]) : at.refNanos();
        shownNanos = Math.max(own, earliest);
    }

    long shownNanos() {
        return shownNanos;
    }

    /** @param send that its event is the receive of; -1: of none that orders anything */
    void receives(int send) {
        message = send;
    }

    int received() {
        return message;
    }

    private int index(long event) {
        return (int) event & shown.length - 1;
    }

    /**
     * The event stays where it was placed; goes to the next.
     *
     * @param sent its number among the sends; -1: it is none
     */
    void placed(int sent, Sends sends) {
        // One behind those not shown is kept: the next one's place follows from it.
        if (end - first + 1 >= shown.length) {
            grow();
        }
        int i = index(end++);
        shown[i] = shownNanos;
        ref[i] = at.refNanos();
        latest[i] = AmortisedShift.latest(at);
        send[i] = sent;
        beforeRef = at.refNanos();
        started = true;
        if (shownNanos > at.refNanos()) {
            takeAlong(sends);
        }
        step();
    }

    private void grow() {
        int to = 2 * shown.length;
        long[] newShown = new long[to];
        long[] newRef = new long[to];
        long[] newLatest = new long[to];
        int[] newSend = new int[to];
        for (long e = Math.max(0, first - 1); e < end; e++) {
            int from = index(e);
            int into = (int) e & to - 1;
            newShown[into] = shown[from];
            newRef[into] = ref[from];
            newLatest[into] = latest[from];
            newSend[into] = send[from];
        }
        shown = newShown;
        ref = newRef;
        latest = newLatest;
        send = newSend;
    }

    /**
     * Moves what came before the last event behind it in time, as far as no send of theirs comes to where it was
     * received.
     */
    private void takeAlong(Sends sends) {
        int next = index(end - 1);
        long moved = shown[next];
        for (long e = end - 2; e >= first; e--) {
            int i = index(e);
            long to = Math.min(latest[i], ref[i] + AmortisedShift.left(shown[next] - ref[next], ref[next] - ref[i]));
            if (send[i] >= 0) {
                // Who has not received it yet will do so no earlier than what has just been moved.
                to = Math.min(to, Math.min(sends.latestNanos(send[i]), moved - 1));
            }
            if (to <= shown[i]) {
                return;
            }
            shown[i] = to;
            next = i;
        }
    }

    boolean nothingToShow() {
        return first == end;
    }

    /** Where the first event that was not shown stands, for good. */
    long firstShownNanos() {
        return shown[index(first)];
    }

    void showNext() {
        first++;
    }

    @Override
    public int compareTo(ForwardLane other) {
        int byTime = Long.compare(shownNanos, other.shownNanos);
        return byTime != 0 ? byTime : Integer.compare(number, other.number);
    }

    @Override
    public void close() {
        events.close();
    }
}
