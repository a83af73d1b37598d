package runbench.sync.eventlog;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The events of all files that one clock stamped, in the order of their stamps. */
final class ClockLane implements AutoCloseable {
    /** One file and its current event. */
    private record Reader(LogSource source, LogCursor cursor, int index) {}

    /** Process and thread break ties, as they do in the growing log. */
    private static final Comparator<Reader> BY_STAMP = Comparator.<Reader>comparingLong(r -> r.cursor().timeNanos())
            .thenComparingInt(r -> r.source().file().pid())
            .thenComparingInt(r -> r.cursor().tid())
            .thenComparingInt(Reader::index);

    private final PriorityQueue<Reader> others = new PriorityQueue<>(BY_STAMP);
    private Reader first;

    ClockLane(List<LogSource> sources) {
        for (int i = 0; i < sources.size(); i++) {
            queue(new Reader(sources.get(i), sources.get(i).file().cursor(), i));
        }
    }

    private void queue(Reader reader) {
        if (reader.cursor().advance()) {
            others.add(reader);
        } else {
            reader.cursor().close();
        }
    }

    /**
     * Moves to the next event, initially to the first.
     *
     * @return false after the last event
     */
    boolean advance() {
        if (first != null && others.isEmpty()) {
            if (first.cursor().advance()) {
                return true;
            }
            first.cursor().close();
            first = null;
            return false;
        }
        if (first != null) {
            queue(first);
        }
        first = others.poll();
        return first != null;
    }

    LogSource source() {
        return first.source();
    }

    LogCursor cursor() {
        return first.cursor();
    }

    @Override
    public void close() {
        if (first != null) {
            first.cursor().close();
        }
        others.forEach(r -> r.cursor().close());
    }
}
