package runbench.sync.eventlog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.LogMerge.LogEntry;
import runbench.sync.eventlog.LogMerge.LogSource;
import runbench.sync.eventlog.LogType.LogKind;

/**
 * The regions and states of a log. Spans with ids are none of them: they overlap, and have no thread.
 *
 * @param spans regions and states by their begin
 * @param points number of events that are neither begin nor end
 * @param endsWithout number of ends without a begin
 */
public record LogSpans(List<LogSpan> spans, long points, long endsWithout) {
    /**
     * Reads all files of a log; they must be of one host.
     *
     * @throws UncheckedIOException a file cannot be read
     */
    public static LogSpans of(LogFolder log) {
        Matching matching = new Matching();
        List<LogSource> sources = log.files()
                .stream()
                .map(f -> new LogSource(f, Timeline.IDENTITY, f.host(), f.host()))
                .toList();
        try {
            LogMerge.inOrder(sources, matching);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return matching.result();
    }

    /** An open region or state with its index among the spans. */
    private record Opened(LogType type, int pid, int tid, int index, long from, String comment) {}

    private static final class Matching implements LogMerge.EventConsumer {
        private final Map<Long, Deque<Opened>> regions = new HashMap<>();
        private final Map<Integer, Deque<Opened>> states = new HashMap<>();
        private final Map<Integer, Long> lastOf = new HashMap<>();
        private final List<LogSpan> spans = new ArrayList<>();
        private long points;
        private long endsWithout;

        @Override
        public void event(LogEntry e) {
            LogCursor c = e.cursor();
            int pid = e.source().file().pid();
            lastOf.put(pid, c.timeNanos());
            LogType type = c.type();
            boolean state = type.kind() == LogKind.STATE;
            if (c.what().isOfSpan(c.id())) {
                return;
            }
            switch (c.what()) {
                case BEGIN -> {
                    Deque<Opened> open = state ? states.computeIfAbsent(pid, p -> new ArrayDeque<>())
                            : regions.computeIfAbsent(thread(pid, c.tid()), t -> new ArrayDeque<>());
                    open.push(new Opened(type, pid, c.tid(), spans.size(), c.timeNanos(), c.comment()));
                    spans.add(null);
                }
                case END ->
                    end(state ? states.get(pid) : regions.get(thread(pid, c.tid())), type, c.timeNanos(), state);
                default -> points++;
            }
        }

        private static long thread(int pid, int tid) {
            return (long) pid << Integer.SIZE | Integer.toUnsignedLong(tid);
        }

        /** Ends a span. Open regions within it end with it. */
        private void end(Deque<Opened> open, LogType type, long at, boolean state) {
            if (open == null || open.stream().noneMatch(o -> o.type().equals(type))) {
                endsWithout++;
                return;
            }
            for (Iterator<Opened> i = open.iterator(); i.hasNext();) {
                Opened o = i.next();
                boolean found = o.type().equals(type);
                if (found || !state) {
                    i.remove();
                    close(o, at, state ? 0 : open.size(), found);
                }
                if (found) {
                    return;
                }
            }
        }

        private void close(Opened o, long at, int depth, boolean ended) {
            spans.set(o.index(), new LogSpan(o.type(), o.pid(), o.tid(), o.from(), at, depth, ended, o.comment()));
        }

        LogSpans result() {
            for (Deque<Opened> open : regions.values()) {
                while (!open.isEmpty()) {
                    Opened o = open.pop();
                    close(o, lastOf.get(o.pid()), open.size(), false);
                }
            }
            states.values().forEach(open -> open.forEach(o -> close(o, lastOf.get(o.pid()), 0, false)));
            return new LogSpans(List.copyOf(spans), points, endsWithout);
        }
    }

    /**
     * A region or state from its begin to its end.
     *
     * @param type type of the events
     * @param pid process
     * @param tid thread that began it
     * @param fromNanos begin, CLOCK_MONOTONIC of its host, ns
     * @param toNanos end, ns; without an end event: the last event of the process, or the end of the enclosing region
     * @param depth number of enclosing regions of the thread
     * @param ended whether the log contains the end event
     * @param comment comment of the begin event; may be empty
     */
    public record LogSpan(LogType type, int pid, int tid, long fromNanos, long toNanos, int depth, boolean ended,
            String comment) {
        public long nanos() {
            return toNanos - fromNanos;
        }
    }
}
