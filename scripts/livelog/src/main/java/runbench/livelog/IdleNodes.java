package runbench.livelog;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Wakes idle nodes when events of another node arrive. A relay without events reports rarely, and the events of a busy
 * node wait for its report. A log without events causes no requests. Thread-safe.
 */
final class IdleNodes {
    /** Time for which a relay reports often after its last event, ns; native/relay/main.c, ACTIVE_NS. */
    private static final long ACTIVE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Time between two requests; a relay reports often for twice this time after one. */
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final LongSupplier clock;
    private final Map<String, Idle> nodes = new ConcurrentHashMap<>();

    /** The times of a node, ns. */
    private static final class Idle {
        private final Runnable wake;
        private long lastEvent;
        private long lastRequest;

        Idle(Runnable wake, long longAgo) {
            this.wake = wake;
            lastEvent = longAgo;
            lastRequest = longAgo;
        }

        private synchronized void active(long now) {
            lastEvent = now;
        }

        private synchronized boolean takeRequest(long now) {
            boolean due = now - lastEvent >= ACTIVE_NANOS && now - lastRequest >= AGAIN_NANOS;
            lastRequest = due ? now : lastRequest;
            return due;
        }
    }

    /** @param clock a monotonic time, ns */
    IdleNodes(LongSupplier clock) {
        this.clock = clock;
    }

    /** @param wake requests frequent reports of the node; does not block */
    void add(String node, Runnable wake) {
        nodes.put(node, new Idle(wake, clock.getAsLong() - ACTIVE_NANOS));
    }

    /** Reports that events of a node arrived. */
    void arrived(String node) {
        long now = clock.getAsLong();
        Idle busy = nodes.get(node);
        busy.active(now);
        nodes.values().stream().filter(n -> n != busy && n.takeRequest(now)).forEach(n -> n.wake.run());
    }
}
