package runbench.livelog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.home.HostName;
import runbench.base.timeline.Timeline;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.LiveEvent;
import runbench.sync.live.LiveLine;
import runbench.sync.live.OrderCounts;
import runbench.sync.model.ModelFile;
import runbench.sync.session.MeasurementRun;
import runbench.sync.window.Node;
import runbench.sync.window.Programs;

/**
 * The receiver of a live log: starts all servers at once, takes their events in at any time, puts them into order and keeps them. Made
 * for one run; a second one of the same store goes on where a killed one stopped.
 */
public final class LogRun implements AutoCloseable {
    private static final long READY_MILLIS = 20_000;
    private static final long STOP_MILLIS = 7_000;
    private static final long LAST_MILLIS = 2_000;
    private static final int READ_AT_ONCE = 4096;

    private final LogStore store;
    private final LogObserver observer;
    private final boolean again;
    private final EmittedLog emitted;
    private final LiveFeed feed;
    private final LiveClocks clocks;
    private final List<RelayLink> links = new ArrayList<>();
    private final List<NodeFiles> files = new ArrayList<>();
    private final Map<String, ServerEnd> ends = new ConcurrentHashMap<>();
    private LogRecord record;
    private boolean stopping;
    private IOException storeFailure;

    private LogRun(LogStore store, LogRecord record, MeasurementRun.Schedule schedule, LogObserver observer, boolean again) throws IOException {
        this.store = store;
        this.record = record;
        this.observer = observer;
        this.again = again;
        ends.putAll(record.ends());
        emitted = EmittedLog.append(store.emitted());
        feed = new LiveFeed(emitted, record.request().holdNanos(), this::storeFailed);
        clocks = record.request().measured() ? new LiveClocks(store, record.request(), record.reference(), schedule, observer, feed::timeline) : null;
        String relay = Programs.path("runbench-relay").toString();
        for (Node node : record.request().nodes()) {
            NodeIntake intake = new NodeIntake(node.name(), feed::arrived, what -> observer.problem(node.name(), what));
            NodeFiles of = new NodeFiles(store.node(node.name()), intake::bytes);
            files.add(of);
            links.add(new RelayLink(node, new RelayLink.RelayCommands(record.request(), record.id(), relay), of, new Heard()));
        }
    }

    /**
     * @param schedule when clocks may be measured while the servers run
     * @throws RunbenchException (bad input) the folder holds a log already
     */
    public static LogRun make(Path folder, LogRequest request, MeasurementRun.Schedule schedule, LogObserver observer) throws IOException {
        LogStore store = LogStore.make(folder);
        byte[] id = new byte[6];
        new SecureRandom().nextBytes(id);
        LogRecord record = new LogRecord(LogRecord.State.STARTING, HostName.inFiles(), HexFormat.of().formatHex(id),
                Instant.now().truncatedTo(ChronoUnit.MILLIS).toString(), request, Map.of());
        store.write(record);
        return new LogRun(store, record, schedule, observer, false);
    }

    /**
     * Goes on with the store of a receiver that was killed: its servers still run, or have left their last events on their nodes.
     *
     * @throws RunbenchException (bad input) no such log, or it was received to its end
     */
    public static LogRun resume(Path folder, MeasurementRun.Schedule schedule, LogObserver observer) throws IOException {
        LogStore store = new LogStore(folder);
        LogRecord record = store.read();
        if (record.state() != LogRecord.State.RUNNING || record.open().isEmpty()) {
            throw RunbenchException.badInput(folder + ": was " + (record.state() == LogRecord.State.STARTING ? "never started" : "received to its end ("
                    + record.state().word() + ")") + ": there is nothing to resume").remedy("runbench log show " + folder);
        }
        return new LogRun(store, record, schedule, observer, true);
    }

    /** What the links hear. */
    private final class Heard implements RelayLink.Listener {
        @Override
        public void frontier(String node, long clockNanos) {
            feed.frontier(node, clockNanos);
        }

        @Override
        public void ended(String node, ServerEnd end) {
            feed.ended(node);
            synchronized (LogRun.this) {
                ends.put(node, end);
                LogRun.this.notifyAll();
            }
            observer.ended(node, end);
        }

        @Override
        public void problem(String node, String what) {
            observer.problem(node, what);
        }

        @Override
        public void storeFailed(IOException why) {
            LogRun.this.storeFailed(why);
        }
    }

    private synchronized void storeFailed(IOException why) {
        storeFailure = storeFailure == null ? why : storeFailure;
        notifyAll();
    }

    public LogStore store() {
        return store;
    }

    /** The events in their order, for displays. */
    public EmittedLog events() {
        return emitted;
    }

    /** Of the servers that have ended, by node. */
    public Map<String, ServerEnd> ends() {
        return new LinkedHashMap<>(ends);
    }

    public OrderCounts counts() {
        return feed.counts();
    }

    /** Ends all servers; {@link #run} then ends too. */
    public synchronized void stop() {
        stopping = true;
        notifyAll();
    }

    /**
     * Runs to the end of all servers; an interrupt of this thread ends them.
     *
     * @throws RunbenchException a server cannot be started, the clocks cannot be measured, or the store is full
     */
    public LogOutcome run() throws IOException {
        boolean interrupted = false;
        try {
            begin();
            interrupted = awaitEnds();
        } catch (InterruptedException e) {
            interrupted = true;
            stopAll();
        } catch (RunbenchException | IOException e) {
            stopAll();
            throw e;
        }
        return end(interrupted);
    }

    private void begin() throws IOException, InterruptedException {
        for (Node node : record.request().nodes()) {
            boolean known = clocks != null && Files.exists(store.model(node.name()));
            feed.timeline(node.name(), known ? ModelFile.read(store.model(node.name())).timeline() : Timeline.IDENTITY);
        }
        if (again) {
            takeUp();
        }
        feed.start();
        List<RelayLink> open = links.stream().filter(l -> !ends.containsKey(l.node().name())).toList();
        open.forEach(l -> l.start(again));
        List<String> failures = new ArrayList<>();
        for (RelayLink link : again ? List.<RelayLink>of() : open) {
            String failure = link.awaitReady(READY_MILLIS);
            if (failure != null) {
                failures.add(failure);
            }
        }
        if (!failures.isEmpty()) {
            throw RunbenchException.machine("not every server can be started. " + String.join("\n  ", failures))
                    .remedy("Try the start command by hand on one node; --programs names the folder of runbench-relay there");
        }
        if (clocks != null) {
            clocks.begin();
        }
        record = record.in(LogRecord.State.RUNNING, ends);
        store.write(record);
        if (!again) {
            open.forEach(RelayLink::go);
        }
        observer.started();
    }

    /** What was emitted before, then what the files have beyond it. */
    private void takeUp() throws IOException {
        for (long n = 1; n <= emitted.last(); n += READ_AT_ONCE) {
            for (String line : emitted.lines(n, READ_AT_ONCE)) {
                LiveEvent e = LiveLine.parse(line);
                feed.resume(e);
            }
        }
        for (NodeFiles of : files) {
            of.takeStored();
        }
        ends.keySet().forEach(feed::ended);
    }

    /** @return whether somebody asked for the end */
    private boolean awaitEnds() throws InterruptedException {
        synchronized (this) {
            while (ends.size() < links.size() && !stopping && storeFailure == null) {
                wait(1000);
            }
            if (storeFailure == null && !stopping) {
                return false;
            }
        }
        if (storeFailure != null) {
            throw full();
        }
        stopAll();
        return true;
    }

    private RunbenchException full() {
        links.forEach(RelayLink::detach);
        return RunbenchException.machine(store.path() + ": what came cannot be kept: " + storeFailure.getMessage()
                + "; what was kept is there, the servers go on, and their events wait on their nodes")
                .remedy("make room, then: runbench log run --resume " + store.path()).causedBy(storeFailure);
    }

    private void stopAll() {
        Thread.interrupted();
        links.forEach(RelayLink::stop);
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STOP_MILLIS);
        synchronized (this) {
            try {
                for (long left = STOP_MILLIS; left > 0 && ends.size() < links.size(); left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())) {
                    wait(left);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private LogOutcome end(boolean interrupted) throws IOException {
        feed.close();
        emitted.finish();
        if (clocks != null && !interrupted) {
            closeClocks();
        }
        boolean well = ends.size() == links.size() && ends.values().stream().allMatch(ServerEnd::well);
        record = record.in(interrupted ? LogRecord.State.INTERRUPTED : well ? LogRecord.State.FINISHED : LogRecord.State.FAILED, ends);
        store.write(record);
        merge();
        links.forEach(RelayLink::done);
        for (RelayLink link : links) {
            try {
                link.awaitGone(LAST_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        ExitCode code = interrupted ? ExitCode.INTERRUPTED : well ? ExitCode.OK : ExitCode.BENCHMARK_FAILED;
        return new LogOutcome(store, code, ends(), emitted.last(), feed.counts(), links.stream().mapToLong(RelayLink::refused).sum());
    }

    /** The order in which events were emitted remains, whatever comes of this. */
    private void merge() {
        try {
            StoredLog.merge(store, observer.progress("merging", " events"));
        } catch (RunbenchException | IOException e) {
            observer.problem(null, "the events could not be merged: " + e.getMessage() + "; try again: runbench log merge " + store.path());
        }
    }

    /** What was measured before is good enough to go on with. */
    private void closeClocks() throws IOException {
        try {
            clocks.end();
        } catch (RunbenchException e) {
            observer.problem(null, "the clocks could not be measured at the end: " + e.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        if (clocks != null) {
            clocks.close();
        }
        links.forEach(RelayLink::detach);
        for (NodeFiles of : files) {
            of.close();
        }
        emitted.close();
    }
}
