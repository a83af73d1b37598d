package runbench.sync.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.scenario.Generator;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.Link;
import runbench.sync.scenario.Link.Delay;
import runbench.sync.scenario.Oscillator;

class GuaranteedIntervalTest {
    private static final long START = 1_700_000_000_000_000_000L;

    /** An invisible asymmetry costs every estimate half of it; only the interval contains the truth. */
    @Test
    void containsTheTruthWhereEveryEstimateIsWrong() {
        Link link = Link.QUIET.queued(Delay.constant(40_000), Delay.constant(0));
        Generator generator = new Generator(link, ScenarioPlan.OFFSET, 5, Oscillator.steady(100, START));
        Estimate e = Estimation.of(generator.window(START, new SplittableRandom(1)), Stamps.KERNEL, Estimators.DEFAULT,
                1);
        assertThat(e.errorAgainst(5, generator.lead(e.x0Nanos()))).isBetween(19_000.0, 21_000.0);
        assertThat(e.errStatNanos()).isLessThan(100);
        assertThat(e.guarantees(5, generator.lead(e.x0Nanos()))).isTrue();
        assertThat(e.bounds().width()).isBetween(40_000.0, 50_000.0);
    }

    /** The reference is a search over slopes without hulls. */
    @Test
    void agreesWithBruteForce() {
        for (int seed = 0; seed < 20; seed++) {
            Link link = Link.QUIET.queued(Delay.exponential(20e3), Delay.pareto(5e3, 1.5));
            Generator generator = new Generator(link, new ScenarioPlan(4, 10, 50_000_000L, 0), 7,
                    Oscillator.steady(-180, START));
            Probes p = Probes.all(generator.window(START, new SplittableRandom(seed)), Stamps.KERNEL);
            double x = p.endNanos() - p.originNanos;
            GuaranteedInterval fast = GuaranteedInterval.at(p, x, 1);
            double lo = Double.POSITIVE_INFINITY;
            double hi = Double.NEGATIVE_INFINITY;
            for (double slope = -1e-3; slope <= 1e-3; slope += 1e-7) {
                double top = Double.POSITIVE_INFINITY;
                double bottom = Double.NEGATIVE_INFINITY;
                for (int i = 0; i < p.size(); i++) {
                    top = Math.min(top, p.forward[i] + 1 + slope * (x - p.sent[i]));
                    bottom = Math.max(bottom, p.backward[i] - 1 + slope * (x - p.received[i]));
                }
                if (top >= bottom) {
                    lo = Math.min(lo, bottom);
                    hi = Math.max(hi, top);
                }
            }
            // The search steps over the corners, so it may find up to one step less.
            assertThat(fast.lo()).isBetween(lo - 10, lo + 1e-6);
            assertThat(fast.hi()).isBetween(hi - 1e-6, hi + 10);
        }
    }

    /**
     * A receive stamped 90 us late in a decisive exchange shifts the interval away from all other exchanges. The
     * interval must not exclude them.
     */
    @Test
    void wrongStampDoesNotExcludeAllOthers() {
        GuaranteedInterval wrong = new GuaranteedInterval(88_758, 99_491, 4e-5, 5e-5, 2);
        GuaranteedInterval both = wrong.holding(-457, 1515, 1e-6, 1e-7);
        assertThat(both.contains(-457)).isTrue();
        assertThat(both.contains(99_491)).as("nothing that was possible is excluded").isTrue();
        assertThat(both.slopeLo()).isLessThanOrEqualTo(1e-6);
        assertThat(both.slopeHi()).isEqualTo(5e-5);
        assertThat(wrong.holding(90_000, 1515, 4.5e-5, 1e-7)).isSameAs(wrong);
    }

    @Test
    void usesTheBurstsAfterAStep() {
        Oscillator stepped = Oscillator.steady(20, START).step(START + 2_000_000_000L, 300_000);
        Generator generator = new Generator(Link.QUIET, ScenarioPlan.OFFSET, 0, stepped);
        Estimate e = Estimation.of(generator.window(START, new SplittableRandom(3)), Stamps.KERNEL, Estimators.DEFAULT,
                1);
        assertThat(e.bounds().bursts()).isBetween(5, 8);
        assertThat(e.bursts()).isEqualTo(e.bounds().bursts());
        assertThat(e.errorAgainst(0, generator.lead(e.x0Nanos()))).isBetween(-200.0, 200.0);
        assertThat(e.guarantees(0, generator.lead(e.x0Nanos()))).isTrue();
    }

    @Test
    void isUnboundedIfNoLineFits() {
        // The receives precede the sends for any clock: no line passes below -5000 and above +5000.
        Exchanges impossible = Exchanges.builder()
                .add(0, 0, 0, 0, 0, 0, 1000, 500, 500, 900)
                .add(0, 1, 0, 0, 0, 0, 2000, 5000, 9000, 2001)
                .build();
        Probes p = Probes.all(impossible, Stamps.KERNEL);
        GuaranteedInterval none = GuaranteedInterval.at(p, 0, 0);
        assertThat(none.lo()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(none.bursts()).isZero();
    }
}
