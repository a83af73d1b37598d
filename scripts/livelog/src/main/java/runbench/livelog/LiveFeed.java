package runbench.livelog;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import runbench.base.process.WatchedThread;
import runbench.base.timeline.Timeline;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.LiveEvent;
import runbench.sync.live.LiveOrder;
import runbench.sync.live.LiveOrder.Arrival;
import runbench.sync.live.LiveOrder.OrderCounts;

/**
 * What comes from all nodes goes through the order into the file that displays follow. Any thread may hand it
 * something.
 */
final class LiveFeed implements AutoCloseable {
    private static final long TURN_MILLIS = 5;

    private final LiveOrder order;
    private final EmittedLog emitted;
    private final Consumer<Throwable> failed;
    private WatchedThread thread;
    private final Map<Arrival, Integer> known = new HashMap<>();
    private final Map<String, Timeline> timelines = new HashMap<>();
    private final Map<String, Counted> counted = new HashMap<>();
    private final Map<String, ClockWatch> watches = new HashMap<>();
    private final BiConsumer<String, Long> stepped;
    private boolean come;
    private boolean closing;

    /**
     * @param failed receives an {@link IOException} where the file cannot be written any more, and any other failure of
     *     the thread
     * @param stepped receives a node and the smallest size of the step, ns, when the node's clock stepped
     */
    LiveFeed(EmittedLog emitted, long holdNanos, Consumer<Throwable> failed, BiConsumer<String, Long> stepped) {
        order = new LiveOrder(holdNanos);
        this.emitted = emitted;
        this.failed = failed;
        this.stepped = stepped;
    }

    /** The reference's time: CLOCK_MONOTONIC, which Java's own is on Linux. */
    static long now() {
        return System.nanoTime();
    }

    /** What the file has from before; then {@link #arrived} passes over these once. */
    synchronized void resume(LiveEvent e) {
        order.resume(e);
        count(e);
        known.merge(arrival(e), 1, Integer::sum);
    }

    private static Arrival arrival(LiveEvent e) {
        return new Arrival(e.node(), e.pid(), e.tid(), e.clockNanos(), e.wallNanos(), e.type(), e.what(), e.id(),
                e.comment());
    }

    void start() {
        thread = WatchedThread.start("live order", this::emitAll, failed);
    }

    /** Events of a node that were emitted. */
    record Counted(long events, long late) {
        private Counted and(LiveEvent e) {
            return new Counted(events + 1, late + (e.late() ? 1 : 0));
        }
    }

    synchronized Counted counted(String node) {
        return counted.getOrDefault(node, new Counted(0, 0));
    }

    private void count(LiveEvent e) {
        counted.put(e.node(), counted(e.node()).and(e));
    }

    /** How a node's clock is known now. */
    synchronized Timeline timelineOf(String node) {
        return timelines.getOrDefault(node, Timeline.IDENTITY);
    }

    synchronized void timeline(String node, Timeline timeline) {
        timelines.put(node, timeline);
        order.timeline(node, timeline);
    }

    synchronized void arrived(List<Arrival> events) {
        for (Arrival a : events) {
            if (known.isEmpty() || !seen(a)) {
                order.arrived(a);
            }
        }
    }

    private boolean seen(Arrival a) {
        boolean seen = known.containsKey(a);
        known.computeIfPresent(a, (event, times) -> times > 1 ? times - 1 : null);
        return seen;
    }

    /** A node's frontier is its heartbeat too: it has its clock's time. */
    void frontier(String node, long clockNanos) {
        Optional<ClockWatch.Step> step;
        synchronized (this) {
            step = watches.computeIfAbsent(node, name -> new ClockWatch())
                    .heartbeat(clockNanos, now(), timelineOf(node));
            step.ifPresent(s -> timeline(node, s.timeline()));
            order.frontier(node, clockNanos);
            come = true;
            notifyAll();
        }
        step.ifPresent(s -> stepped.accept(node, s.nanos()));
    }

    synchronized void ended(String node) {
        order.ended(node);
        come = true;
        notifyAll();
    }

    synchronized OrderCounts counts() {
        return order.counts();
    }

    private void emitAll() throws IOException, InterruptedException {
        for (List<LiveEvent> events = next(); events != null; events = next()) {
            emitted.add(events);
        }
    }

    /** null: there is nothing more. */
    private synchronized List<LiveEvent> next() throws InterruptedException {
        if (!come && !closing) {
            wait(TURN_MILLIS);
        }
        come = false;
        if (closing) {
            List<LiveEvent> rest = order.emitAll();
            rest.forEach(this::count);
            return rest.isEmpty() ? null : rest;
        }
        List<LiveEvent> events = order.emit(now());
        events.forEach(this::count);
        return events;
    }

    /** Emits what is held. */
    @Override
    public void close() {
        synchronized (this) {
            closing = true;
            notifyAll();
        }
        try {
            if (thread == null) {
                return;
            }
            thread.join(TimeUnit.SECONDS.toMillis(30));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
