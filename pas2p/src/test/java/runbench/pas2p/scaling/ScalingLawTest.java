package runbench.pas2p.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.api.Test;

/** Fits of known laws. */
class ScalingLawTest {
    private static final double[] RANKS = {4, 8, 16, 32};
    private static final double T_95 = 3.182; // three degrees of freedom

    /** Laws that programs follow. */
    enum Law {
        CONSTANT(p -> 3), DIVIDED(p -> 8 / p), AMDAHL(p -> 0.1 + 4 / p),
        TREE(p -> 0.5 + 0.2 * Math.log(p) / Math.log(2)), COST(p -> 0.05 + 6 / p + 0.05 * Math.log(p) / Math.log(2)),
        HALO(p -> 3 / p + 1 / Math.sqrt(p)), SERIAL(p -> 2 / p + 0.02 * p), CACHE(p -> 20 * Math.pow(p, -1.2));

        private final DoubleUnaryOperator time;

        Law(DoubleUnaryOperator time) {
            this.time = time;
        }
    }

    private static ScalingLaw fit(DoubleUnaryOperator law, double at, Random random, double noise) {
        double[] y = Arrays.stream(RANKS)
                .map(p -> law.applyAsDouble(p) * Math.exp(noise * random.nextGaussian()))
                .toArray();
        return ScalingLaw.ofTimes(RANKS, y, new double[y.length], at);
    }

    @ParameterizedTest
    @EnumSource(Law.class)
    void exactPointsAreFitted(Law law) {
        ScalingLaw fitted = fit(law.time, 64, new Random(1), 0);
        double truth = law.time.applyAsDouble(64);
        assertThat(fitted.value()).isCloseTo(truth, within(0.15 * truth));
        assertThat(Math.abs(fitted.value() - truth)).isLessThan(T_95 * fitted.deviation());
        assertThat(fitted.misfit()).isLessThan(0.03);
    }

    @ParameterizedTest
    @EnumSource(Law.class)
    void deviationGrowsWithTheNoise(Law law) {
        double truth = law.time.applyAsDouble(64);
        Random random = new Random(2);
        int held = 0;
        int tries = 200;
        for (int i = 0; i < tries; i++) {
            ScalingLaw fitted = fit(law.time, 64, random, 0.05);
            held += Math.abs(fitted.value() - truth) <= T_95 * fitted.deviation() ? 1 : 0;
        }
        assertThat(held).as(law.name()).isGreaterThan((int) (0.85 * tries));
    }

    @Test
    void namesTheLaw() {
        assertThat(fit(Law.DIVIDED.time, 64, new Random(1), 0).formula()).isEqualTo("8.00/p");
        assertThat(fit(Law.CONSTANT.time, 64, new Random(1), 0).formula()).isEqualTo("3.00");
        assertThat(fit(Law.CACHE.time, 64, new Random(1), 0).formula()).isEqualTo("20.0 p^-1.20");
    }

    @Test
    void equalWeightsAreConstantAndGrowingOnesMayHaveAnOffset() {
        ScalingLaw constant = ScalingLaw.ofWeights(RANKS, new double[]{75, 75, 75, 75}, 1024);
        assertThat(constant.value()).isEqualTo(75);
        assertThat(constant.deviation()).isZero();
        ScalingLaw stages = ScalingLaw.ofWeights(RANKS, new double[]{30, 70, 150, 310}, 64);
        assertThat(stages.formula()).isEqualTo("-10.0 + 10.0 p");
        assertThat(stages.value()).isCloseTo(630, within(10.0));
    }

    /** log2(p) and p are proportional at 2 and 4 ranks, and log2(p) is 0 at one rank. */
    @Test
    void dependentTermsAreNoCandidates() {
        for (double[] ranks : new double[][]{{2, 4}, {1, 2}, {1, 2, 4}, {2, 2, 4}, {1, 2, 4, 8, 1024}}) {
            double[] times = Arrays.stream(ranks).map(p -> 8 / p).toArray();
            ScalingLaw law = ScalingLaw.ofTimes(ranks, times, new double[ranks.length], 8);
            assertThat(law.value()).as(Arrays.toString(ranks)).isCloseTo(1, within(1.0));
            assertThat(law.deviation()).isFinite().isPositive();
        }
    }

    @Test
    void absentTimesRemainAbsent() {
        ScalingLaw none = ScalingLaw.ofTimes(RANKS, new double[4], new double[4], 64);
        assertThat(none.value()).isZero();
        assertThat(none.deviation()).isZero();
        assertThat(ScalingLaw.ofTimes(RANKS, new double[]{1, 0, 1, 0}, new double[4], 64).value()).isPositive();
    }
}
