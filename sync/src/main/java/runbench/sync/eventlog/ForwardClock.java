package runbench.sync.eventlog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

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
        lane.placed(sent, sends);
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
        if (send < 0 || sends.again(send)) {
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
}
