package runbench.sync.live;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/**
 * Applies a filter to the events of one reader, in their order. With a time around matching events it holds the events
 * of that time back until they are near a match, or too old for one. Not thread-safe.
 *
 * @param <T> form of the events
 */
public final class FilterPass<T> {
    /** Maximum number of events that are held; the oldest of more are not shown, even if they are near a match. */
    static final int MAX_HELD_EVENTS = 1 << 15;

    private final EventFilter filter;
    private final OriginSource origin;
    private final Deque<Held<T>> held = new ArrayDeque<>();
    private boolean hasOrigin;
    private long originNanos;
    private long shownUntil = Long.MIN_VALUE;

    /** Supplies the shown time of the log's first event, ns; empty: there is none yet. */
    @FunctionalInterface
    public interface OriginSource {
        OptionalLong nanos() throws IOException;
    }

    /**
     * Receives the selected events.
     *
     * @param <T> form of the events
     */
    @FunctionalInterface
    public interface Selected<T> {
        void event(T event) throws IOException;
    }

    private record Held<T>(long number, long nanos, T event) {}

    /**
     * Creates a pass.
     *
     * @param filter the filter
     * @param origin origin of the filter's times; read once
     */
    public FilterPass(EventFilter filter, OriginSource origin) {
        this.filter = filter;
        this.origin = origin;
    }

    /**
     * Adds the next event.
     *
     * @param e the event
     * @param event the event in the form for the receiver, which is kept
     * @param to receives this event and the held ones before it, if they are selected
     */
    public void add(LiveEvent e, T event, Selected<T> to) throws IOException {
        if (!isInTime(e.shownNanos())) {
            return;
        }
        long around = filter.aroundNanos();
        long now = e.shownNanos();
        boolean isMatch = filter.matches(e);
        if (around == 0) {
            if (isMatch) {
                to.event(event);
            }
            return;
        }
        while (!held.isEmpty() && (held.size() >= MAX_HELD_EVENTS || now - held.peek().nanos() > around)) {
            held.remove();
        }
        if (isMatch) {
            for (Held<T> before = held.poll(); before != null; before = held.poll()) {
                to.event(before.event());
            }
            shownUntil = Math.max(shownUntil, now + around);
            to.event(event);
        } else if (now <= shownUntil) {
            to.event(event);
        } else {
            held.add(new Held<>(e.number(), now, event));
        }
    }

    private boolean isInTime(long shownNanos) throws IOException {
        if (filter.time().equals(EventFilter.TimeRange.ALL)) {
            return true;
        }
        if (!hasOrigin) {
            originNanos = origin.nanos().orElse(shownNanos);
            hasOrigin = true;
        }
        return filter.time().contains(shownNanos - originNanos);
    }

    /**
     * Returns the number of the first held event, which a reader that continues later needs again.
     *
     * @param next result if none is held
     */
    public long firstHeld(long next) {
        return held.isEmpty() ? next : held.peek().number();
    }
}
