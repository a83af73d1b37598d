package runbench.livelog;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** What is known of the servers of a run, told by their links' threads and awaited by the run's. */
final class ServerStates implements RelayLink.Listener {
    private final List<String> nodes;
    private final LiveFeed feed;
    private final LogObserver observer;
    private final Map<String, ServerEnd> ends = new LinkedHashMap<>();
    private final Set<String> broken = new TreeSet<>();
    private final Map<String, Long> wall = new HashMap<>();
    private boolean stopping;
    private IOException storeFailure;
    private Throwable failure;

    /** @param known of servers that had ended before */
    ServerStates(List<String> nodes, Map<String, ServerEnd> known, LiveFeed feed, LogObserver observer) {
        this.nodes = nodes;
        this.feed = feed;
        this.observer = observer;
        ends.putAll(known);
    }

    @Override
    public void frontier(String node, long clockNanos) {
        feed.frontier(node, clockNanos);
    }

    @Override
    public void ended(String node, ServerEnd end) {
        feed.ended(node);
        synchronized (this) {
            ends.put(node, end);
            notifyAll();
        }
        observer.ended(node, end);
    }

    @Override
    public void broke(String node, String why) {
        synchronized (this) {
            broken.add(node);
        }
        // Nobody waits for what it may have: its events are late when they come.
        feed.ended(node);
        observer.problem(node, "the way to it broke (" + why + "); trying again");
    }

    @Override
    public synchronized void connected(String node, long realtimeMinusClockNanos) {
        broken.remove(node);
        wall.put(node, realtimeMinusClockNanos);
    }

    /** CLOCK_REALTIME - CLOCK_MONOTONIC of a node, ns, as it was when it was reached. */
    synchronized Optional<Long> realtimeMinusClockNanos(String node) {
        return Optional.ofNullable(wall.get(node));
    }

    @Override
    public void problem(String node, String what) {
        observer.problem(node, what);
    }

    @Override
    public synchronized void storeFailed(IOException why) {
        storeFailure = storeFailure == null ? why : storeFailure;
        notifyAll();
    }

    @Override
    public void failed(String node, Throwable why) {
        failed(why);
    }

    /** A thread of the run died of a defect: the run cannot go on. */
    synchronized void failed(Throwable why) {
        failure = failure == null ? why : failure;
        notifyAll();
    }

    /** Why the run cannot go on; null: it can. */
    synchronized Throwable failure() {
        return failure;
    }

    /** Somebody asked for the end. */
    synchronized void stop() {
        stopping = true;
        notifyAll();
    }

    synchronized Map<String, ServerEnd> ends() {
        return new LinkedHashMap<>(ends);
    }

    /** Nothing comes from there at the moment. */
    synchronized boolean isBroken(String node) {
        return broken.contains(node);
    }

    /** Why what comes cannot be kept; null: it can. */
    synchronized IOException storeFailure() {
        return storeFailure;
    }

    synchronized boolean allEnded() {
        return ends.size() == nodes.size();
    }

    synchronized boolean allWell() {
        return allEnded() && ends.values().stream().allMatch(ServerEnd::well);
    }

    /**
     * Waits for the end of all, or until it is asked for, or the store fails.
     *
     * @param meanwhile is done twice a second
     * @return whether it was asked for
     */
    synchronized boolean await(Runnable meanwhile) throws InterruptedException {
        while (!allEnded() && !stopping && storeFailure == null && failure == null) {
            wait(500);
            meanwhile.run();
        }
        return stopping;
    }

    /** Waits for the end of all. */
    synchronized void awaitAll(long millis) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = millis; left > 0
                && !allEnded(); left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())) {
            wait(left);
        }
    }
}
