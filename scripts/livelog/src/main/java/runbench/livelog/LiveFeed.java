package runbench.livelog;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import runbench.base.process.WatchedThread;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.Timeline;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.LiveEvent;
import runbench.sync.live.LiveOrder;
import runbench.sync.live.LiveOrder.Arrival;
import runbench.sync.live.LiveOrder.OrderCounts;

/**
 * The path of events from all nodes through the order into the file that displays read. Thread-safe.
 */
final class LiveFeed implements AutoCloseable {
    private static final long TURN_MILLIS = 5;
    /** Pause after events were emitted: each emission wakes every display, which costs more than the wait. */
    private static final long EMISSION_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    /** Longest regular time between two turns; a longer one is a pause of this process, not of the nodes. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final LongSupplier clock;
    private final LiveOrder order;
    private final EmittedLog emitted;
    private final Consumer<Throwable> failed;
    private WatchedThread thread;
    private final Map<Arrival, Integer> known = new HashMap<>();
    private final Map<String, Timeline> timelines = new HashMap<>();
    private final Map<String, Counted> counted = new HashMap<>();
    private final Map<String, ClockWatch> watches = new HashMap<>();
    private final BiConsumer<String, Long> stepped;
    private boolean hasNews;
    private boolean isClosing;
    private long lastTurn = Long.MAX_VALUE;

    /**
     * @param failed receives an {@link IOException} where the file cannot be written any more, and any other failure of
     *     the thread
     * @param stepped receives a node and the smallest size of the step, ns, when the node's clock stepped
     */
    LiveFeed(EmittedLog emitted, long holdNanos, Consumer<Throwable> failed, BiConsumer<String, Long> stepped) {
        this(emitted, holdNanos, failed, stepped, LiveFeed::now);
    }

    /** @param clock time of the reference, ns */
    LiveFeed(EmittedLog emitted, long holdNanos, Consumer<Throwable> failed, BiConsumer<String, Long> stepped,
            LongSupplier clock) {
        this.clock = clock;
        order = new LiveOrder(holdNanos);
        this.emitted = emitted;
        this.failed = failed;
        this.stepped = stepped;
    }

    /** Returns the time of the reference, ns: CLOCK_MONOTONIC, which System.nanoTime is on Linux. */
    static long now() {
        return System.nanoTime();
    }

    /** Registers an event that the file holds already. {@link #arrived} skips it once. */
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

    /**
     * The numbers of emitted events of a node.
     *
     * @param events all events
     * @param late events that were emitted after a later one
     */
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

    /** Returns the current clock model of a node. */
    synchronized Timeline timelineOf(String node) {
        return timelines.getOrDefault(node, Timeline.IDENTITY);
    }

    /**
     * The time of a node's clock now.
     *
     * @param refNanos time of the reference, ns
     * @param stamp what the node's clock shows at that time, ns
     * @param at the certainty of a current event's time
     */
    record TimeNow(long refNanos, long stamp, PlacedStamp at) {
        /** Returns the maximum error of a current event's time, ns. */
        double maxErrorNanos() {
            return Math.max(Math.abs(at.loNanos()), Math.abs(at.hiNanos()));
        }
    }

    /** Returns the time of a node's clock now. */
    TimeNow timeNow(String node) {
        Timeline timeline = timelineOf(node);
        PlacedStamp at = new PlacedStamp();
        long refNow = now();
        long stamp = timeline.stampAt(refNow);
        timeline.locate(stamp, at);
        return new TimeNow(refNow, stamp, at);
    }

    /** Returns whether a node has been silent for so long that no event waits for it. */
    synchronized boolean isSilent(String node) {
        return order.isSilent(node, clock.getAsLong());
    }

    synchronized void timeline(String node, Timeline timeline) {
        timelines.put(node, timeline);
        order.timeline(node, timeline);
    }

    synchronized void arrived(List<Arrival> events) {
        for (Arrival a : events) {
            if (known.isEmpty() || !takeKnown(a)) {
                order.arrived(a);
            }
        }
    }

    private boolean takeKnown(Arrival a) {
        Arrival key = a.plain();
        boolean isKnown = known.containsKey(key);
        known.computeIfPresent(key, (event, times) -> times > 1 ? times - 1 : null);
        return isKnown;
    }

    /** Receives the frontier of a node. It is a heartbeat too: it holds the current time of the node's clock. */
    void frontier(String node, long clockNanos) {
        Optional<ClockWatch.Step> step;
        synchronized (this) {
            step = watches.computeIfAbsent(node, name -> new ClockWatch())
                    .heartbeat(clockNanos, clock.getAsLong(), timelineOf(node));
            step.ifPresent(s -> timeline(node, s.timeline()));
            order.frontier(node, clockNanos);
            hasNews = true;
            notifyAll();
        }
        step.ifPresent(s -> stepped.accept(node, s.nanos()));
    }

    synchronized void ended(String node) {
        order.ended(node);
        hasNews = true;
        notifyAll();
    }

    synchronized OrderCounts counts() {
        return order.counts();
    }

    private void emitAll() throws IOException, InterruptedException {
        for (List<LiveEvent> events = next(); events != null; events = next()) {
            emitted.add(events);
            if (!events.isEmpty()) {
                LockSupport.parkNanos(EMISSION_PAUSE_NANOS);
            }
        }
    }

    /** Returns the next events, which may be none; null after the last ones. */
    @SuppressWarnings("WaitNotInLoop") // a spurious wakeup only shortens the turn
    private synchronized List<LiveEvent> next() throws InterruptedException {
        if (!hasNews && !isClosing) {
            wait(TURN_MILLIS);
        }
        hasNews = false;
        if (isClosing) {
            List<LiveEvent> rest = order.emitAll();
            rest.forEach(this::count);
            return rest.isEmpty() ? null : rest;
        }
        return ready();
    }

    /** Returns and counts the events that wait for no earlier event any more. */
    synchronized List<LiveEvent> ready() {
        long now = clock.getAsLong();
        if (thread != null && now - lastTurn > PAUSE_NANOS && lastTurn != Long.MAX_VALUE) {
            order.paused(now - lastTurn);
        }
        lastTurn = now;
        List<LiveEvent> events = order.emit(now);
        events.forEach(this::count);
        return events;
    }

    /** Emits all events that are still waiting. */
    @Override
    public void close() {
        synchronized (this) {
            isClosing = true;
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
