package runbench.sync.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Stamps;

/** Named conditions with limits, the truth known exactly. */
class ScenariosTest {
    private static final long START = 1_700_000_000_000_000_000L;

    static Stream<Scenario> all() {
        return Scenarios.all().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void theDefaultKeepsItsLimit(Scenario scenario) {
        for (Comparison.Score score : Comparison.generated(scenario, List.of(Estimators.DEFAULT), 20, 99)) {
            assertThat(score.inside()).as("windows whose interval holds the truth").isEqualTo(score.windows());
            if (!Double.isNaN(scenario.rmsLimitNanos())) {
                assertThat(score.rmsNanos()).as(scenario.description()).isLessThan(scenario.rmsLimitNanos());
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void everyMethodCarriesTheSameGuarantee(Scenario scenario) {
        for (Comparison.Score score : Comparison.generated(scenario, Estimators.all(), 2, 5)) {
            assertThat(score.inside()).as(score.method()).isEqualTo(2);
        }
    }

    @Test
    void tenSecondsGiveTheRateToATenthOfAPpm() {
        for (int seed = 0; seed < 10; seed++) {
            Generator generator = new Generator(Link.QUIET, Plan.SLOPE, 1, Oscillator.steady(137.25, START));
            Exchanges window = generator.window(START, new SplittableRandom(seed));
            for (Stamps stamps : Stamps.values()) {
                Estimate e = Estimation.of(window, stamps, Estimators.DEFAULT, 1);
                assertThat(e.slope() * 1e6).isBetween(137.15, 137.35);
            }
        }
    }

    /** Two thirds of a window silent: what is left still counts, and nothing is believed of the silence. */
    @Test
    void aNodeThatLeavesAndReturnsIsStillMeasured() {
        Generator generator = new Generator(Link.QUIET, Plan.OFFSET, -9, Oscillator.steady(60, START));
        Exchanges whole = generator.window(START, new SplittableRandom(4));
        Exchanges.Builder present = Exchanges.builder();
        for (int i = 0; i < whole.size(); i++) {
            if (whole.burst(i) < 3 || whole.burst(i) > 12) {
                long[] row = new long[8];
                for (int k = 0; k < 8; k++) {
                    row[k] = whole.stamp(k < 4 ? Stamps.USER : Stamps.KERNEL, k % 4 + 1, i);
                }
                present.add(whole.burst(i), whole.seq(i), row);
            }
        }
        Estimate e = Estimation.of(present.build(), Stamps.KERNEL, Estimators.DEFAULT, 1);
        assertThat(e.bursts()).isEqualTo(6);
        assertThat(e.errorAgainst(-9, generator.lead(e.x0Nanos()))).isBetween(-100.0, 100.0);
        assertThat(e.guarantees(-9, generator.lead(e.x0Nanos()))).isTrue();
    }

    @Test
    void oneSeedMakesOneRecording() {
        Generator generator = new Generator(Link.LOADED, Plan.OFFSET, 0, Oscillator.steady(1, START));
        Exchanges a = generator.window(START, new SplittableRandom(1));
        Exchanges b = generator.window(START, new SplittableRandom(1));
        assertThat(a.size()).isEqualTo(b.size()).isEqualTo(1024);
        assertThat(a.stamp(Stamps.USER, 4, 1023)).isEqualTo(b.stamp(Stamps.USER, 4, 1023));
    }
}
