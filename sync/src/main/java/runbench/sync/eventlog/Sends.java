package runbench.sync.eventlog;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.base.timeline.PlacedStamp;

/** What was sent, by its id, and what became of it where it was received. */
final class Sends {
    /** What a receive has to wait for. */
    enum Wait { FREE, SENT, TO_COME }

    /** One message that was sent once; of one that was sent more often only that. */
    private static final class Send {
        private final int lane;
        private final long rawNanos;
        private final long refNanos;
        private final double earliest;
        private int times = 1;
        private boolean shown;
        private long shownNanos;

        Send(int lane, long rawNanos, PlacedStamp at) {
            this.lane = lane;
            this.rawNanos = rawNanos;
            refNanos = at.refNanos();
            earliest = at.loNanos();
        }
    }

    private final Map<Long, Send> byId = new HashMap<>();
    private long matched;
    private long reversedRaw;
    private long reversed;
    private long beyond;
    private long impossible;
    private long unmatched;

    private Sends() {
    }

    static Sends of(List<LogSource> sources) {
        Sends sends = new Sends();
        Map<String, Integer> lanes = new LinkedHashMap<>();
        PlacedStamp at = new PlacedStamp();
        for (LogSource source : sources) {
            int lane = lanes.computeIfAbsent(source.clock(), c -> lanes.size());
            try (LogCursor c = source.file().cursor()) {
                while (c.advance()) {
                    if (c.what() == LogWhat.SEND && c.id() != 0) {
                        source.timeline().locate(c.timeNanos(), at);
                        Send send = new Send(lane, c.timeNanos(), at);
                        sends.byId.merge(c.id(), send, (before, again) -> {
                            before.times++;
                            return before;
                        });
                    }
                }
            }
        }
        return sends;
    }

    /** @return whether others may wait for it */
    boolean sent(LogEntry e) {
        Send send = byId.get(e.cursor().id());
        if (send == null) {
            return false;
        }
        send.shown = true;
        send.shownNanos = e.shownNanos();
        return true;
    }

    long shownOf(long id) {
        return byId.get(id).shownNanos;
    }

    /** Counts a receive, once, when it comes up. */
    Wait received(int lane, LogEntry e) {
        Send send = e.cursor().id() == 0 ? null : byId.get(e.cursor().id());
        if (send == null || send.times > 1) {
            unmatched += send == null ? 1 : 0;
            return Wait.FREE;
        }
        matched++;
        long raw = e.cursor().timeNanos();
        reversedRaw += raw < send.rawNanos ? 1 : 0;
        if (send.lane == lane) {
            // The order within a clock is exact: an event cannot wait for one behind it.
            impossible += send.shown ? 0 : 1;
            return Wait.FREE;
        }
        PlacedStamp at = e.at();
        reversed += at.refNanos() < send.refNanos ? 1 : 0;
        beyond += at.refNanos() - send.refNanos + at.hiNanos() - send.earliest < 0 ? 1 : 0;
        return send.shown ? Wait.SENT : Wait.TO_COME;
    }

    /** A receive goes on without its send. */
    void givenUp() {
        impossible++;
    }

    MergeReport report(long events, long shifted, long largestShift) {
        long ambiguous = byId.values().stream().filter(s -> s.times > 1).count();
        return new MergeReport(events, matched, reversedRaw, reversed, beyond, impossible, unmatched, ambiguous, shifted, largestShift);
    }
}
