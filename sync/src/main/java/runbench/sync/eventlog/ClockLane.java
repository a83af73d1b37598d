package runbench.sync.eventlog;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The files that one clock stamped, as one sequence in the order of its stamps. */
final class ClockLane implements Comparable<ClockLane>, AutoCloseable {
    /** One file and the event that it is at. */
    private record Reader(LogSource source, LogCursor cursor, int index) {
    }

    private final int number;
    private final PriorityQueue<Reader> readers = new PriorityQueue<>(Comparator.<Reader>comparingLong(r -> r.cursor().timeNanos())
            .thenComparingInt(Reader::index));
    private final LogEntry head = new LogEntry();
    private long floor = Long.MIN_VALUE;

    ClockLane(int number, List<LogSource> sources) {
        this.number = number;
        for (int i = 0; i < sources.size(); i++) {
            Reader reader = new Reader(sources.get(i), sources.get(i).file().cursor(), i);
            if (reader.cursor().advance()) {
                readers.add(reader);
            } else {
                reader.cursor().close();
            }
        }
        stand();
    }

    private void stand() {
        if (!readers.isEmpty()) {
            Reader first = readers.peek();
            head.set(first.source(), first.cursor(), floor);
        }
    }

    boolean ended() {
        return readers.isEmpty();
    }

    int number() {
        return number;
    }

    /** Where it is now; not where it has ended. */
    LogEntry head() {
        return head;
    }

    /** The event at its head, and all behind it, come no earlier than this. */
    void notBefore(long refNanos) {
        floor = Math.max(floor, refNanos);
        stand();
    }

    /** What was shown is passed by nothing that this clock stamped later. */
    void shown() {
        floor = Math.max(floor, head.shownNanos());
    }

    void next() {
        Reader first = readers.poll();
        if (first.cursor().advance()) {
            readers.add(first);
        } else {
            first.cursor().close();
        }
        stand();
    }

    @Override
    public int compareTo(ClockLane other) {
        int byTime = Long.compare(head.shownNanos(), other.head.shownNanos());
        return byTime != 0 ? byTime : Integer.compare(number, other.number);
    }

    @Override
    public void close() {
        readers.forEach(r -> r.cursor().close());
    }
}
