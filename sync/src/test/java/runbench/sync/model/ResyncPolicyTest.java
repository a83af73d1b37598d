package runbench.sync.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("nightly")
@Tag("beside")
class ResyncPolicyTest {
    private static final double TOLERANCE = 100_000;
    private static final double WINDOW_SECONDS = 4;

    /** Returns a window that finds the clock {@code missed} ns from the prediction of the one before. */
    private static WindowModel next(WindowModel last, double seconds, double missed) {
        long x = last == null ? 0 : last.x0Nanos() + (long) (seconds * 1e9);
        double offset = last == null ? 0 : last.offsetNanos() + missed;
        return new WindowModel(x, 0, offset, 0, 5, 1e-9, -1e3, 1e3, -1e-6, 1e-6, 5e3, 900, "blend", "kernel", null,
                null);
    }

    /** Draws errors of a clock whose frequency is a random walk: normal, k t^1.5. */
    private static double[] intervals(ResyncPolicy policy, double k, int windows, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] intervals = new double[windows];
        WindowModel last = next(null, 0, 0);
        policy.add("n", last);
        for (int w = 0; w < windows; w++) {
            double seconds = policy.intervalSeconds() + WINDOW_SECONDS;
            last = next(last, seconds, k * Math.pow(seconds, 1.5) * random.nextGaussian());
            policy.add("n", last);
            intervals[w] = policy.intervalSeconds();
        }
        return intervals;
    }

    @Test
    void beginsWithShortIntervalsAndLengthensThem() {
        double[] seconds = intervals(new ResyncPolicy(TOLERANCE, WINDOW_SECONDS), 7.2, 200, 1);
        assertThat(seconds[0]).isEqualTo(30);
        assertThat(seconds[3]).isLessThan(60);
        assertThat(seconds[199]).isBetween(120.0, 260.0);
    }

    /**
     * With known k, the interval is where k t^1.5 reaches the tolerance at the promised quantile: 100 us is 4.4 sigma.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0.7, 2.0, 7.2, 20})
    void convergesToTheStatedRisk(double k) {
        double known = Math.pow(TOLERANCE / (4.4 * k), 2 / 3.0);
        double[] seconds = intervals(new ResyncPolicy(TOLERANCE, WINDOW_SECONDS), k, 400, 2);
        double mean = java.util.Arrays.stream(seconds).skip(100).average().orElseThrow();
        assertThat(mean).as("not knowing k exactly costs a quarter at most").isBetween(0.72 * known, 1.1 * known);
    }

    /**
     * Many different clocks, with each prediction judged at its end, exceed the tolerance no more often than promised.
     */
    @Tag("scenario")
    @Test
    void keepsItsRisk() {
        int runs = 200;
        int broken = 0;
        for (int run = 0; run < runs; run++) {
            SplittableRandom random = new SplittableRandom(1000 + run);
            double k = 0.5 * Math.pow(40, random.nextDouble());
            ResyncPolicy policy = new ResyncPolicy(TOLERANCE, WINDOW_SECONDS);
            WindowModel last = next(null, 0, 0);
            policy.add("n", last);
            boolean left = false;
            for (double t = 0; t < ResyncPolicy.HORIZON_SECONDS;) {
                double seconds = policy.intervalSeconds() + WINDOW_SECONDS;
                double missed = k * Math.pow(seconds, 1.5) * random.nextGaussian();
                left |= Math.abs(missed) > TOLERANCE;
                last = next(last, seconds, missed);
                policy.add("n", last);
                t += seconds;
            }
            broken += left ? 1 : 0;
        }
        // Expected 0.2 of 200 runs at a risk of 1e-3; four have a probability of 1 in 17,000.
        assertThat(broken).isLessThan(4);
    }

    /** A clock that is set has no wander; the step costs at most a few short intervals. */
    @Test
    void ignoresAStep() {
        ResyncPolicy policy = new ResyncPolicy(TOLERANCE, WINDOW_SECONDS);
        double[] before = intervals(policy, 2, 100, 3);
        policy.add("n", new WindowModel(Long.MAX_VALUE / 4, 0, 5e6, 0, 5, 1e-9, -1e3, 1e3, -1e-6, 1e-6, 5e3, 900,
                "blend", "kernel", null, null));
        assertThat(policy.intervalSeconds()).as("after a pause of years nothing is known").isEqualTo(30);
        ResyncPolicy stepped = new ResyncPolicy(TOLERANCE, WINDOW_SECONDS);
        WindowModel last = next(null, 0, 0);
        stepped.add("n", last);
        SplittableRandom random = new SplittableRandom(4);
        for (int w = 0; w < 110; w++) {
            double seconds = stepped.intervalSeconds() + WINDOW_SECONDS;
            last = next(last, seconds, w == 100 ? 5e6 : 2 * Math.pow(seconds, 1.5) * random.nextGaussian());
            stepped.add("n", last);
        }
        assertThat(stepped.intervalSeconds()).isGreaterThan(0.7 * before[99]);
    }

    /** An oscillator that becomes ten times worse is detected within a few windows. */
    @Test
    void adaptsToAWorseClock() {
        ResyncPolicy policy = new ResyncPolicy(TOLERANCE, WINDOW_SECONDS);
        WindowModel last = next(null, 0, 0);
        policy.add("n", last);
        SplittableRandom random = new SplittableRandom(5);
        double calm = 0;
        for (int w = 0; w < 110; w++) {
            calm = w == 99 ? policy.intervalSeconds() : calm;
            double seconds = policy.intervalSeconds() + WINDOW_SECONDS;
            last = next(last, seconds, (w < 100 ? 1 : 10) * Math.pow(seconds, 1.5) * random.nextGaussian());
            policy.add("n", last);
        }
        assertThat(policy.intervalSeconds()).isLessThan(calm / 2);
    }

    /** The worst node decides; a rate with a large error counts too. */
    @Test
    void considersEveryNodeAndTheErrorOfTheRate() {
        ResyncPolicy policy = new ResyncPolicy(TOLERANCE, WINDOW_SECONDS);
        intervals(policy, 0.7, 100, 6);
        double one = policy.intervalSeconds();
        policy.add("new", next(null, 0, 0));
        assertThat(policy.intervalSeconds()).isEqualTo(30).isLessThan(one);
        ResyncPolicy unsure = new ResyncPolicy(TOLERANCE, WINDOW_SECONDS);
        WindowModel last = next(null, 0, 0);
        for (int w = 0; w < 100; w++) {
            unsure.add("n", last);
            double seconds = unsure.intervalSeconds() + WINDOW_SECONDS;
            WindowModel n = next(last, seconds, 0);
            last = new WindowModel(n.x0Nanos(), 0, 0, 0, 5, 1e-7, -1e3, 1e3, -1e-6, 1e-6, 5e3, 900, "blend", "user",
                    null, null);
        }
        // 0.1 ppm makes 100 us in 1000 s; at 4.3 sigma in about 230 s.
        assertThat(unsure.intervalSeconds()).isBetween(150.0, 260.0);
    }
}
