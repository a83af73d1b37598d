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
    private static final int SECONDS_BETWEEN_READINGS = 60;
    private static final int READING_EXCHANGES = 64;

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
     * @param course errors of the live prediction at equal distances, in order of time
     */
    public record Outcome(double worstNanos, double worstAfterNanos, double inside, int resyncs, long packets,
            List<CourseError> course) {
        /** Returns the result without its course, which takes most of the memory. */
        public Outcome withoutCourse() {
            return new Outcome(worstNanos, worstAfterNanos, inside, resyncs, packets, List.of());
        }
    }

    /**
     * The error of the live prediction at one moment.
     *
     * @param seconds time since the beginning of the run, s
     * @param errorNanos predicted minus true difference of the clocks, ns
     */
    public record CourseError(double seconds, double errorNanos) {}

    /** The largest error of the predictions of a run, and a course of few of them for a chart. */
    private static final class Errors {
        private static final int COURSE_LENGTH = 720;

        private final double every;
        private final List<CourseError> course = new ArrayList<>();
        private double next;
        private double worst;

        Errors(int seconds) {
            every = (double) seconds / COURSE_LENGTH;
        }

        void add(long now, double error) {
            worst = Math.max(worst, Math.abs(error));
            double seconds = (now - START) * 1e-9;
            if (seconds >= next) {
                course.add(new CourseError(seconds, error));
                next = seconds + every;
            }
        }
    }

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
        Errors errors = new Errors(seconds);
        double due = policy.intervalSeconds();
        long now = last.x0Nanos() / SECOND * SECOND + SECOND;
        for (; now <= START + seconds * SECOND; now += SECOND) {
            if ((now - last.x0Nanos()) * 1e-9 < due) {
                errors.add(now, predictionError(last, oscillator, now));
                continue;
            }
            WindowModel next = window(bed, now, oscillator, random);
            // Until the end of the window, only the old prediction exists.
            for (; now < next.x0Nanos(); now += SECOND) {
                errors.add(now, predictionError(last, oscillator, now));
            }
            errors.add(next.x0Nanos(), predictionError(last, oscillator, next.x0Nanos()));
            policy.add("node", next);
            due = policy.intervalSeconds();
            windows.add(next);
            last = next;
        }
        return afterwards(windows, oscillator, errors);
    }

    /**
     * Learns the rate from readings once a minute at the beginning, and then only predicts.
     *
     * @param wanderPpm standard deviation of the oscillator's frequency, ppm
     * @param learnSeconds time of the readings, s; less than {@code seconds}
     * @param seconds duration, s
     * @param seed seed of the random numbers
     */
    public static Outcome predictingOnly(double wanderPpm, int learnSeconds, int seconds, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Oscillator oscillator = oscillator(wanderPpm, seconds, seed, random);
        Generator generator = new Generator(Link.QUIET, new ScenarioPlan(1, READING_EXCHANGES, 0, 0), 0, oscillator);
        Estimate first = single(generator, START, random);
        Estimate last = single(generator, START + learnSeconds * SECOND, random);
        double alpha = (lead(last) - lead(first)) / (last.x0Nanos() - first.x0Nanos());
        Errors errors = new Errors(seconds);
        for (int s = learnSeconds; s <= seconds; s++) {
            long now = START + s * SECOND;
            double predicted = lead(first) + alpha * (now - first.x0Nanos());
            errors.add(now, predicted - oscillator.lead(now));
        }
        long readings = learnSeconds / SECONDS_BETWEEN_READINGS + 1L;
        return new Outcome(errors.worst, errors.worst, Double.NaN, 0, readings * 2 * READING_EXCHANGES, errors.course);
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
        return predicted - oscillator.lead(now);
    }

    /**
     * Converts stamps after the last window, by two neighbouring windows each. A model of all windows would examine all
     * of them for each.
     */
    private static Outcome afterwards(List<WindowModel> windows, Oscillator oscillator, Errors live) {
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
        return new Outcome(live.worst, worst, inside / (double) examined, windows.size() - 1,
                windows.size() * 2L * 16 * 64, live.course);
    }
}
