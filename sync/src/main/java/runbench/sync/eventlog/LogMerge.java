package runbench.sync.eventlog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import runbench.base.progress.Progress;

/**
 * The events of many files in one order. Within the files of one clock that of the stamps; between clocks that of the reference's
 * time, then of the clocks as they were given, then of the files. The same data always come in the same order, and memory
 * grows with the messages only.
 */
public final class LogMerge {
    private static final int SHOW_EVERY = 1 << 14;

    /** Is shown every event once. */
    @FunctionalInterface
    public interface Visitor {
        void event(LogEntry entry);
    }

    private final List<ClockLane> lanes = new ArrayList<>();
    private final Visitor visitor;
    private final Progress progress;
    private final long all;
    private long events;
    private long shifted;
    private long largestShift;

    private LogMerge(List<LogSource> sources, Visitor visitor, Progress progress) {
        Map<String, List<LogSource>> byClock = new LinkedHashMap<>();
        sources.forEach(s -> byClock.computeIfAbsent(s.clock(), c -> new ArrayList<>()).add(s));
        byClock.values().forEach(of -> lanes.add(new ClockLane(lanes.size(), of)));
        this.visitor = visitor;
        this.progress = progress;
        all = sources.stream().mapToLong(s -> s.file().events()).sum();
    }

    /** By their times alone: receives may come before their sends. */
    public static void inOrder(List<LogSource> sources, Visitor visitor) {
        new LogMerge(sources, visitor, Progress.NONE).run(null);
    }

    /**
     * By their times, and no receive before its send: where the clocks say otherwise, the receive is moved to just behind its send,
     * and what its clock stamped later stays behind it (a controlled logical clock, forwards).
     */
    public static MergeReport causal(List<LogSource> sources, Visitor visitor, Progress progress) {
        Sends sends = Sends.of(sources);
        return new LogMerge(sources, visitor, progress).run(sends);
    }

    /** @param sends null where messages do not matter */
    private MergeReport run(Sends sends) {
        PriorityQueue<ClockLane> ready = new PriorityQueue<>();
        Map<Long, List<ClockLane>> waiting = new HashMap<>();
        try {
            lanes.forEach(lane -> place(lane, sends, ready, waiting));
            while (!ready.isEmpty() || !waiting.isEmpty()) {
                if (ready.isEmpty()) {
                    release(waiting, sends, ready);
                }
                ClockLane lane = ready.poll();
                LogEntry e = lane.head();
                show(e);
                lane.shown();
                if (sends != null && e.cursor().what() == LogWhat.SEND && sends.sent(e)) {
                    List<ClockLane> waited = waiting.remove(e.cursor().id());
                    if (waited != null) {
                        waited.forEach(w -> {
                            w.notBefore(sends.shownOf(w.head().cursor().id()) + 1);
                            ready.add(w);
                        });
                    }
                }
                lane.next();
                place(lane, sends, ready, waiting);
            }
        } finally {
            lanes.forEach(ClockLane::close);
        }
        return sends == null ? null : sends.report(events, shifted, largestShift);
    }

    private void show(LogEntry e) {
        events++;
        if (e.shiftNanos() > 0) {
            shifted++;
            largestShift = Math.max(largestShift, e.shiftNanos());
        }
        if (events % SHOW_EVERY == 0) {
            progress.at(events, all);
        }
        visitor.event(e);
    }

    private static void place(ClockLane lane, Sends sends, PriorityQueue<ClockLane> ready, Map<Long, List<ClockLane>> waiting) {
        if (lane.ended()) {
            return;
        }
        LogCursor c = lane.head().cursor();
        if (sends == null || c.what() != LogWhat.RECEIVE) {
            ready.add(lane);
            return;
        }
        switch (sends.received(lane.number(), lane.head())) {
            case FREE -> ready.add(lane);
            case SENT -> {
                lane.notBefore(sends.shownOf(c.id()) + 1);
                ready.add(lane);
            }
            case TO_COME -> waiting.computeIfAbsent(c.id(), id -> new ArrayList<>()).add(lane);
        }
    }

    /** All wait for each other: what comes first by its stamp goes on. */
    private static void release(Map<Long, List<ClockLane>> waiting, Sends sends, PriorityQueue<ClockLane> ready) {
        ClockLane first = waiting.values().stream().flatMap(Collection::stream).min(ClockLane::compareTo).orElseThrow();
        long id = first.head().cursor().id();
        List<ClockLane> same = waiting.get(id);
        same.remove(first);
        if (same.isEmpty()) {
            waiting.remove(id);
        }
        sends.givenUp();
        ready.add(first);
    }
}
