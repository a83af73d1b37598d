package runbench.sync.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;
import runbench.sync.estimate.Blend;
import runbench.sync.estimate.Blend.Tuning;
import runbench.sync.estimate.Estimator;
import runbench.sync.scenario.Generator.ScenarioPlan;

/** The sensitivity of the default method to the constants of its weights. */
@Tag("nightly")
@Tag("beside")
@Tag("scenario")
class BlendTuningTest {
    private static final int WINDOWS = 16;
    /** Resolution of stamps, ns: smaller errors are equal. */
    private static final double STAMPS_NANOS = 2;
    private static final List<String> CONSTANTS = List.of("biasQuantile", "minRows", "minAveraged", "minSkewness",
            "skewnessPenalty", "weightExponent", "floorGain");

    private static Tuning scaled(int constant, double factor) {
        Tuning t = Tuning.DEFAULT;
        double[] v = {t.biasQuantile(), t.minRows(), t.minAveraged(), t.minSkewness(), t.skewnessPenalty(),
                t.weightExponent(), t.floorGain()};
        v[constant] *= factor;
        return new Tuning(v[0], (int) v[1], (int) v[2], v[3], v[4], v[5], v[6]);
    }

    private static double[] errors(ScenarioPlan plan, Delays delays, List<Estimator> methods) {
        return MethodComparison.on(WindowSource.generated(plan), delays, methods, WINDOWS, 2026)
                .stream()
                .mapToDouble(score -> Math.max(STAMPS_NANOS, score.rmsNanos()))
                .toArray();
    }

    /** 16 conditions with 5 bursts of 64, and 16 one-sided ones with 24 and 64 exchanges. */
    private static List<double[]> errors(List<Estimator> methods) {
        List<Object[]> conditions = Stream.concat(BestMethodTest.conditions()
                .map(Arguments::get)
                .filter(a -> a[0].equals("short"))
                .map(a -> new Object[]{a[1], a[2]}), BestMethodTest.oneSided().map(Arguments::get).filter(a -> {
                    ScenarioPlan plan = (ScenarioPlan) a[0];
                    return plan.exchanges() == 8 && (plan.bursts() == 8 || plan.bursts() == 3);
                })).toList();
        assertThat(conditions).hasSize(32);
        return conditions.stream().map(a -> errors((ScenarioPlan) a[0], (Delays) a[1], methods)).toList();
    }

    @Test
    void errorChangesByAtMostTenPercentWhenAConstantIsHalvedOrDoubled() {
        List<Estimator> methods = new ArrayList<>(List.of(new Blend()));
        for (int constant = 0; constant < CONSTANTS.size(); constant++) {
            methods.add(new Blend(scaled(constant, 0.5)));
            methods.add(new Blend(scaled(constant, 2)));
        }
        List<double[]> errors = errors(methods);
        for (int m = 1; m < methods.size(); m++) {
            int method = m;
            double change = Math
                    .exp(errors.stream().mapToDouble(e -> Math.log(e[method] / e[0])).average().orElseThrow());
            assertThat(change)
                    .as("geometric mean of errors, %s times %s", CONSTANTS.get((m - 1) / 2), m % 2 == 1 ? 0.5 : 2)
                    .isBetween(0.9, 1.1);
        }
    }

    /** Half-samples of minima: the derivation of {@code floorGain} by simulation. */
    @Test
    void halfSamplesOverstateTheSquareErrorOfMinimaThreefold() {
        SplittableRandom random = new SplittableRandom(5);
        int n = 64;
        double error = 0;
        double halves = 0;
        for (int trial = 0; trial < 20_000; trial++) {
            double[] whole = {Double.MAX_VALUE, Double.MAX_VALUE};
            double[] half = {Double.MAX_VALUE, Double.MAX_VALUE};
            for (int i = 0; i < n; i++) {
                boolean taken = random.nextBoolean();
                for (int way = 0; way < 2; way++) {
                    double delay = random.nextExponential();
                    whole[way] = Math.min(whole[way], delay);
                    half[way] = taken ? Math.min(half[way], delay) : half[way];
                }
            }
            double offset = (whole[0] - whole[1]) / 2;
            error += offset * offset;
            halves += Math.pow((half[0] - half[1]) / 2 - offset, 2);
        }
        assertThat(halves / error).isBetween(0.9 * Tuning.DEFAULT.floorGain(), 1.1 * Tuning.DEFAULT.floorGain());
    }
}
