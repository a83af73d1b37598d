package runbench.sync.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.scenario.Generator;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.Link;
import runbench.sync.scenario.Link.Delay;
import runbench.sync.scenario.Oscillator;
import runbench.sync.scenario.WindowSource;

/** Checks the warnings about errors that no statistics show. */
class EstimateWarningsTest {
    private static List<String> doubts(Link link, ScenarioPlan plan, Stamps stamps, double toleranceNanos) {
        Generator generator = new Generator(link, plan, 0, Oscillator.steady(20, WindowSource.START_NANOS));
        Estimate e = Estimation.of(generator.window(WindowSource.START_NANOS, new SplittableRandom(1)), stamps,
                Estimators.DEFAULT, 1);
        return EstimateWarnings.of(e, toleranceNanos);
    }

    /** 2 ms more to the node than back: the estimate is wrong by 1 ms with a statistical error of nanoseconds. */
    @Test
    void warnsAboutAPossibleAsymmetry() {
        Link slanted = Link.QUIET.queued(Delay.constant(2e6), Delay.constant(0));
        assertThat(doubts(slanted, ScenarioPlan.OFFSET, Stamps.KERNEL, 100_000)).singleElement()
                .asString()
                .contains("tolerance of 100.000 us is not guaranteed")
                .containsPattern("up to 100[0-9]\\.[0-9]+ us");
        assertThat(doubts(slanted, ScenarioPlan.OFFSET, Stamps.KERNEL, Double.POSITIVE_INFINITY)).singleElement()
                .asString()
                .contains("longer in one direction", "far more than its statistical error")
                .containsPattern("100[0-9]\\.[0-9]+ us");
        assertThat(doubts(Link.QUIET, ScenarioPlan.OFFSET, Stamps.KERNEL, 100_000)).isEmpty();
        assertThat(doubts(Link.QUIET, ScenarioPlan.OFFSET, Stamps.KERNEL, 1_000)).hasSize(1);
    }

    @Test
    void warnsAboutUserStampsAndUnknownErrors() {
        assertThat(doubts(Link.QUIET, ScenarioPlan.OFFSET, Stamps.USER, 100_000)).singleElement()
                .asString()
                .contains("not by the kernels");
        assertThat(doubts(Link.QUIET, new ScenarioPlan(1, 64, 1_000_000_000L, 0), Stamps.KERNEL, 100_000))
                .singleElement()
                .asString()
                .contains("statistical error is unknown", "--bursts 16");
    }
}
