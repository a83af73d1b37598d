package runbench.sync.session;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.sync.keep.Keeper;
import runbench.sync.keep.Permission;
import runbench.sync.model.ResyncPolicy;
import runbench.sync.model.WindowModel;
import runbench.sync.session.WindowReport.NodeResult;

/** Runs a measurement's windows: one, or repeated windows during a run. */
public final class MeasurementRun {
    /** Duration of starting and writing beyond a window's plan, ns. */
    private static final long SLACK_NANOS = 300_000_000L;

    /** Receives the events of a run; times in ns since 1970. */
    public interface Observer {
        /**
         * Reports the begin of a window.
         *
         * @return receives the number of finished bursts
         */
        Progress windowBegins();

        void windowEnded(WindowReport report);

        /** Reports that a window failed and will be tried again. */
        void windowFailed(RunbenchException why);

        /**
         * Reports that predictions may exceed the tolerance.
         *
         * @param due begin of that time
         * @param next time of the next permitted window; empty if unknown
         */
        void late(long due, OptionalLong next);
    }

    /**
     * Creates the permission for windows from the begin of the run (ns since 1970) and the duration of a window (ns).
     */
    public interface Schedule {
        Permission permission(long startNanos, long windowNanos);
    }

    /**
     * The result of a run.
     *
     * @param outcome windows and late intervals
     * @param complete whether every node answered in every window
     */
    public record Kept(Keeper.Outcome outcome, boolean complete) {}

    private final Measurement measurement;
    private final Path folder;
    private final Observer observer;

    /**
     * Creates a run.
     *
     * @param measurement the topology
     * @param folder folder of the results, for messages
     * @param observer receives events
     */
    public MeasurementRun(Measurement measurement, Path folder, Observer observer) {
        this.measurement = measurement;
        this.folder = folder;
        this.observer = observer;
    }

    /**
     * Runs one window.
     *
     * @throws RunbenchException with {@link ExitCode#INTERRUPTED} if it was ended early; the observer has received its
     *     report
     */
    public WindowReport measureWindow() throws IOException {
        WindowReport report = measurement.window(observer.windowBegins());
        observer.windowEnded(report);
        if (report.interrupted()) {
            throw RunbenchException.of(ExitCode.INTERRUPTED,
                    "interrupted; completed measurements are kept in " + folder);
        }
        return report;
    }

    /**
     * Runs windows for a duration, each when a prediction may exceed the tolerance.
     *
     * @param schedule creates the permission
     * @param keepNanos duration, ns
     * @param windowNanos planned duration of a window, ns
     * @param toleranceNanos tolerance of predictions, ns
     * @param statedWander whether the user stated the models' wander, which then determines the due times instead of
     *     the errors of earlier predictions
     */
    public Kept keep(Schedule schedule, long keepNanos, long windowNanos, long toleranceNanos, boolean statedWander)
            throws IOException {
        long start = now();
        World world = new World(new ResyncPolicy(toleranceNanos, windowNanos * 1e-9), toleranceNanos, statedWander);
        try (Permission permission = schedule.permission(start, windowNanos + SLACK_NANOS)) {
            Keeper keeper = new Keeper(permission, world, measurement.nodes());
            Keeper.Outcome outcome = keeper.run(start + keepNanos, windowNanos + SLACK_NANOS);
            return new Kept(outcome, world.complete.stream().allMatch(all -> all));
        }
    }

    private final class World implements Keeper.World {
        private final ResyncPolicy policy;
        private final double toleranceNanos;
        private final boolean statedWander;
        /** Newest window of each node. */
        private final Map<String, WindowModel> before = new HashMap<>();
        private final List<Boolean> complete = new ArrayList<>();
        private int done;

        World(ResyncPolicy policy, double toleranceNanos, boolean statedWander) {
            this.policy = policy;
            this.toleranceNanos = toleranceNanos;
            this.statedWander = statedWander;
        }

        @Override
        public long now() {
            return MeasurementRun.now();
        }

        @Override
        public void sleepUntil(long at) {
            pause(at);
        }

        @Override
        public Map<String, Keeper.Found> window() throws IOException {
            try {
                WindowReport report = measureWindow();
                done++;
                complete.add(report.complete());
                return nodesOf(report);
            } catch (RunbenchException e) {
                if (done == 0 || e.exitCode() != ExitCode.MACHINE) {
                    throw e;
                }
                complete.add(false);
                observer.windowFailed(e);
                return Map.of();
            }
        }

        private Map<String, Keeper.Found> nodesOf(WindowReport report) {
            Map<String, Keeper.Found> found = new HashMap<>();
            for (NodeResult node : report.measured()) {
                WindowModel now = node.toReference();
                WindowModel last = before.put(node.node(), now);
                policy.add(node.node(), now);
                long valid = statedWander ? node.validNanos(report.toleranceNanos())
                        : (long) (policy.intervalSeconds(node.node()) * 1e9);
                found.put(node.node(),
                        new Keeper.Found(valid, last != null && Math.abs(last.predictionError(now)) > toleranceNanos));
            }
            return found;
        }

        @Override
        public void late(long due, long next) {
            observer.late(due, next == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(next));
        }
    }

    private static long now() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    private static void pause(long until) {
        try {
            // The sleep is divided, because the system's clock may be set meanwhile.
            for (long left = until - now(); left > 0; left = until - now()) {
                TimeUnit.NANOSECONDS.sleep(Math.min(left, 1_000_000_000L));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted; completed measurements are kept");
        }
    }
}
