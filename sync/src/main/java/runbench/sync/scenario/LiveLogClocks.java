package runbench.sync.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;
import runbench.sync.live.LiveEvent;
import runbench.sync.live.LiveOrder;
import runbench.sync.live.LiveOrder.Arrival;
import runbench.sync.model.NodeModel;
import runbench.sync.model.ResyncPolicy;
import runbench.sync.model.WindowModel;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.Scenario.LimitCheck;
import runbench.sync.scenario.Scenario.Verdict;

/** Simulates a live log of twelve hours: clocks wander and are synchronised again when the policy requires it. */
final class LiveLogClocks implements Scenario {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = WindowSource.START_NANOS;
    private static final double[] WANDER_PPM = {0.05, 0.30, 0.53};
    private static final double TOLERANCE_NANOS = 100e3;
    /** Limit of the error of shown stamps, ns: the prediction's error, and that of another node through a message. */
    private static final double LIMIT_NANOS = 300e3;
    private static final double REVERSION_SECONDS = 3600;
    private static final int SECONDS = 12 * 3600;
    /** Number of windows at which the full twelve hours are examined; fewer windows examine a proportional part. */
    private static final int WINDOWS_OF_ALL = 25;
    private static final int STEP_SECONDS = 4;
    private static final long HOLD_NANOS = 50_000_000;
    private static final long HOP_NANOS = 20_000;
    private static final long DELIVERY_NANOS = 5_000_000;
    private static final LogType TYPE = new LogType("token", LogKind.MESSAGE, null);

    @Override
    public String name() {
        return "live-log";
    }

    @Override
    public String description() {
        return "12 h of a live log on clocks that wander: stamps as displays show them, at a tolerance of 100 us";
    }

    @Override
    public Verdict run(Setting s) {
        Run run = new Run(s.bed(), s.seed(), (int) (SECONDS * Math.min(1.0, (double) s.windows() / WINDOWS_OF_ALL)));
        run.addAll();
        List<LimitCheck> checks = new ArrayList<>();
        checks.add(LimitCheck.atMost("worst_displayed_stamp_ns", run.worst, LIMIT_NANOS));
        checks.add(LimitCheck.atMost("worst_prediction_ns", run.worstModel, LIMIT_NANOS));
        checks.add(LimitCheck.atMost("receives_before_sends", run.reversed, 0));
        checks.add(LimitCheck.atMost("lost_or_twice", Math.abs(run.sent - run.shown), 0));
        checks.add(LimitCheck.atLeast("truth_inside_share", run.inside / (double) run.shown, 1));
        checks.add(LimitCheck.reported("late", run.order.counts().late()));
        checks.add(LimitCheck.reported("moved", run.order.counts().shifted()));
        checks.add(LimitCheck.reported("windows", run.windows));
        return Verdict.of(name(), checks);
    }

    /** One log. The wall clock of its events is the truth. */
    private static final class Run {
        private final WindowSource bed;
        private final SplittableRandom random;
        private final ResyncPolicy policy = new ResyncPolicy(TOLERANCE_NANOS, ScenarioPlan.OFFSET.windowNanos() * 1e-9);
        private final List<Oscillator> clocks = new ArrayList<>();
        private final List<WindowModel> last = new ArrayList<>();
        private final LiveOrder order = new LiveOrder(HOLD_NANOS);
        private final Map<Long, Long> sends = new HashMap<>();
        private final int seconds;
        private double worst;
        private double worstModel;
        private long reversed;
        private long sent;
        private long shown;
        private long inside;
        private int windows;

        Run(WindowSource bed, long seed, int seconds) {
            this.bed = bed;
            this.seconds = seconds;
            random = new SplittableRandom(seed);
            for (double wander : WANDER_PPM) {
                clocks.add(Oscillator.wandering(random.nextDouble(-100, 100), wander, REVERSION_SECONDS, seconds + 60,
                        START, seed + clocks.size()));
                last.add(null);
            }
        }

        void addAll() {
            long measured = window(START);
            boolean updated = true;
            for (long now = (measured / SECOND + 1) * SECOND; now <= START + seconds * SECOND; now += STEP_SECONDS
                    * SECOND) {
                if (!updated && measured <= now) {
                    // Until the end of the window, only the old prediction exists.
                    updateTimelines();
                    updated = true;
                }
                if (updated && (now - measured) * 1e-9 >= policy.intervalSeconds()) {
                    measured = window(now);
                    updated = false;
                }
                log(now);
            }
            show(order.emitAll());
        }

        /**
         * Measures all clocks concurrently.
         *
         * @return end of the last window, ns
         */
        private long window(long start) {
            long end = start;
            for (int n = 0; n < clocks.size(); n++) {
                WindowModel next = WindowModel
                        .of(Track.estimate(bed.window(Link.QUIET, start, 0, clocks.get(n), random)));
                policy.add(node(n), next);
                last.set(n, next);
                end = Math.max(end, next.x0Nanos());
            }
            windows++;
            if (windows == 1) {
                order.timeline("reference", Timeline.IDENTITY);
                updateTimelines();
            }
            return end;
        }

        private void updateTimelines() {
            for (int n = 0; n < last.size(); n++) {
                order.timeline(node(n), new NodeModel(node(n), "reference", "realtime", NodeModel.TYPICAL_WANDER,
                        List.of(last.get(n)), TOLERANCE_NANOS).timeline());
            }
        }

        private static String node(int n) {
            return "n" + n;
        }

        private long stamp(int node, long at) {
            return node < 0 ? at : at + Math.round(clocks.get(node).lead(at));
        }

        /** Logs a token from the reference to every node and back. */
        private void log(long now) {
            long at = now;
            for (int n = 0; n < clocks.size(); n++) {
                long id = sent + 1;
                event(n - 1, at, LogWhat.SEND, id);
                at += HOP_NANOS;
                event(n, at, LogWhat.RECEIVE, id);
                at += HOP_NANOS;
            }
            for (int n = -1; n < clocks.size(); n++) {
                order.frontier(n < 0 ? "reference" : node(n), stamp(n, at + DELIVERY_NANOS));
            }
            show(order.emit(at + DELIVERY_NANOS));
        }

        private void event(int node, long at, LogWhat what, long id) {
            order.arrived(
                    new Arrival(node < 0 ? "reference" : node(node), 1, 1, stamp(node, at), at, TYPE, what, id, ""));
            sent++;
        }

        private void show(List<LiveEvent> events) {
            for (LiveEvent e : events) {
                shown++;
                worst = Math.max(worst, Math.abs(e.shownNanos() - e.wallNanos()));
                worstModel = Math.max(worstModel, Math.abs(e.at().refNanos() - e.wallNanos()));
                inside += Track.containsTruth(e.at(), e.wallNanos()) ? 1 : 0;
                if (e.what() == LogWhat.SEND) {
                    sends.put(e.id(), e.shownNanos());
                } else {
                    Long send = sends.remove(e.id());
                    reversed += send != null && send < e.shownNanos() ? 0 : 1;
                }
            }
        }
    }
}
