package runbench.sync.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import runbench.base.error.RunbenchException;
import runbench.base.stats.Statistics;
import runbench.sync.estimate.Estimator.ClockLine;
import runbench.sync.estimate.ReferenceMethods.NtpClockFilter;
import runbench.sync.estimate.Resampling.HalfSamples;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.scenario.Generator;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.Link;
import runbench.sync.scenario.Link.Delay;
import runbench.sync.scenario.Oscillator;

class EstimatorsTest {
    private static final long START = 1_700_000_000_000_000_000L;
    private static final long OFFSET = -1_234_567_890_123_456_789L;
    private static final Link NOISELESS = new Link(Delay.constant(2700), Delay.constant(2700), Delay.constant(1800),
            Delay.constant(2600), 0);

    static Stream<Estimator> all() {
        return Estimators.all().stream();
    }

    /** Offsets of decades and 180 ppm, for which plain doubles would lose microseconds. */
    @ParameterizedTest
    @MethodSource("all")
    void findsANoiselessClockToANanosecond(Estimator method) {
        Generator generator = new Generator(NOISELESS, ScenarioPlan.OFFSET, OFFSET, Oscillator.steady(180, START));
        Estimate e = Estimation.of(generator.window(START, new SplittableRandom(1)), Stamps.KERNEL, method, 1);
        // One-way and clock-filter methods depend on the rounding of single stamps; others do not.
        assertThat(e.errorAgainst(OFFSET, generator.lead(e.x0Nanos()))).isBetween(-3.0, 3.0);
        // The clock filter learns its frequency from registers microseconds apart.
        double slack = method instanceof NtpClockFilter ? 1e-6 : 2e-8;
        assertThat(e.slope()).isBetween(180e-6 - slack, 180e-6 + slack);
        assertThat(e.guarantees(OFFSET, generator.lead(e.x0Nanos()))).isTrue();
    }

    @ParameterizedTest
    @MethodSource("all")
    void namesItsSource(Estimator method) {
        assertThat(method.source()).matches("(?s).*(19|20)\\d\\d.*|.*section.*|.*Clop.*");
        assertThat(Estimators.named(method.name())).isSameAs(method);
    }

    @ParameterizedTest
    @MethodSource("all")
    void estimatesFromASingleExchange(Estimator method) {
        Exchanges one = Exchanges.builder().add(0, 0, 0, 0, 0, 0, 1000, 6000, 6500, 9000).build();
        Estimate e = Estimation.of(one, Stamps.KERNEL, method, 0);
        assertThat(e.errorAgainst(0, 0)).isBetween(-2500.0, 5000.0);
        assertThat(e.errStatNanos()).isNaN();
        // forward 5000, backward -2500: the interval that causality leaves.
        assertThat(e.bounds().lo() + e.baseNanos()).isBetween(-2508.0, -2500.0);
        assertThat(e.bounds().hi() + e.baseNanos()).isBetween(5000.0, 5008.0);
    }

    /** The hull's edge has the smallest sum of distances of all lines below the points, compared with a search. */
    @Test
    void hullsEdgeIsTheLinearProgrammesOptimum() {
        for (int seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            double[] x = new double[40];
            double[] y = new double[40];
            for (int i = 0; i < 40; i++) {
                x[i] = 1000 * Math.pow(random.nextDouble(), 4);
                y[i] = 0.05 * x[i] + random.nextExponential() * 20;
            }
            ClockLine edge = Hull.lower(x, y).edgeOver(Statistics.mean(x));
            double best = Double.NEGATIVE_INFINITY;
            for (double slope = -1; slope <= 1; slope += 1e-4) {
                double highest = Double.POSITIVE_INFINITY;
                for (int i = 0; i < 40; i++) {
                    highest = Math.min(highest, y[i] - slope * x[i]);
                }
                best = Math.max(best, highest + slope * Statistics.mean(x));
            }
            assertThat(edge.at(Statistics.mean(x))).isBetween(best - 1e-9, best + 0.05);
        }
    }

    /** The fixed delay is subtracted from the backward path, so only unusual delays there cause errors. */
    @Test
    void clopUsesTheBackwardPath() {
        Link slowThere = NOISELESS.queued(Delay.constant(20_000), Delay.constant(0));
        Generator generator = new Generator(slowThere, ScenarioPlan.OFFSET, 0, Oscillator.steady(0, START));
        Estimate e = Estimation.of(generator.window(START, new SplittableRandom(1)), Stamps.KERNEL,
                Estimators.named("clop"), 1);
        // Half the round trip is 12.7 us, the backward path took 2.7: 10 us too far ahead.
        assertThat(e.errorAgainst(0, 0)).isBetween(9_990.0, 10_010.0);
    }

    /** A burst is one poll. The rate over eight exchanges a few microseconds apart has no effect. */
    @Test
    void clockFilterLearnsItsFrequencyFromPollToPoll() {
        Link link = Link.QUIET.queued(Delay.exponential(50e3), Delay.exponential(50e3));
        double squares = 0;
        for (int seed = 0; seed < 20; seed++) {
            Generator generator = new Generator(link, ScenarioPlan.OFFSET, 0, Oscillator.steady(30, START));
            Estimate e = Estimation.of(generator.window(START, new SplittableRandom(seed)), Stamps.KERNEL,
                    Estimators.named("ntp"), 1);
            squares += Math.pow(e.errorAgainst(0, generator.lead(e.x0Nanos())), 2);
        }
        // The least of eight round trips under 50 us of jitter in each direction: about 7 us.
        assertThat(Math.sqrt(squares / 20)).isLessThan(15_000);
    }

    /** Each half-sample takes one of every two neighbouring chunks, and every chunk as often as its neighbour. */
    @Test
    void halfSamplesAreBalancedAndCoverTheWindow() {
        Generator generator = new Generator(Link.QUIET, new ScenarioPlan(5, 64, 1_000_000_000L, 0), 7,
                Oscillator.steady(-120, START));
        Probes p = Probes.warm(generator.window(START, new SplittableRandom(1)), Stamps.KERNEL);
        int[] chunks = HalfSamples.chunks(p);
        assertThat(chunks.length - 1).as("four of each burst").isEqualTo(20);
        int[] taken = new int[p.size()];
        for (Probes half : HalfSamples.of(p, chunks)) {
            assertThat(half.bursts()).isEqualTo(5);
            assertThat(half.size()).isBetween(p.size() / 2 - 20, p.size() / 2 + 20);
            for (int i = 0, k = 0; i < p.size(); i++) {
                if (k < half.size() && p.sent[i] == half.sent[k]) {
                    taken[i]++;
                    k++;
                }
            }
        }
        assertThat(taken).containsOnly(8);
    }

    /** One or two bursts give no error; two give the rate. */
    @ParameterizedTest
    @org.junit.jupiter.params.provider.ValueSource(ints = {1, 2})
    void errorIsUnknownForTooFewBursts(int bursts) {
        Generator generator = new Generator(Link.QUIET, new ScenarioPlan(bursts, 64, 4_000_000_000L, 0), 7,
                Oscillator.steady(90, START));
        Estimate e = Estimation.of(generator.window(START, new SplittableRandom(3)), Stamps.KERNEL, Estimators.DEFAULT,
                1);
        assertThat(e.errStatNanos()).isNaN();
        assertThat(e.slopeErr()).isNaN();
        assertThat(e.errorAgainst(7, generator.lead(e.x0Nanos()))).isBetween(-200.0, 200.0);
        if (bursts == 2) {
            assertThat(e.slope() * 1e6).isBetween(89.9, 90.1);
        }
    }

    @Test
    void rejectsUnknownMethodsWithAList() {
        assertThatThrownBy(() -> Estimators.named("guess")).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("guess")
                .satisfies(
                        e -> assertThat(((RunbenchException) e).remedy().orElseThrow()).contains("theil-sen", "all"));
    }

    @Test
    void reportsMissingStampsWithARemedy() {
        Exchanges userOnly = Exchanges.builder().add(0, 0, 1, 2, 3, 4, 0, 0, 0, 0).build();
        assertThatThrownBy(() -> Estimation.of(userOnly, Stamps.KERNEL, Estimators.DEFAULT, 1))
                .hasMessageContaining("kernel stamps")
                .satisfies(e -> assertThat(((RunbenchException) e).remedy().orElseThrow()).contains("--stamps user"));
    }

    /** Over twenty windows under jitter, the claimed statistical error has the size of the true one. */
    @Test
    void claimsAnErrorOfTheRightSize() {
        double claimed = 0;
        double made = 0;
        for (int w = 0; w < 20; w++) {
            Link link = Link.QUIET.queued(Delay.exponential(50e3), Delay.exponential(50e3));
            Generator generator = new Generator(link, ScenarioPlan.OFFSET, 0, Oscillator.steady(-50, START));
            Estimate e = Estimation.of(generator.window(START, new SplittableRandom(w)), Stamps.KERNEL,
                    Estimators.DEFAULT, 1);
            claimed += e.errStatNanos() * e.errStatNanos();
            made += Math.pow(e.errorAgainst(0, generator.lead(e.x0Nanos())), 2);
        }
        assertThat(Math.sqrt(claimed / made)).isBetween(0.4, 4.0);
    }
}
