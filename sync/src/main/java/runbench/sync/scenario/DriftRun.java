package runbench.sync.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.model.NodeModel;
import runbench.sync.model.ResyncPolicy;
import runbench.sync.model.WindowModel;
import runbench.sync.scenario.Generator.ScenarioPlan;

/**
 * Simulates hours with an oscillator that wanders: errors of predictions, and the effect and cost of synchronising
 * again.
 */
public final class DriftRun {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = WindowSource.START_NANOS;
    private static final double REVERSION_SECONDS = 3600;
    private static final int SAMPLES_BETWEEN = 20;

    private DriftRun() {
    }

    /**
     * The result of a run.
     *
     * @param worstNanos largest error of the live prediction at every second, ns
     * @param worstAfterNanos largest error of the interpolation between windows, ns
     * @param inside share of the interpolations whose guaranteed interval contained the truth, 0..1
     * @param resyncs number of windows after the first
     * @param packets number of packets in both directions
     */
    public record Outcome(double worstNanos, double worstAfterNanos, double inside, int resyncs, long packets) {}

    /**
     * Predicts from the last window and synchronises again when the policy requires it.
     *
     * @param bed source of windows
     * @param wanderPpm standard deviation of the oscillator's frequency, ppm
     * @param toleranceNanos tolerance of predictions, ns
     * @param seconds duration, s
     * @param seed seed of the random numbers
     */
    public static Outcome resynchronising(WindowSource bed, double wanderPpm, double toleranceNanos, int seconds,
            long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Oscillator oscillator = oscillator(wanderPpm, seconds, seed, random);
        ResyncPolicy policy = new ResyncPolicy(toleranceNanos, ScenarioPlan.OFFSET.windowNanos() * 1e-9);
        List<WindowModel> windows = new ArrayList<>();
        WindowModel last = window(bed, START, oscillator, random);
        windows.add(last);
        policy.add("node", last);
        double worst = 0;
        double due = policy.intervalSeconds();
        long now = last.x0Nanos() / SECOND * SECOND + SECOND;
        for (; now <= START + seconds * SECOND; now += SECOND) {
            if ((now - last.x0Nanos()) * 1e-9 < due) {
                worst = Math.max(worst, predictionError(last, oscillator, now));
                continue;
            }
            WindowModel next = window(bed, now, oscillator, random);
            // Until the end of the window, only the old prediction exists.
            for (; now < next.x0Nanos(); now += SECOND) {
                worst = Math.max(worst, predictionError(last, oscillator, now));
            }
            worst = Math.max(worst, predictionError(last, oscillator, next.x0Nanos()));
            policy.add("node", next);
            due = policy.intervalSeconds();
            windows.add(next);
            last = next;
        }
        return afterwards(windows, oscillator, worst);
    }

    /** Takes the rate from the first half hour, one reading per minute, and then only predicts. */
    public static Outcome predictingOnly(double wanderPpm, int seconds, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Oscillator oscillator = oscillator(wanderPpm, seconds, seed, random);
        Generator generator = new Generator(Link.QUIET, new ScenarioPlan(1, 64, 0, 0), 0, oscillator);
        Estimate first = single(generator, START, random);
        Estimate last = single(generator, START + 1800 * SECOND, random);
        double alpha = (lead(last) - lead(first)) / (last.x0Nanos() - first.x0Nanos());
        double worst = 0;
        for (int s = 1800; s <= seconds; s++) {
            long now = START + s * SECOND;
            double predicted = lead(first) + alpha * (now - first.x0Nanos());
            worst = Math.max(worst, Math.abs(predicted - oscillator.lead(now)));
        }
        return new Outcome(worst, worst, Double.NaN, 0, 31L * 2 * 64);
    }

    private static Oscillator oscillator(double wanderPpm, int seconds, long seed, SplittableRandom random) {
        return Oscillator.wandering(random.nextDouble(-100, 100), wanderPpm, REVERSION_SECONDS, seconds + 60, START,
                seed);
    }

    private static double lead(Estimate e) {
        return e.baseNanos() + e.offsetNanos();
    }

    private static WindowModel window(WindowSource bed, long start, Oscillator oscillator, SplittableRandom random) {
        return WindowModel.of(Track.estimate(bed.window(Link.QUIET, start, 0, oscillator, random)));
    }

    private static Estimate single(Generator generator, long start, SplittableRandom random) {
        return Estimation.of(generator.window(start, random), Stamps.USER, Estimators.named("clop"),
                Estimation.ROUNDED_STAMPS_NANOS);
    }

    private static double predictionError(WindowModel last, Oscillator oscillator, long now) {
        double predicted = last.baseNanos() + last.offsetNanos() + last.slope() * (now - last.x0Nanos());
        return Math.abs(predicted - oscillator.lead(now));
    }

    /**
     * Converts stamps after the last window, by two neighbouring windows each. A model of all windows would examine all
     * of them for each.
     */
    private static Outcome afterwards(List<WindowModel> windows, Oscillator oscillator, double worstLive) {
        double worst = 0;
        int inside = 0;
        int examined = 0;
        Track track = new Track(0, oscillator);
        for (int i = 0; i + 1 < windows.size(); i++) {
            WindowModel a = windows.get(i);
            WindowModel b = windows.get(i + 1);
            NodeModel model = new NodeModel("node", "reference", "realtime", NodeModel.TYPICAL_WANDER, List.of(a, b));
            for (int u = 0; u < SAMPLES_BETWEEN; u++) {
                long at = a.x0Nanos() + (b.x0Nanos() - a.x0Nanos()) / SAMPLES_BETWEEN * u;
                ReferenceTime c = track.convert(model, at);
                worst = Math.max(worst, Math.abs(c.refNanos() - at));
                inside += Track.containsTruth(c, at) ? 1 : 0;
                examined++;
            }
        }
        return new Outcome(worstLive, worst, inside / (double) examined, windows.size() - 1,
                windows.size() * 2L * 16 * 64);
    }
}
