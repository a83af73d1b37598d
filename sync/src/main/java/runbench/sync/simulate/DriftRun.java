package runbench.sync.simulate;

import java.util.SplittableRandom;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.Stamps;
import runbench.sync.model.ResyncPolicy;
import runbench.sync.scenario.Generator;
import runbench.sync.scenario.Link;
import runbench.sync.scenario.Oscillator;
import runbench.sync.scenario.Plan;

/** Hours with an oscillator that wanders: how wrong predictions get, and what re-synchronising costs and cures. */
public final class DriftRun {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_700_000_000L * SECOND;

    private DriftRun() {
    }

    /**
     * What became of a run.
     *
     * @param worstNanos       worst error of the live prediction, looked at every second, ns
     * @param worstAfterNanos  worst error after the fact, between windows interpolated, ns
     * @param resyncs          windows after the first
     * @param packets          packets sent, both ways
     */
    public record Outcome(double worstNanos, double worstAfterNanos, int resyncs, long packets) {
    }

    /**
     * Predicts from the last window and synchronises anew when the predicted error exceeds the tolerance.
     *
     * @param wanderPpm      standard deviation of the oscillator's frequency, ppm
     * @param toleranceNanos re-synchronise at this predicted error, ns
     */
    public static Outcome resynchronising(double wanderPpm, double toleranceNanos, int seconds, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Oscillator oscillator = Oscillator.wandering(random.nextDouble(-100, 100), wanderPpm, 3600, seconds + 60, START, seed);
        Generator generator = new Generator(Link.QUIET, Plan.OFFSET, 0, oscillator);
        ResyncPolicy policy = new ResyncPolicy(toleranceNanos);
        Estimate last = window(generator, START, random);
        double worst = 0;
        double worstAfter = 0;
        int resyncs = 0;
        for (int s = 5; s <= seconds; s++) {
            long now = START + s * SECOND;
            double predicted = last.offsetNanos() + last.baseNanos() + last.slope() * (now - last.x0Nanos());
            worst = Math.max(worst, Math.abs(predicted - oscillator.lead(now)));
            double since = (now - last.x0Nanos()) * 1e-9;
            if (policy.due(since)) {
                Estimate next = window(generator, now, random);
                double expected = last.baseNanos() + last.offsetNanos() + last.slope() * (next.x0Nanos() - last.x0Nanos());
                policy.learn((next.x0Nanos() - last.x0Nanos()) * 1e-9,
                        next.baseNanos() + next.offsetNanos() - expected);
                worstAfter = Math.max(worstAfter, worstBetween(last, next, oscillator));
                last = next;
                resyncs++;
                s += (int) (Plan.OFFSET.windowNanos() / SECOND);
            }
        }
        return new Outcome(worst, worstAfter, resyncs, (resyncs + 1L) * 2 * 16 * 64);
    }

    /** Rate from the first half hour, one reading a minute, then prediction only. */
    public static Outcome predictingOnly(double wanderPpm, int seconds, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Oscillator oscillator = Oscillator.wandering(random.nextDouble(-100, 100), wanderPpm, 3600, seconds + 60, START, seed);
        Generator generator = new Generator(Link.QUIET, new Plan(1, 64, 0, 0), 0, oscillator);
        Estimate first = single(generator, START, random);
        Estimate last = single(generator, START + 1800 * SECOND, random);
        double alpha = (lead(last) - lead(first)) / (last.x0Nanos() - first.x0Nanos());
        double worst = 0;
        for (int s = 1800; s <= seconds; s++) {
            long now = START + s * SECOND;
            double predicted = lead(first) + alpha * (now - first.x0Nanos());
            worst = Math.max(worst, Math.abs(predicted - oscillator.lead(now)));
        }
        return new Outcome(worst, worst, 0, 31L * 2 * 64);
    }

    private static double lead(Estimate e) {
        return e.baseNanos() + e.offsetNanos();
    }

    private static Estimate window(Generator generator, long start, SplittableRandom random) {
        return Estimation.of(generator.window(start, random), Stamps.KERNEL, Estimators.DEFAULT,
                Estimation.ROUNDED_STAMPS_NANOS);
    }

    private static Estimate single(Generator generator, long start, SplittableRandom random) {
        return Estimation.of(generator.window(start, random), Stamps.USER, Estimators.named("clop"),
                Estimation.ROUNDED_STAMPS_NANOS);
    }

    private static double worstBetween(Estimate a, Estimate b, Oscillator oscillator) {
        double worst = 0;
        double span = b.x0Nanos() - a.x0Nanos();
        for (double u = 0; u <= 1; u += 0.05) {
            double chord = lead(a) * (1 - u) + lead(b) * u;
            double sag = (b.slope() - a.slope()) * span * u * (1 - u) / 2;
            long at = a.x0Nanos() + (long) (u * span);
            worst = Math.max(worst, Math.abs(chord - sag - oscillator.lead(at)));
        }
        return worst;
    }
}
