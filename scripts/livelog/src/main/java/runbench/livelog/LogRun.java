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
import runbench.livelog.display.DisplayServer;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.LiveEvent;
import runbench.sync.live.LiveLine;
import runbench.sync.live.LiveOrder.OrderCounts;
import runbench.sync.model.ModelFile;
import runbench.sync.session.MeasurementRun;
import runbench.sync.window.Launcher.Programs;
import runbench.sync.window.Node;

/**
 * The receiver of a live log. Starts all servers simultaneously, receives their events, puts these into one order, and
 * stores them. An instance serves one run; a second receiver of the same store resumes after a killed one.
 */
public final class LogRun implements AutoCloseable {
    /**
     * The result of a live log.
     *
     * @param store folder of the log
     * @param exitCode 0 only if all servers succeeded, no event was dropped, late or out of order, and no clock stepped
     * @param ends ends of the servers by node; a node that did not answer any more is missing
     * @param events number of emitted events, including those before a restart of the receiver
     * @param order statistics of the order of events
     * @param stepped nodes whose clocks stepped during the run
     * @param refused number of frames that were damaged in transport, and were sent again
     */
    public record Outcome(LogStore store, ExitCode exitCode, Map<String, ServerEnd> ends, long events,
            OrderCounts order, Set<String> stepped, long refused) {
        /** Returns the number of events that the nodes had no room for. */
        public ServerEnd.Dropped dropped() {
            return ServerEnd.Dropped.sum(ends);
        }
    }

    private static final long READY_MILLIS = 20_000;
    private static final long STOP_MILLIS = 7_000;
    private static final long RELAY_EXIT_MILLIS = 2_000;
    private static final long STATES_EVERY_NANOS = 2_000_000_000L;
    private static final int UNKNOWN_TOTAL = -1;
    private static final int READ_LINES = 4096;

    private final LogStore store;
    private final FolderClaim claim;
    private final LogObserver observer;
    private final boolean isResumed;
    private final EmittedLog emitted;
    private final LiveFeed feed;
    private final LiveClocks clocks;
    private final List<RelayLink> links = new ArrayList<>();
    private final List<NodeFiles> files = new ArrayList<>();
    private final ServerStates servers;
    private final MachineLog machines;
    private long statesRequestedNanos;
    private final Set<String> stepped = new ConcurrentSkipListSet<>();
    private volatile LogRecord record;

    private LogRun(LogStore store, FolderClaim claim, LogRecord record, MeasurementRun.Schedule schedule,
            LogObserver observer, boolean isResumed) throws IOException {
        this.store = store;
        this.claim = claim;
        this.record = record;
        this.observer = observer;
        this.isResumed = isResumed;
        emitted = EmittedLog.append(store.emitted());
        feed = new LiveFeed(emitted, record.request().holdNanos(), this::feedFailed, this::stepped);
        machines = new MachineLog(store.machines());
        servers = new ServerStates(record.request().nodes().stream().map(Node::name).toList(), record.ends(), feed,
                machines, observer);
        clocks = record.request().isMeasured()
                ? new LiveClocks(store, record.request(), record.reference(), schedule, observer, feed::timeline,
                        this::steppedBetweenWindows)
                : null;
        String relay = Programs.path("runbench-relay").toString();
        for (Node node : record.request().nodes()) {
            NodeFiles of = new NodeFiles(node.name(), store.node(node.name()), feed::arrived,
                    problem -> observer.problem(node.name(), problem));
            files.add(of);
            links.add(new RelayLink(node, new RelayLink.Commands(record.request(), record.id(), relay), of, servers));
        }
    }

    /**
     * Creates a receiver with a new store.
     *
     * @param schedule times at which clocks may be measured during the run
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
     * Creates a receiver that resumes the log of a killed one. The servers are still running, or their last events are
     * waiting on their nodes.
     *
     * @throws RunbenchException (bad input) there is no such log, or it is complete
     */
    public static LogRun resume(Path folder, MeasurementRun.Schedule schedule, LogObserver observer)
            throws IOException {
        LogStore store = new LogStore(folder);
        LogRecord record = store.read();
        if (record.state() != LogRecord.State.RUNNING || record.open().isEmpty()) {
            throw RunbenchException
                    .badInput(folder + ": the log "
                            + (record.state() == LogRecord.State.STARTING ? "was never started"
                                    : "is complete (" + record.state().word() + ")")
                            + ": there is nothing to resume")
                    .remedy("runbench log show " + folder);
        }
        return new LogRun(store, FolderClaim.of(folder), record, schedule, observer, true);
    }

    /** Returns the folder of the log. */
    public LogStore store() {
        return store;
    }

    /** Returns the events in their order, for displays. */
    public EmittedLog events() {
        return emitted;
    }

    /** Returns the status and the stop request for displays. */
    public DisplayServer.Control control() {
        return new LiveControl(() -> record, servers, feed, clocks, machines);
    }

    private void stepped(String node, long nanos) {
        stepped.add(node);
        observer.problem(node,
                String.format(Locale.ROOT,
                        "its clock stepped by at least %+.6f s: its heartbeat contradicts the clock of this host. %s",
                        nanos / 1e9,
                        clocks == null
                                ? "The node has another clock than this host: run without --same-clock, with --launch"
                                : "Its events are placed by their arrival times until its clock is measured again"));
        if (clocks != null) {
            clocks.measureAgain();
        }
    }

    private void steppedBetweenWindows(String node, String problem) {
        if (stepped.add(node)) {
            observer.problem(node, problem);
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
     * Runs until all servers have ended. An interrupt of this thread stops them.
     *
     * @throws RunbenchException a server cannot be started, clocks cannot be measured, or the store is full
     */
    public Outcome run() throws IOException {
        try (claim) {
            return receive();
        }
    }

    private Outcome receive() throws IOException {
        boolean interrupted;
        try {
            begin();
            Progress received = observer.progress("receiving", " events");
            interrupted = servers.await(() -> {
                received.at(emitted.last(), UNKNOWN_TOTAL);
                requestStates();
            });
            if (servers.storeFailure() != null) {
                throw storeFull(servers.storeFailure());
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
        } catch (Throwable e) { // Errors too: log.json must hold the final state
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

    private void requestStates() {
        long now = System.nanoTime();
        if (statesRequestedNanos == 0) {
            // The first seconds of this process would be part of the round trips.
            statesRequestedNanos = now;
        } else if (now - statesRequestedNanos > STATES_EVERY_NANOS) {
            statesRequestedNanos = now;
            links.forEach(RelayLink::requestState);
        }
    }

    /** Records the failure of the run. After a failure of the store, events wait on the nodes for {@code --resume}. */
    private void failed(Throwable why) {
        // Relays end by themselves if the connection closes before their servers are started.
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
        if (isResumed) {
            resume();
        }
        feed.start();
        List<RelayLink> open = links.stream().filter(l -> !record.ends().containsKey(l.node().name())).toList();
        open.forEach(l -> l.start(isResumed));
        List<String> failures = new ArrayList<>();
        for (RelayLink link : isResumed ? List.<RelayLink>of() : open) {
            String failure = link.awaitReady(READY_MILLIS);
            if (failure != null) {
                failures.add(failure);
            }
        }
        if (!failures.isEmpty()) {
            throw RunbenchException.machine("not every server can be started. " + String.join("\n  ", failures))
                    .remedy("Try the start command by hand on one node; --programs names the folder of "
                            + "runbench-relay there");
        }
        if (clocks != null) {
            clocks.begin();
        }
        record = record.in(LogRecord.State.RUNNING, servers.ends());
        store.write(record);
        if (!isResumed) {
            open.forEach(RelayLink::go);
        }
        observer.started();
    }

    /** Reads the events that were emitted before, then further events of the stored files. */
    private void resume() throws IOException {
        for (long n = 1; n <= emitted.last(); n += READ_LINES) {
            for (String line : emitted.lines(n, READ_LINES)) {
                LiveEvent e = LiveLine.parse(line);
                feed.resume(e);
            }
        }
        for (NodeFiles of : files) {
            of.readStored();
        }
        record.ends().keySet().forEach(feed::ended);
    }

    private RunbenchException storeFull(IOException why) {
        links.forEach(RelayLink::detach);
        return RunbenchException
                .machine(store.path() + ": events cannot be stored: " + why.getMessage()
                        + "; earlier events are stored, the servers continue, and their events wait on their nodes")
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

    private Outcome end(boolean interrupted) throws IOException {
        feed.close();
        if (clocks != null && !interrupted) {
            closeClocks();
        }
        boolean isSuccess = servers.isSuccess();
        record = record.in(interrupted ? LogRecord.State.INTERRUPTED
                : isSuccess ? LogRecord.State.FINISHED : LogRecord.State.FAILED, servers.ends());
        store.write(record);
        emitted.finish(); // displays read the final state, so it is stored first
        merge();
        links.forEach(RelayLink::done);
        for (RelayLink link : links) {
            try {
                link.awaitGone(RELAY_EXIT_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        OrderCounts order = feed.counts();
        ExitCode code = interrupted ? ExitCode.INTERRUPTED
                : !isSuccess ? ExitCode.BENCHMARK_FAILED
                        : ServerEnd.Dropped.sum(servers.ends()).any() || !order.isExact() || !stepped.isEmpty()
                                ? ExitCode.MACHINE
                                : ExitCode.OK;
        return new Outcome(store, code, servers.ends(), emitted.last(), order, Set.copyOf(stepped),
                links.stream().mapToLong(RelayLink::refused).sum());
    }

    /** Writes the merged events. The emitted events remain if this fails. */
    private void merge() {
        try {
            StoredLog.merge(store, observer.progress("merging", " events"));
        } catch (RunbenchException | IOException e) {
            observer.problem(null, "the events could not be merged: " + e.getMessage()
                    + "; try again: runbench log merge " + store.path());
        }
    }

    /** Measures the clocks for the last time. Earlier measurements remain valid if this fails. */
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
        machines.close();
        emitted.close();
    }
}
