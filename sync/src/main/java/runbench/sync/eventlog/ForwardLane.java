package runbench.sync.eventlog;

import java.util.List;
import runbench.base.timeline.PlacedStamp;

/**
 * A clock's events during forward placement. It keeps placed events until they are shown, so that later shifts can
 * move them too.
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
     * Ring buffers, one element per placed event: shown time, time by the clock's model, latest permitted time,
     * number of the send (-1 if it is none).
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

    /**
     * Computes the shown time of the current event.
     *
     * @param earliest earliest time that a preceding event requires, ns
     */
    void place(long earliest) {
        long own = started ? AmortisedShift.behind(at, beforeRef, shown[index(end - 1)]) : at.refNanos();
        shownNanos = Math.max(own, earliest);
    }

    long shownNanos() {
        return shownNanos;
    }

    /**
     * Sets the send that the current event receives.
     *
     * @param send number of the send; -1 if none determines an order
     */
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
     * Stores the placed event and moves to the next.
     *
     * @param sent number of the event as a send; -1 if it is none
     * @param sends all sends
     */
    void placed(int sent, Sends sends) {
        // One shown event is kept, because the place of the next one depends on it.
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

    /** Shifts the events before the last one. No send passes its receive. */
    private void takeAlong(Sends sends) {
        int next = index(end - 1);
        long moved = shown[next];
        for (long e = end - 2; e >= first; e--) {
            int i = index(e);
            long to = Math.min(latest[i], ref[i] + AmortisedShift.left(shown[next] - ref[next], ref[next] - ref[i]));
            if (send[i] >= 0) {
                // A receive that is not yet placed will be no earlier than the event just shifted.
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

    /** Returns the final time of the first event that was not shown, ns. */
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
