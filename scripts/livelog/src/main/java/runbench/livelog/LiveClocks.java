package runbench.livelog;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import runbench.base.error.ExceptionTranslator;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.process.WatchedThread;
import runbench.base.progress.Progress;
import runbench.base.timeline.Timeline;
import runbench.sync.estimate.Estimators;
import runbench.sync.keep.Permission;
import runbench.sync.model.NodeModel;
import runbench.sync.model.NodeModels;
import runbench.sync.session.ExchangeEvaluation;
import runbench.sync.session.MeasurementRun;
import runbench.sync.session.StarMeasurement;
import runbench.sync.session.WindowReport;
import runbench.sync.session.WindowReport.NodeResult;
import runbench.sync.session.WindowReport.Note;
import runbench.sync.window.WindowPlan;

/**
 * The clocks of the nodes during a run. They are measured before the run, at its end, and whenever the predicted error
 * may exceed the tolerance and the schedule permits a measurement.
 */
final class LiveClocks implements AutoCloseable {
    private static final String CLOCK = "monotonic";
    private static final int BURSTS = 16;
    private static final int EXCHANGES = 64;
    private static final int TIMEOUT_MILLIS = 40;
    private static final int PARALLEL = 8;
    private static final long UNLIMITED_NANOS = Duration.ofDays(3650).toNanos();

    private final LogRequest request;
    private final LogObserver observer;
    private final BiConsumer<String, Timeline> models;
    private final BiConsumer<String, String> stepped;
    private final StarMeasurement star;
    private final MeasurementRun run;
    private final MeasurementRun.Schedule schedule;
    private final CountDownLatch first = new CountDownLatch(1);
    private final Map<String, Integer> windows = new ConcurrentHashMap<>();
    private volatile RunbenchException failure;
    private volatile boolean again;
    private WatchedThread thread;

    /**
     * @param models receives each node's clock model after each window
     * @param stepped receives a node whose clock stepped between two windows, and a sentence about it
     */
    LiveClocks(LogStore store, LogRequest request, String reference, MeasurementRun.Schedule schedule,
            LogObserver observer, BiConsumer<String, Timeline> models, BiConsumer<String, String> stepped)
            throws IOException {
        this.request = request;
        this.observer = observer;
        this.models = models;
        this.stepped = stepped;
        this.schedule = schedule;
        Files.createDirectories(store.clocks());
        WindowPlan plan = new WindowPlan(BURSTS, EXCHANGES, request.windowNanos(), TIMEOUT_MILLIS, PARALLEL, CLOCK,
                false);
        star = new StarMeasurement(plan, request.nodes(),
                new NodeModels(store.clocks(), reference, NodeModel.TYPICAL_WANDER, request.toleranceNanos()),
                new ExchangeEvaluation(Estimators.DEFAULT, ExchangeEvaluation.stamps("auto")), request.startWith(),
                request.reflector());
        run = new MeasurementRun(star, store.clocks(), new Watcher());
    }

    /**
     * Starts the reflectors and waits for the first window.
     *
     * @throws RunbenchException not every node's clock can be measured
     */
    void begin() throws InterruptedException {
        star.start(observer.progress("starting reflectors", " nodes"));
        thread = WatchedThread.start("clocks", this::keep, this::failed);
        first.await();
        if (failure != null) {
            throw failure;
        }
        request.nodes().stream().filter(n -> !windows.containsKey(n.name())).findFirst().ifPresent(n -> {
            throw RunbenchException.machine("the clock of " + n.name() + " cannot be measured")
                    .remedy("runbench sync measure shows details; --same-clock if the node has the clock of this "
                            + "machine");
        });
    }

    private void keep() throws IOException {
        do {
            again = false;
            try {
                run.keep(this::permission, UNLIMITED_NANOS, request.windowNanos(), request.toleranceNanos(), false);
            } catch (RunbenchException e) {
                if (!again) {
                    throw e;
                }
                Thread.interrupted();
            }
        } while (again);
        first.countDown();
    }

    /** Requests a measurement as soon as the schedule permits it. */
    synchronized void measureAgain() {
        if (thread != null && first.getCount() == 0) {
            again = true;
            thread.interrupt();
        }
    }

    private void failed(Throwable e) {
        RunbenchException why = ExceptionTranslator.translate(e);
        try {
            if (why.exitCode() != ExitCode.INTERRUPTED) {
                failure = why;
                observer.problem(null, "clocks are not measured any more: " + why.getMessage());
            }
        } finally {
            first.countDown();
        }
    }

    /** Permits measurements at any time before the servers run. */
    private Permission permission(long startNanos, long windowNanos) {
        Permission given = schedule.permission(startNanos, windowNanos);
        return new Permission() {
            @Override
            public Answer ask(long now, long due, long begun, long length) {
                return (first.getCount() > 0 ? Permission.ALWAYS : given).ask(now, due, begun, length);
            }

            @Override
            public boolean allowsClosingWindow() {
                return false;
            }
        };
    }

    /** Returns the number of measurements of a node's clock. */
    int windows(String node) {
        return windows.getOrDefault(node, 0);
    }

    /** Measures for the last time, so that all stamps are between two measurements. */
    void end() throws IOException {
        stop();
        if (failure == null) {
            run.measureWindow();
        }
    }

    private void stop() {
        WatchedThread ending;
        synchronized (this) {
            ending = thread;
            thread = null;
            again = false;
        }
        if (ending != null) {
            ending.interrupt();
            try {
                ending.join(TimeUnit.NANOSECONDS.toMillis(request.windowNanos()) + 5000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        stop();
        star.close();
    }

    private final class Watcher implements MeasurementRun.Observer {
        @Override
        public Progress windowBegins() {
            return first.getCount() > 0 ? observer.progress("measuring clocks", " bursts") : Progress.NONE;
        }

        @Override
        public void windowEnded(WindowReport report) {
            for (NodeResult node : report.nodes()) {
                if (node.state() == NodeResult.State.MEASURED) {
                    windows.merge(node.node(), 1, Integer::sum);
                    models.accept(node.node(), node.model().timeline());
                    node.notes()
                            .stream()
                            .filter(n -> n.kind() == Note.Kind.STEP)
                            .forEach(n -> stepped.accept(node.node(), n.text()));
                } else {
                    observer.problem(node.node(), "its clock could not be measured: " + node.failure());
                }
            }
            first.countDown();
        }

        @Override
        public void windowFailed(RunbenchException why) {
            observer.problem(null, "a measurement of the clocks failed: " + why.getMessage() + "; it is tried again");
        }

        @Override
        public void late(long due, OptionalLong next) {
            observer.problem(null,
                    "stamps may be wrong by more than the tolerance of " + request.toleranceNanos() / 1000
                            + " us until clocks are measured again"
                            + (next.isEmpty() ? "; the time of the next permitted measurement is unknown" : ""));
        }
    }
}
