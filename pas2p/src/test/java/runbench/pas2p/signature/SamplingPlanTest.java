package runbench.pas2p.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.pas2p.signature.SamplingPlan.DurationClasses;

class SamplingPlanTest {
    private static final int[] EVENTS = {8, 8};
    private static final boolean[] BOTH = {true, true};

    /** Returns a run of two phases that alternate. */
    private static SimulatedProgram.Run run(int n, double[] firstMillis, double[] secondMillis) {
        long[] ends = new long[2 * n];
        long now = 2_000_000;
        for (int i = 0; i < 2 * n; i++) {
            now += (long) (1e6 * (i % 2 == 0 ? firstMillis : secondMillis)[i / 2]);
            ends[i] = now;
        }
        return new SimulatedProgram.Run(IntStream.range(0, 2 * n).map(i -> i % 2).toArray(), ends, new double[2 * n], 0,
                now);
    }

    private static double[] normal(int n, double mean, double scatter) {
        SplittableRandom random = new SplittableRandom(3);
        return IntStream.range(0, n).mapToDouble(i -> mean * (1 + scatter * random.nextGaussian())).toArray();
    }

    @Test
    void onlyBimodalDurationsAreSplit() {
        assertThat(DurationClasses.of(normal(2000, 5, 0.2))).hasSize(1);
        assertThat(DurationClasses.of(IntStream.range(0, 2000).mapToDouble(i -> 1 + i / 500.0).toArray())).as("growing")
                .hasSize(1);
        double[] two = normal(2000, 5, 0.05);
        IntStream.range(0, 2000).filter(i -> i % 3 == 0).forEach(i -> two[i] *= 4);
        assertThat(DurationClasses.of(two)).hasSize(2).satisfies(c -> assertThat(c[1]).isBetween(7.0, 19.0));
        double[] three = two.clone();
        IntStream.range(0, 2000).filter(i -> i % 10 == 1).forEach(i -> three[i] = 100);
        assertThat(DurationClasses.of(three)).hasSize(3);
    }

    @Test
    void strataWithMoreScatterGetMoreOccurrences() {
        SamplingPlan plan = SamplingPlan.of(run(20_000, normal(20_000, 5, 0.02), normal(20_000, 5, 0.6)), BOTH, EVENTS,
                4, new SignatureOptions(0.01, 0.95, 1));
        assertThat(plan.strata).hasSize(2);
        assertThat(plan.strata.get(1).wanted).isGreaterThan(10 * plan.strata.get(0).wanted);
        // z^2 2 (T2 S2)^2 / (0.01 T)^2 = 1.96^2 * 2 * (0.5 * 0.6)^2 / 0.01^2, without the phase that has almost no
        // scatter
        assertThat(plan.strata.get(1).wanted).isBetween(5000, 9000);
        assertThat(plan.expectedError).isLessThanOrEqualTo(0.0105);
    }

    @Test
    void theProgramRunsNoFurtherThanAllowed() {
        SimulatedProgram.Run run = run(5000, normal(5000, 5, 0.3), normal(5000, 5, 0.3));
        SamplingPlan wide = SamplingPlan.of(run, BOTH, EVENTS, 4, new SignatureOptions(0.005, 0.95, 1));
        SamplingPlan narrow = SamplingPlan.of(run, BOTH, EVENTS, 4, new SignatureOptions(0.005, 0.95, 0.02));
        assertThat(wide.stop).isGreaterThan(1000);
        assertThat(narrow.stop).isLessThan(200);
        assertThat(narrow.strata).allSatisfy(s -> assertThat(s.measured).isBetween(90, 100).isLessThan(s.wanted));
    }

    @Test
    void warmUpAndTheRunsFirstOccurrenceAreLeftOut() {
        SamplingPlan plan = SamplingPlan.of(run(200, normal(200, 5, 0.1), normal(200, 5, 0.1)), BOTH, EVENTS, 4,
                SignatureOptions.DEFAULT);
        assertThat(plan.chosen[0]).as("two of each phase warm up").isEqualTo(4);
        assertThat(plan.chosen).isSorted().doesNotHaveDuplicates();
        assertThat(plan.chosen[plan.chosen.length - 1]).isEqualTo(plan.stop);
    }

    /** Checks six iterations: the first one is a warm-up, and the second one ends after a third of the run. */
    @Test
    void shareWithoutOccurrencesIsWidened() {
        SimulatedProgram.Run run = run(6, normal(6, 500, 0.02), normal(6, 500, 0.02));
        assertThat(SamplingPlan.of(run, BOTH, EVENTS, 4, new SignatureOptions(0.03, 0.95, 0.05)).stop)
                .as("a fixed share stays")
                .isEqualTo(-1);
        SamplingPlan plan = SamplingPlan.of(run, BOTH, EVENTS, 4, SignatureOptions.DEFAULT);
        assertThat(plan.within).isBetween(0.3, 0.5);
        assertThat(plan.chosen).hasSizeGreaterThanOrEqualTo(2);
        assertThat(SamplingPlan.of(run, BOTH, EVENTS, 4, new SignatureOptions(0.03, 0.95, 0.05, 0.2)).stop)
                .as("not beyond the limit")
                .isEqualTo(-1);
    }

    /** Checks a run whose first 5 % hold only a phase of little time. */
    @Test
    void shareWithLittleOfTheTimeIsWidened() {
        int n = 200;
        int[] phases = IntStream.range(0, n).map(i -> i < 100 ? 0 : 1).toArray();
        long[] ends = new long[n];
        long now = 2_000_000;
        for (int i = 0; i < n; i++) {
            now += i < 100 ? 1_000_000 : 100_000_000;
            ends[i] = now;
        }
        SimulatedProgram.Run run = new SimulatedProgram.Run(phases, ends, new double[n], 0, now);
        SamplingPlan plan = SamplingPlan.of(run, BOTH, EVENTS, 4, SignatureOptions.DEFAULT);
        assertThat(plan.within).isBetween(0.5, 0.55);
        assertThat(run.phase(plan.stop)).isEqualTo(1);
    }

    @Test
    void shareWithOccurrencesIsNotWidened() {
        SamplingPlan plan = SamplingPlan.of(run(2000, normal(2000, 5, 0.1), normal(2000, 5, 0.1)), BOTH, EVENTS, 4,
                SignatureOptions.DEFAULT);
        assertThat(plan.within).isEqualTo(0.05);
    }

    /** Checks a program whose first iterations take ten times as long as the others. */
    @Test
    void manyIterationsAreMeasuredInTheirShareOfTheTime() {
        double[] slowFirst = normal(2000, 5, 0.3);
        IntStream.range(0, 200).forEach(i -> slowFirst[i] *= 10);
        SimulatedProgram.Run run = run(2000, slowFirst, slowFirst);
        SamplingPlan plan = SamplingPlan.of(run, BOTH, EVENTS, 4, new SignatureOptions(0.001, 0.95, 0.05));
        assertThat(plan.stop).isPositive();
        assertThat(run.endNanos(plan.stop) / run.seconds() / 1e9).isLessThanOrEqualTo(0.051);
    }

    @Test
    void invalidSharesAreRejectedByName() {
        assertThatThrownBy(() -> new SignatureOptions(0, 0.95, 0.05)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("--error");
        assertThatThrownBy(() -> new SignatureOptions(0.03, 1, 0.05)).hasMessageContaining("--confidence");
        assertThatThrownBy(() -> new SignatureOptions(0.03, 0.95, 1.5)).hasMessageContaining("--within");
    }
}
