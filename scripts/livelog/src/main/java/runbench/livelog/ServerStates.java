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
import runbench.livelog.display.NodeState;

/** The states of the servers of a run. The threads of the connections update them; the thread of the run waits. */
final class ServerStates implements RelayLink.Listener {
    private final List<String> nodes;
    private final LiveFeed feed;
    private final MachineLog machines;
    private final LogObserver observer;
    private final Map<String, ServerEnd> ends = new LinkedHashMap<>();
    private final Set<String> disconnected = new TreeSet<>();
    private final Map<String, Long> realtimeMinusClock = new HashMap<>();
    private boolean isStopping;
    private IOException storeFailure;
    private Throwable failure;

    /** @param known ends of servers that ended before */
    ServerStates(List<String> nodes, Map<String, ServerEnd> known, LiveFeed feed, MachineLog machines,
            LogObserver observer) {
        this.nodes = nodes;
        this.machines = machines;
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
    public void disconnected(String node, String why) {
        synchronized (this) {
            disconnected.add(node);
        }
        // The order does not wait for its events: they are late when they arrive.
        feed.ended(node);
        observer.problem(node, "the connection broke (" + why + "); trying again");
    }

    @Override
    public synchronized void connected(String node, long realtimeMinusClockNanos) {
        disconnected.remove(node);
        realtimeMinusClock.put(node, realtimeMinusClockNanos);
    }

    /** Returns CLOCK_REALTIME - CLOCK_MONOTONIC of a node at its last connection, ns; empty: never connected. */
    synchronized Optional<Long> realtimeMinusClockNanos(String node) {
        return Optional.ofNullable(realtimeMinusClock.get(node));
    }

    @Override
    public void state(String node, NodeState state) throws IOException {
        machines.add(node, state, LiveFeed.now(), feed.timeNow(node).maxErrorNanos());
    }

    @Override
    public void problem(String node, String problem) {
        observer.problem(node, problem);
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

    /** Ends the run after a defect. */
    synchronized void failed(Throwable why) {
        failure = failure == null ? why : failure;
        notifyAll();
    }

    /** Returns the defect that ends the run, or null. */
    synchronized Throwable failure() {
        return failure;
    }

    /** Requests the end of the run. */
    synchronized void stop() {
        isStopping = true;
        notifyAll();
    }

    /** Returns the ends of the ended servers, by node. */
    synchronized Map<String, ServerEnd> ends() {
        return new LinkedHashMap<>(ends);
    }

    /** Returns whether the connection to a node is broken. */
    synchronized boolean isDisconnected(String node) {
        return disconnected.contains(node);
    }

    /** Returns the reason why events cannot be stored, or null. */
    synchronized IOException storeFailure() {
        return storeFailure;
    }

    synchronized boolean isEnded() {
        return ends.size() == nodes.size();
    }

    /** Returns whether all servers ended successfully. */
    synchronized boolean isSuccess() {
        return isEnded() && ends.values().stream().allMatch(ServerEnd::isSuccess);
    }

    /**
     * Waits until all servers have ended, {@link #stop} is called, or a failure ends the run.
     *
     * @param meanwhile called twice a second
     * @return whether {@link #stop} was called
     */
    synchronized boolean await(Runnable meanwhile) throws InterruptedException {
        while (!isEnded() && !isStopping && storeFailure == null && failure == null) {
            wait(500);
            meanwhile.run();
        }
        return isStopping;
    }

    /** Waits until all servers have ended, at most for the given time. */
    synchronized void awaitAll(long millis) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = millis; left > 0
                && !isEnded(); left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())) {
            wait(left);
        }
    }
}
