package runbench.livelog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.file.FolderClaim;
import runbench.base.file.PrivateFile;
import runbench.base.home.HostName;
import runbench.base.process.WatchedThread;
import runbench.base.progress.Progress;
import runbench.base.timeline.Timeline;
import runbench.livelog.display.LogControl;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.LiveEvent;
import runbench.sync.live.LiveLine;
import runbench.sync.live.LiveOrder.OrderCounts;
import runbench.sync.model.ModelFile;
import runbench.sync.session.MeasurementRun;
import runbench.sync.window.Launcher.Programs;
import runbench.sync.window.Node;

/**
 * The receiver of a live log: starts all servers at once, takes their events in at any time, puts them into order and
 * keeps them. Made for one run; a second one of the same store goes on where a killed one stopped.
 */
public final class LogRun implements AutoCloseable {
    private static final long READY_MILLIS = 20_000;
    private static final long STOP_MILLIS = 7_000;
    private static final long LAST_MILLIS = 2_000;
    private static final int OPEN_END = -1;
    private static final int READ_AT_ONCE = 4096;

    private final LogStore store;
    private final FolderClaim claim;
    private final LogObserver observer;
    private final boolean again;
    private final EmittedLog emitted;
    private final LiveFeed feed;
    private final LiveClocks clocks;
    private final List<RelayLink> links = new ArrayList<>();
    private final List<NodeFiles> files = new ArrayList<>();
    private final ServerStates servers;
    private final Set<String> stepped = new ConcurrentSkipListSet<>();
    private volatile LogRecord record;

    private LogRun(LogStore store, FolderClaim claim, LogRecord record, MeasurementRun.Schedule schedule,
            LogObserver observer, boolean again) throws IOException {
        this.store = store;
        this.claim = claim;
        this.record = record;
        this.observer = observer;
        this.again = again;
        emitted = EmittedLog.append(store.emitted());
        feed = new LiveFeed(emitted, record.request().holdNanos(), this::feedFailed, this::stepped);
        servers = new ServerStates(record.request().nodes().stream().map(Node::name).toList(), record.ends(), feed,
                observer);
        clocks = record.request().measured()
                ? new LiveClocks(store, record.request(), record.reference(), schedule, observer, feed::timeline,
                        this::steppedBetweenWindows)
                : null;
        String relay = Programs.path("runbench-relay").toString();
        for (Node node : record.request().nodes()) {
            NodeIntake intake = new NodeIntake(node.name(), feed::arrived, what -> observer.problem(node.name(), what));
            NodeFiles of = new NodeFiles(store.node(node.name()), intake::bytes);
            files.add(of);
            links.add(
                    new RelayLink(node, new RelayCommands(record.request(), record.id(), relay), of, intake, servers));
        }
    }

    /**
     * @param schedule when clocks may be measured while the servers run
     * @throws RunbenchException (bad input) the folder holds a log already
     */
    public static LogRun make(Path folder, LogRequest request, MeasurementRun.Schedule schedule, LogObserver observer)
            throws IOException {
        PrivateFile.folder(folder);
        FolderClaim claim = FolderClaim.of(folder);
        LogStore store;
        try {
            store = LogStore.make(folder);
        } catch (RunbenchException e) {
            claim.close();
            throw e;
        }
        byte[] id = new byte[6];
        new SecureRandom().nextBytes(id);
        LogRecord record = new LogRecord(LogRecord.State.STARTING, HostName.inFiles(), HexFormat.of().formatHex(id),
                Instant.now().truncatedTo(ChronoUnit.MILLIS).toString(), request, Map.of());
        store.write(record);
        return new LogRun(store, claim, record, schedule, observer, false);
    }

    /**
     * Goes on with the store of a receiver that was killed: its servers still run, or have left their last events on
     * their nodes.
     *
     * @throws RunbenchException (bad input) no such log, or it was received to its end
     */
    public static LogRun resume(Path folder, MeasurementRun.Schedule schedule, LogObserver observer)
            throws IOException {
        LogStore store = new LogStore(folder);
        LogRecord record = store.read();
        if (record.state() != LogRecord.State.RUNNING || record.open().isEmpty()) {
            throw RunbenchException.badInput(folder + ": was "
                    + (record.state() == LogRecord.State.STARTING ? "never started"
                            : "received to its end (" + record.state().word() + ")")
                    + ": there is nothing to resume").remedy("runbench log show " + folder);
        }
        return new LogRun(store, FolderClaim.of(folder), record, schedule, observer, true);
    }

    public LogStore store() {
        return store;
    }

    /** The events in their order, for displays. */
    public EmittedLog events() {
        return emitted;
    }

    /** What displays may know of it, and do to it. */
    public LogControl control() {
        return new LiveControl(() -> record, servers, feed, clocks);
    }

    private void stepped(String node, long nanos) {
        stepped.add(node);
        observer.problem(node, String.format(Locale.ROOT,
                "its clock stepped by at least %+.6f s: a heartbeat of it contradicts the clock here. %s", nanos / 1e9,
                clocks == null ? "It is not this machine's clock: run without --same-clock, with --start-with"
                        : "Its events are placed by their arrival until its clock is measured again"));
        if (clocks != null) {
            clocks.measureAgain();
        }
    }

    private void steppedBetweenWindows(String node, String what) {
        if (stepped.add(node)) {
            observer.problem(node, what);
        }
    }

    private void feedFailed(Throwable why) {
        if (why instanceof IOException e) {
            servers.storeFailed(e);
        } else {
            servers.failed(why);
        }
    }

    /**
     * Runs to the end of all servers; an interrupt of this thread ends them.
     *
     * @throws RunbenchException a server cannot be started, the clocks cannot be measured, or the store is full
     */
    public LogOutcome run() throws IOException {
        try (claim) {
            return receive();
        }
    }

    private LogOutcome receive() throws IOException {
        boolean interrupted;
        try {
            begin();
            Progress received = observer.progress("receiving", " events");
            interrupted = servers.await(() -> received.at(emitted.last(), OPEN_END));
            if (servers.storeFailure() != null) {
                throw full(servers.storeFailure());
            }
            if (servers.failure() != null) {
                throw WatchedThread.rethrown(servers.failure());
            }
            if (interrupted) {
                stopAll();
            }
        } catch (InterruptedException e) {
            if (!isStarted()) {
                throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted before the servers were started")
                        .causedBy(e);
            }
            interrupted = true;
            stopAll();
        } catch (Throwable e) { // an Error too: log.json says how it ended
            failed(e);
            throw e;
        }
        try {
            return end(interrupted);
        } catch (Throwable e) {
            failed(e);
            throw e;
        }
    }

    /** What could not be stored waits on the nodes, for {@code --resume}. Anything else is over. */
    private void failed(Throwable why) {
        // Relays that are let go before their servers were started end by themselves.
        if (!isStarted() || servers.storeFailure() != null || record.state() != LogRecord.State.RUNNING) {
            return;
        }
        stopAll();
        try {
            record = record.in(LogRecord.State.FAILED, servers.ends());
            store.write(record);
            emitted.finish();
        } catch (IOException | RuntimeException e) {
            why.addSuppressed(e);
        }
    }

    private boolean isStarted() {
        return record.state() != LogRecord.State.STARTING;
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
        List<RelayLink> open = links.stream().filter(l -> !record.ends().containsKey(l.node().name())).toList();
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
        record = record.in(LogRecord.State.RUNNING, servers.ends());
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
        record.ends().keySet().forEach(feed::ended);
    }

    private RunbenchException full(IOException why) {
        links.forEach(RelayLink::detach);
        return RunbenchException
                .machine(store.path() + ": what came cannot be kept: " + why.getMessage()
                        + "; what was kept is there, the servers go on, and their events wait on their nodes")
                .remedy("make room, then: runbench log run --resume " + store.path())
                .causedBy(why);
    }

    private void stopAll() {
        Thread.interrupted();
        links.forEach(RelayLink::stop);
        try {
            servers.awaitAll(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private LogOutcome end(boolean interrupted) throws IOException {
        feed.close();
        if (clocks != null && !interrupted) {
            closeClocks();
        }
        boolean well = servers.allWell();
        record = record.in(
                interrupted ? LogRecord.State.INTERRUPTED : well ? LogRecord.State.FINISHED : LogRecord.State.FAILED,
                servers.ends());
        store.write(record);
        emitted.finish(); // displays are told the end state, so that comes first
        merge();
        links.forEach(RelayLink::done);
        for (RelayLink link : links) {
            try {
                link.awaitGone(LAST_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        OrderCounts order = feed.counts();
        ExitCode code = interrupted ? ExitCode.INTERRUPTED
                : !well ? ExitCode.BENCHMARK_FAILED
                        : Dropped.of(servers.ends()).any() || !order.isExact() || !stepped.isEmpty() ? ExitCode.MACHINE
                                : ExitCode.OK;
        return new LogOutcome(store, code, servers.ends(), emitted.last(), order, Set.copyOf(stepped),
                links.stream().mapToLong(RelayLink::refused).sum());
    }

    /** The order in which events were emitted remains, whatever comes of this. */
    private void merge() {
        try {
            StoredLog.merge(store, observer.progress("merging", " events"));
        } catch (RunbenchException | IOException e) {
            observer.problem(null, "the events could not be merged: " + e.getMessage()
                    + "; try again: runbench log merge " + store.path());
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
