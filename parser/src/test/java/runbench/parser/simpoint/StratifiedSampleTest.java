package runbench.parser.simpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import runbench.parser.simpoint.StratifiedSample.Strata;

/** Populations of which everything is known. */
class StratifiedSampleTest {
    private static final int INTERVALS = 1200;
    private static final long LENGTH = 1_000_000;
    private static final int DRAWS = 600;

    private record Population(Strata strata, long[] length, long[] counts) {
        double rate() {
            return Arrays.stream(counts).asDoubleStream().sum() / Arrays.stream(length).asDoubleStream().sum();
        }
    }

    /**
     * Four strata of different sizes; the last interval is short, as a run's is.
     *
     * @param count random count of an interval in each stratum
     */
    private static Population population(int[] share, IntToDoubleFunction count) {
        int[] of = new int[INTERVALS];
        long[] length = new long[INTERVALS];
        long[] counts = new long[INTERVALS];
        for (int i = 0; i < INTERVALS; i++) {
            int at = i % Arrays.stream(share).sum();
            while (at >= share[of[i]]) {
                at -= share[of[i]++];
            }
            length[i] = i < INTERVALS - 1 ? LENGTH : LENGTH / 7;
            counts[i] = Math.round(count.applyAsDouble(of[i]) * length[i] / LENGTH);
        }
        double[] spread = new double[share.length];
        Arrays.fill(spread, 1);
        return new Population(new Strata(of, spread), length, counts);
    }

    private static Population normal() {
        SplittableRandom random = new SplittableRandom(7);
        double[] mean = {5000, 20_000, 90_000, 40_000};
        return population(new int[]{5, 3, 1, 1}, h -> mean[h] * Math.max(0, 1 + 0.3 * gauss(random)));
    }

    private static Population skewed() {
        SplittableRandom random = new SplittableRandom(8);
        double[] mean = {5000, 20_000, 60_000, 30_000};
        return population(new int[]{4, 3, 2, 1}, h -> mean[h] * Math.exp(0.5 * gauss(random)));
    }

    private static double gauss(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    private record Outcome(double held, double beyond, double measured, double width) {}

    private static Outcome drawn(Population p, double error) {
        int held = 0;
        int beyond = 0;
        double measured = 0;
        double widest = 0;
        for (int seed = 0; seed < DRAWS; seed++) {
            StratifiedSample sample = new StratifiedSample(p.strata, p.length, new SplittableRandom(seed));
            sample.drawToError(p.counts, error);
            StratifiedSample.Estimate e = sample.estimate(p.counts);
            held += e.low() <= p.rate() && p.rate() <= e.high() ? 1 : 0;
            beyond += Math.abs(e.rate() / p.rate() - 1) > error ? 1 : 0;
            measured += (double) sample.size() / INTERVALS;
            widest = Math.max(widest, (e.high() - e.low()) / 2 / e.rate());
        }
        return new Outcome((double) held / DRAWS, (double) beyond / DRAWS, measured / DRAWS, widest);
    }

    @Test
    void theIntervalHoldsAsOftenAsItSays() {
        for (Population p : new Population[]{normal(), skewed()}) {
            Outcome o = drawn(p, 0.03);
            assertThat(o.held).as(o.toString()).isGreaterThanOrEqualTo(0.93);
            assertThat(o.beyond).as(o.toString()).isLessThan(0.07);
        }
    }

    @Test
    void itIsAsNarrowAsAskedForWithFewOfTheIntervals() {
        Outcome o = drawn(normal(), 0.05);
        assertThat(o.width).as(o.toString()).isLessThanOrEqualTo(0.05);
        assertThat(o.measured).as(o.toString()).isLessThan(0.25);
        assertThat(drawn(normal(), 0.02).measured).isGreaterThan(o.measured);
    }

    @Test
    void strataWithoutSpreadNeedNoMoreThanTheFirstFew() {
        double[] mean = {5000, 20_000, 90_000, 40_000};
        Population p = population(new int[]{5, 3, 1, 1}, h -> mean[h]);
        StratifiedSample sample = new StratifiedSample(p.strata, p.length, new SplittableRandom(1));
        sample.drawToError(p.counts, 0.01);
        assertThat(sample.size()).isLessThan(80);
        assertThat(sample.estimate(p.counts).rate()).isCloseTo(p.rate(), withPercentage(0.01));
    }

    @Test
    void aFewIntervalsAreAllMeasuredAndWeighWhatTheyAre() {
        long[] length = {10, 10, 4};
        StratifiedSample sample = new StratifiedSample(new Strata(new int[]{0, 1, 0}, new double[]{1, 0}), length,
                new SplittableRandom(1));
        sample.drawToError(new long[]{5, 1, 0}, 0.03);
        assertThat(sample.weights()).containsExactly(10, 10, 4);
        StratifiedSample.Estimate e = sample.estimate(new long[]{5, 1, 0});
        assertThat(e.rate()).isEqualTo(0.25);
        assertThat(e.low()).isEqualTo(e.high()).isEqualTo(0.25);
    }

    @Test
    void theSameSeedDrawsTheSame() {
        Population p = skewed();
        StratifiedSample a = new StratifiedSample(p.strata, p.length, new SplittableRandom(3));
        StratifiedSample b = new StratifiedSample(p.strata, p.length, new SplittableRandom(3));
        assertThat(a.weights()).isEqualTo(b.weights());
        assertThat(Arrays.stream(a.weights()).sum()).isCloseTo(Arrays.stream(p.length).asDoubleStream().sum(),
                withPercentage(1e-6));
    }
}
