package runbench.sync.eventlog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import runbench.base.timeline.PlacedStamp;
import runbench.sync.eventlog.LogMerge.ClockLane;
import runbench.sync.eventlog.LogMerge.LogSource;
import runbench.sync.eventlog.LogMerge.MergeReport;
import runbench.sync.eventlog.LogType.LogWhat;

/** Places events in order, so that no receive precedes its send. */
final class ForwardClock {
    private final List<ForwardLane> lanes;
    private final Sends sends;
    private final PriorityQueue<ForwardLane> ready = new PriorityQueue<>();
    /** Lanes that wait for a send, by its number. */
    private final Map<Integer, List<ForwardLane>> waiting = new HashMap<>();
    private long matched;
    private long reversedRaw;
    private long reversed;
    private long beyond;
    private long impossible;
    private long unmatched;

    ForwardClock(List<ForwardLane> lanes, Sends sends) {
        this.lanes = lanes;
        this.sends = sends;
        lanes.forEach(this::queue);
        lanes.forEach(this::release);
    }

    /**
     * Places the next event.
     *
     * @return false if there is none
     */
    boolean advance() {
        ForwardLane lane = ready.poll();
        if (lane == null) {
            return false;
        }
        LogCursor c = lane.cursor();
        int sent = -1;
        if (c.id() != 0 && c.what() == LogWhat.SEND) {
            sent = sends.number(c.id());
            sends.place(sent, lane.shownNanos());
        } else if (lane.received() >= 0 && sends.placed(lane.received())) {
            sends.received(lane.received(), lane.shownNanos());
        }
        lane.storePlaced(sent, sends);
        List<ForwardLane> waited = sent < 0 || waiting.isEmpty() ? null : waiting.remove(sent);
        if (waited != null) {
            long earliest = sends.shownNanos(sent) + 1;
            waited.forEach(w -> {
                w.place(earliest);
                ready.add(w);
            });
        }
        queue(lane);
        release(lane);
        return true;
    }

    private void queue(ForwardLane lane) {
        if (lane.ended()) {
            return;
        }
        int send = lane.cursor().what() == LogWhat.RECEIVE ? received(lane) : -1;
        lane.receives(send);
        if (send >= 0 && !sends.placed(send)) {
            lane.place(Long.MIN_VALUE);
            waiting.computeIfAbsent(send, s -> new ArrayList<>()).add(lane);
        } else {
            lane.place(send >= 0 ? sends.shownNanos(send) + 1 : Long.MIN_VALUE);
            ready.add(lane);
        }
    }

    /**
     * Counts a receive.
     *
     * @return number of the send that must precede it; -1 if none
     */
    private int received(ForwardLane lane) {
        LogCursor c = lane.cursor();
        int send = sends.number(c.id());
        unmatched += send < 0 ? 1 : 0;
        if (send < 0 || sends.isAmbiguous(send)) {
            return -1;
        }
        matched++;
        reversedRaw += c.timeNanos() < sends.rawNanos(send) ? 1 : 0;
        if (sends.lane(send) == lane.number()) {
            // The order within a clock is exact, so an event cannot wait for a later one.
            impossible += sends.placed(send) ? 0 : 1;
            return -1;
        }
        long ref = lane.at().refNanos();
        reversed += ref < sends.refNanos(send) ? 1 : 0;
        beyond += ref - sends.refNanos(send) + lane.at().hiNanos() - sends.loNanos(send) < 0 ? 1 : 0;
        return send;
    }

    /** Resolves a circle of receives that wait for each other's sends: the receive with the earliest stamp proceeds. */
    private void release(ForwardLane lane) {
        ForwardLane first = firstOfCircle(lane);
        if (first != null) {
            int send = awaited(first);
            waiting.get(send).remove(first);
            if (waiting.get(send).isEmpty()) {
                waiting.remove(send);
            }
            impossible++;
            ready.add(first);
        }
    }

    /** Returns the first lane of a circle; null if there is no circle. */
    private ForwardLane firstOfCircle(ForwardLane from) {
        ForwardLane first = from;
        ForwardLane at = from;
        for (int steps = 0; steps <= lanes.size(); steps++) {
            int send = awaited(at);
            if (send < 0) {
                return null;
            }
            at = lanes.get(sends.lane(send));
            if (at == from) {
                return first;
            }
            first = at.compareTo(first) < 0 ? at : first;
        }
        return null;
    }

    /** Returns the send that a lane waits for; -1 if it does not wait. */
    private int awaited(ForwardLane lane) {
        int send = lane.ended() || waiting.isEmpty() ? -1 : lane.received();
        return send >= 0 && waiting.getOrDefault(send, List.of()).contains(lane) ? send : -1;
    }

    MergeReport report(long events, long shifted, long largestShift) {
        return new MergeReport(events, matched, reversedRaw, reversed, beyond, impossible, unmatched, sends.ambiguous(),
                shifted, largestShift);
    }

    /**
     * A clock's events during forward placement. It keeps placed events until they are shown, so that later shifts can
     * move them too.
     */
    static final class ForwardLane implements Comparable<ForwardLane>, AutoCloseable {
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
            long own = started ? AmortisedShift.shownTime(at, beforeRef, shown[index(end - 1)]) : at.refNanos();
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
        void storePlaced(int sent, Sends sends) {
            // One shown event is kept, because the place of the next one depends on it.
            if (end - first + 1 >= shown.length) {
                grow();
            }
            int i = index(end++);
            shown[i] = shownNanos;
            ref[i] = at.refNanos();
            latest[i] = AmortisedShift.latestTime(at);
            send[i] = sent;
            beforeRef = at.refNanos();
            started = true;
            if (shownNanos > at.refNanos()) {
                shiftEarlier(sends);
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
        private void shiftEarlier(Sends sends) {
            int next = index(end - 1);
            long moved = shown[next];
            for (long e = end - 2; e >= first; e--) {
                int i = index(e);
                long to = Math.min(latest[i],
                        ref[i] + AmortisedShift.remaining(shown[next] - ref[next], ref[next] - ref[i]));
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

        boolean hasNothingToShow() {
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
}
