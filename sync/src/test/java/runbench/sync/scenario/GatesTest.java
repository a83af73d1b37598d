package runbench.sync.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.model.Chain;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;
import runbench.sync.scenario.Generator.ScenarioPlan;

/** Checks the limits of the default method on reproducible data. */
@Tag("scenario")
@Tag("beside")
class GatesTest {
    private static final int WINDOWS = 20;

    @ParameterizedTest(name = "{0}: max {1} ns, rms {2} ns")
    @CsvSource({"kernel,1000,", "kernel-loaded,1000,", "user,5000,", "user-loaded,5000,", "exponential,,1000",
            "pareto,,1000", "asymmetric-queue,,2000"})
    void offsetsKeepTheLimits(String condition, Double max, Double rms) {
        MethodComparison.Score score = MethodComparison
                .on(WindowSource.generated(ScenarioPlan.OFFSET), Scenarios.delays(condition),
                        List.of(Estimators.DEFAULT), WINDOWS, 2026)
                .get(0);
        if (max != null) {
            assertThat(score.maxNanos()).isLessThan(max);
        }
        if (rms != null) {
            assertThat(score.rmsNanos()).isLessThan(rms);
        }
        assertThat(score.inside()).isEqualTo(WINDOWS);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"kernel", "kernel-loaded", "user", "user-loaded"})
    void tenSecondsGiveTheRateToATenthOfAPpm(String condition) {
        Delays delays = Scenarios.delays(condition);
        for (int w = 0; w < WINDOWS; w++) {
            SplittableRandom random = new SplittableRandom(31L * w);
            double ppm = random.nextDouble(-180, 180);
            Generator generator = new Generator(delays.link(), ScenarioPlan.SLOPE, 1,
                    Oscillator.steady(ppm, WindowSource.START_NANOS));
            Exchanges window = generator.window(WindowSource.START_NANOS, random);
            Estimate e = Estimation.of(window, delays.stamps(), Estimators.DEFAULT, 1);
            assertThat(Math.abs(e.slope() * 1e6 - ppm)).as("window %d", w).isLessThan(0.1);
        }
    }

    /** A gateway with a clock of its own, one window on each side: the limit for a stamp just after both windows. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"kernel", "kernel-loaded"})
    void twoHopsKeepTwiceTheLimit(String condition) {
        Delays delays = Scenarios.delays(condition);
        long gatewayAhead = 1_500_000_000L;
        for (int w = 0; w < WINDOWS; w++) {
            SplittableRandom random = new SplittableRandom(31L * w);
            Generator upper = new Generator(delays.link(), ScenarioPlan.OFFSET, gatewayAhead,
                    Oscillator.steady(random.nextDouble(-180, 180), WindowSource.START_NANOS));
            Generator lower = new Generator(delays.link(), ScenarioPlan.OFFSET, -750_000_000L,
                    Oscillator.steady(random.nextDouble(-180, 180), WindowSource.START_NANOS));
            Chain chain = new Chain(List.of(
                    model("n", "gateway", lower.window(WindowSource.START_NANOS + gatewayAhead, random), delays),
                    model("gateway", "root", upper.window(WindowSource.START_NANOS, random), delays)));
            long reference = WindowSource.START_NANOS + 5_000_000_000L;
            long gateway = ahead(upper, reference);
            ReferenceTime converted = chain.at(ahead(lower, gateway));
            assertThat(Math.abs(converted.refNanos() - reference)).as("window %d", w).isLessThan(2000);
            assertThat((double) (reference - converted.refNanos())).as("window %d", w)
                    .isBetween(converted.loNanos(), converted.hiNanos());
        }
    }

    private static long ahead(Generator clock, long nanos) {
        return nanos + clock.wholeLeadNanos() + Math.round(clock.lead(nanos));
    }

    private static NodeModel model(String node, String reference, Exchanges window, Delays delays) {
        Estimate e = Estimation.of(window, delays.stamps(), Estimators.DEFAULT, 1);
        return new NodeModel(node, reference, "realtime", NodeModel.TYPICAL_WANDER, List.of(WindowModel.of(e)));
    }

    /** The limits are meaningful: the same values with an invisible asymmetry of 40 us exceed them. */
    @Test
    void constantAsymmetryExceedsTheLimits() {
        MethodComparison.Score score = MethodComparison
                .on(WindowSource.generated(ScenarioPlan.OFFSET), Scenarios.delays("constant-asymmetry"),
                        List.of(Estimators.DEFAULT), 5, 1)
                .get(0);
        assertThat(score.maxNanos()).isGreaterThan(5000);
        assertThat(score.inside()).isEqualTo(5);
    }

    @Test
    void everyWindowHasBothKindsOfStamps() {
        Exchanges window = new Generator(Link.LOADED, ScenarioPlan.OFFSET, 0, Oscillator.steady(1, 0))
                .window(WindowSource.START_NANOS, new SplittableRandom(1));
        assertThat(window.count(Stamps.KERNEL)).isEqualTo(window.count(Stamps.USER)).isEqualTo(1024);
    }
}
