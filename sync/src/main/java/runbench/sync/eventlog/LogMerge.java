package runbench.sync.eventlog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import runbench.base.progress.Progress;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.ForwardClock.ForwardLane;

/**
 * Merges the events of many files into one order. Events of one clock are in the order of their stamps. Events of
 * different clocks are in the order of the reference's time, then of the clocks as given, then of process and thread.
 * Equal input gives equal order. Memory grows with the number of messages only.
 */
public final class LogMerge {
    /** Number of events that are held back, so that later shifts can move them too. */
    static final int MAX_HELD_EVENTS = 1 << 17;
    private static final int PROGRESS_INTERVAL = 1 << 14;

    /** Receives every event once. */
    @FunctionalInterface
    public interface EventConsumer {
        /** @throws IOException its output fails, which ends the merge */
        void event(LogEntry entry) throws IOException;
    }

    /** The events of one clock in the order of output, and the next one. */
    private static final class Shown {
        private final ClockLane events;
        private final ForwardLane placed;
        private final LogEntry entry = new LogEntry();
        private final int number;

        Shown(int number, List<LogSource> sources, ForwardLane placed) {
            this.number = number;
            events = new ClockLane(sources);
            this.placed = placed;
        }

        boolean advance() {
            if (!events.advance()) {
                return false;
            }
            entry.set(events.source(), events.cursor());
            return true;
        }

        long shownNanos() {
            return placed == null ? entry.shownNanos() : placed.firstShownNanos();
        }
    }

    private static final Comparator<Shown> IN_ORDER = Comparator.comparingLong(Shown::shownNanos)
            .thenComparingInt(s -> s.number);

    private final Map<String, List<LogSource>> byClock = new LinkedHashMap<>();
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final List<ForwardLane> placing = new ArrayList<>();
    private final List<Shown> showing = new ArrayList<>();
    private final EventConsumer consumer;
    private final Progress progress;
    private final long all;
    private long events;
    private long shifted;
    private long largestShift;

    private LogMerge(List<LogSource> sources, EventConsumer consumer, Progress progress) {
        for (LogSource s : sources) {
            numbers.putIfAbsent(s.clock(), numbers.size());
            byClock.computeIfAbsent(s.clock(), c -> new ArrayList<>()).add(s);
        }
        this.consumer = consumer;
        this.progress = progress;
        all = sources.stream().mapToLong(s -> s.file().events()).sum();
    }

    /** Merges by time only; receives may precede their sends. */
    public static void inOrder(List<LogSource> sources, EventConsumer consumer) throws IOException {
        LogMerge merge = new LogMerge(sources, consumer, Progress.NONE);
        try {
            merge.byClock.forEach((clock, of) -> merge.showing.add(new Shown(merge.numbers.get(clock), of, null)));
            merge.inOrder();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            merge.close();
        }
    }

    /**
     * Merges by time, with no receive before its send. Where the clocks contradict a message, the receive moves to just
     * after its send. The events around it move too, decreasingly with distance ({@link AmortisedShift}). No send moves
     * to or past its receive.
     */
    public static MergeReport causal(List<LogSource> sources, EventConsumer consumer, Progress progress)
            throws IOException {
        LogMerge merge = new LogMerge(sources, consumer, progress);
        try {
            merge.byClock.forEach((clock, of) -> {
                ForwardLane lane = new ForwardLane(merge.placing.size(), of);
                merge.placing.add(lane);
                merge.showing.add(new Shown(lane.number(), of, lane));
            });
            return merge.causal(Sends.of(sources, merge.numbers));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            merge.close();
        }
    }

    private void inOrder() throws IOException {
        PriorityQueue<Shown> ready = new PriorityQueue<>(IN_ORDER);
        showing.stream().filter(Shown::advance).forEach(ready::add);
        while (!ready.isEmpty()) {
            Shown next = ready.poll();
            show(next.entry);
            if (next.advance()) {
                ready.add(next);
            }
        }
    }

    private MergeReport causal(Sends sends) throws IOException {
        ForwardClock clock = new ForwardClock(placing, sends);
        int held = 0;
        while (clock.advance()) {
            if (++held > MAX_HELD_EVENTS) {
                held = show(held, MAX_HELD_EVENTS / 2);
            }
        }
        show(held, 0);
        return clock.report(events, shifted, largestShift);
    }

    /**
     * Shows the first of the placed events until {@code left} remain.
     *
     * @return number of events that remain
     */
    private int show(int held, int left) throws IOException {
        PriorityQueue<Shown> ready = new PriorityQueue<>(IN_ORDER);
        showing.stream().filter(s -> !s.placed.hasNothingToShow()).forEach(ready::add);
        int still = held;
        for (; still > left; still--) {
            Shown next = ready.poll();
            next.advance();
            next.entry.move(next.placed.firstShownNanos());
            show(next.entry);
            next.placed.showNext();
            if (!next.placed.hasNothingToShow()) {
                ready.add(next);
            }
        }
        return still;
    }

    private void show(LogEntry e) throws IOException {
        events++;
        if (e.shiftNanos() > 0) {
            shifted++;
            largestShift = Math.max(largestShift, e.shiftNanos());
        }
        if (events % PROGRESS_INTERVAL == 0) {
            progress.at(events, all);
        }
        consumer.event(e);
    }

    private void close() {
        placing.forEach(ForwardLane::close);
        showing.forEach(s -> s.events.close());
    }

    /**
     * A file of a log and the timeline of its stamps.
     *
     * @param file the file
     * @param timeline conversion from its host's CLOCK_MONOTONIC to the reference
     * @param clock name shared by files that one clock stamped; the order of their stamps is exact
     * @param node name of the node or rank, for display
     */
    public record LogSource(LogFile file, Timeline timeline, String clock, String node) {}

    /**
     * The result of a merge.
     *
     * @param events number of events
     * @param matched number of receives whose send is in the logs
     * @param reversedRaw number of matched receives before their send by the recorded stamps
     * @param reversed number of matched receives before their send in the reference's time
     * @param beyond number of reversed receives that no clock within its guaranteed interval explains
     * @param impossible number of receives before their send by one clock, or in a circle; they are not shifted
     * @param unmatched number of receives without a send
     * @param ambiguous number of ids that were sent more than once; they determine no order
     * @param shifted number of shifted events
     * @param largestShiftNs largest shift, ns
     */
    public record MergeReport(long events, long matched, long reversedRaw, long reversed, long beyond, long impossible,
            long unmatched, long ambiguous, long shifted, long largestShiftNs) {}

    /**
     * An event with its place in the order of all clocks. The object is reused for each event, so copy values to keep
     * them.
     */
    public static final class LogEntry {
        private final PlacedStamp at = new PlacedStamp();
        private LogSource source;
        private LogCursor cursor;
        private long shownNanos;

        /** Sets the event and places it by its clock's model. */
        void set(LogSource of, LogCursor event) {
            source = of;
            cursor = event;
            source.timeline().locate(cursor.timeNanos(), at);
            shownNanos = at.refNanos();
        }

        void move(long shown) {
            shownNanos = shown;
        }

        public LogSource source() {
            return source;
        }

        /** Returns the event itself. */
        public LogCursor cursor() {
            return cursor;
        }

        /** Returns the stamp in the reference's time, with its errors. */
        public PlacedStamp at() {
            return at;
        }

        /** Returns the shown time, ns of the reference: the time by the clock's model plus the shift. */
        public long shownNanos() {
            return shownNanos;
        }

        /** Returns the shift because of a message, ns; 0 if the event was not shifted. */
        public long shiftNanos() {
            return shownNanos - at.refNanos();
        }
    }

    /** The events of all files that one clock stamped, in the order of their stamps. */
    static final class ClockLane implements AutoCloseable {
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
}
