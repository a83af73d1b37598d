package runbench.pas2p.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.pas2p.predict.Prediction;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignedLevel;
import runbench.pas2p.signature.SteadySignature;
import runbench.pas2p.signature.SteadySignature.Part;

/** Extrapolations with a known law. */
class WorkloadPredictionTest {
    private static Growth growth(DoubleUnaryOperator law, double at, double... x) {
        return Growth.of(x, DoubleStream.of(x).map(law).toArray(), at);
    }

    @Test
    void lineIsDistinguishedFromAPower() {
        Growth line = growth(x -> 7 + 3 * x, 1000, 10, 20, 40, 80);
        assertThat(line.law()).isEqualTo(Growth.Law.LINEAR);
        assertThat(line.value()).isCloseTo(3007, within(1e-6));
        assertThat(line.deviation()).isLessThan(1e-3);
        Growth power = growth(x -> 2e-6 * x * x * x, 300, 50, 100, 200);
        assertThat(power.law()).isEqualTo(Growth.Law.POWER);
        assertThat(power.b()).isCloseTo(3, within(1e-9));
        assertThat(power.value()).isCloseTo(54, within(1e-6));
        assertThat(power.deviation()).isLessThan(1e-3);
    }

    @Test
    void constantQuantityRemainsConstant() {
        assertThat(growth(x -> 75, 1000, 10, 20, 40).value()).isCloseTo(75, within(1e-9));
        assertThat(growth(x -> 0, 1000, 10, 20, 40).value()).isZero();
    }

    @Test
    void noiseIsNotGrowth() {
        Growth noise = Growth.of(new double[]{60, 120, 240}, new double[]{0.0104, 0.0099, 0.0102}, 960);
        assertThat(noise.law()).isEqualTo(Growth.Law.CONSTANT);
        assertThat(noise.value()).isCloseTo(0.01017, within(1e-5));
        assertThat(noise.deviation()).isBetween(0.0002, 0.0004);
    }

    @Test
    void twoPointsAreUndecidedAndTheErrorIncludesBothLaws() {
        Growth two = growth(x -> x * x, 4, 1, 2);
        assertThat(two.law()).isEqualTo(Growth.Law.UNDECIDED);
        assertThat(two.value()).isCloseTo((10 + 16) / 2.0, within(1e-9));
        assertThat(1.96 * two.deviation()).isGreaterThan(3);
        // Through the origin both laws are the same.
        assertThat(growth(x -> 5 * x, 400, 100, 200)).satisfies(g -> {
            assertThat(g.value()).isCloseTo(2000, within(1e-6));
            assertThat(g.deviation()).isLessThan(1e-6);
        });
    }

    @Test
    void noisyPointsWidenTheErrorAsMuchAsItIs() {
        Random random = new Random(1);
        int holds = 0;
        int tries = 400;
        for (int i = 0; i < tries; i++) {
            Growth g = growth(x -> 0.003 * Math.pow(x, 1.5) * (1 + 0.02 * random.nextGaussian()), 200, 20, 40, 60, 80,
                    100, 120);
            double t = 2.776; // four degrees of freedom, 95 %
            holds += Math.abs(g.value() - 0.003 * Math.pow(200, 1.5)) <= t * g.deviation() ? 1 : 0;
        }
        assertThat(holds).isGreaterThan((int) (0.9 * tries));
    }

    /**
     * Returns a run of x steps, each of 2 ms, with its norm every tenth step. Time in no phase is 20 us a step. The
     * measured machine doubles all times.
     */
    private static Signature run(int steps) {
        return SteadySignature.of(4, 0.01 + 0.00002 * steps, new Part("halo", 5 + steps, 0.002),
                new Part("norm", steps / 10, 0.01));
    }

    private static Prediction measured(double noise) {
        return Prediction.of(SteadySignature.measured(run(1000), 2, noise, false, List.of("there")));
    }

    @Test
    void aWholeRunIsExtrapolatedByItsPhasesAndTheRatiosMeasured() {
        WorkloadPrediction w = WorkloadPrediction.of(measured(0.01), List.of(WorkloadRun.of(run(4000), "c", 4000),
                WorkloadRun.of(run(1000), "a", 1000), WorkloadRun.of(run(2000), "b", 2000)), 16000);
        double truth = 2 * run(16000).trace().teaS();
        assertThat(w.extrapolatedS()).isCloseTo(truth, within(0.01 * truth));
        assertThat(w.intervalS()[0]).isLessThan(truth);
        assertThat(w.intervalS()[1]).isGreaterThan(truth).isLessThan(1.1 * truth);
        assertThat(w.runs()).extracting(WorkloadRun::value).containsExactly(1000.0, 2000.0, 4000.0);
        assertThat(w.phases().get(0).weight().law()).isEqualTo(Growth.Law.LINEAR);
        assertThat(w.phases().get(0).weight().value()).isCloseTo(16005, within(1e-3));
        assertThat(WorkloadReport.remarks(w).get(0)).startsWith("EXTRAPOLATED");
        assertThat(WorkloadReport.fields("m", w)).containsEntry("extrapolated", true);
    }

    @Test
    void workloadBetweenTheAnalysedOnesIsInterpolated() {
        List<WorkloadRun> runs = List.of(WorkloadRun.of(run(1000), "a", 1000), WorkloadRun.of(run(2000), "b", 2000),
                WorkloadRun.of(run(4000), "c", 4000));
        WorkloadPrediction w = WorkloadPrediction.of(measured(0.01), runs, 3000);
        double truth = 2 * run(3000).trace().teaS();
        assertThat(w.extrapolatedS()).isCloseTo(truth, within(0.01 * truth));
        assertThat(w.intervalS()[0]).isLessThan(truth);
        assertThat(w.intervalS()[1]).isGreaterThan(truth);
        assertThat(WorkloadReport.remarks(w).get(0)).startsWith("INTERPOLATED: a run with workload 3000");
        assertThat(WorkloadReport.fields("m", w)).containsEntry("extrapolated", false);
        assertThat(WorkloadPrediction.of(measured(0.01), runs, 4000).isInterpolated()).isTrue();
        assertThat(WorkloadPrediction.of(measured(0.01), runs, 900).isInterpolated()).isFalse();
    }

    /** The norm is below the limit of relevance in the largest run: its time there is part of the rest. */
    @Test
    void phaseThatIsRelevantInSomeRunsBelongsToTheRest() {
        List<WorkloadRun> runs = List.of(WorkloadRun.of(run(1000), "a", 1000), WorkloadRun.of(run(2000), "b", 2000),
                WorkloadRun.of(SteadySignature.of(4, 0.01 + 0.00002 * 4000 + 400 * 0.01, new Part("halo", 4005, 0.002)),
                        "c", 4000));
        WorkloadPrediction w = WorkloadPrediction.of(measured(0.01), runs, 16000);
        double truth = 2 * run(16000).trace().teaS();
        assertThat(w.phases()).extracting(WorkloadPrediction.WorkloadPhase::label).containsExactly("P1");
        assertThat(w.extrapolatedS()).isCloseTo(truth, within(0.02 * truth));
        assertThat(w.apart()).extracting(WorkloadPrediction.ApartPhase::source).containsExactly("a", "b");
        assertThat(WorkloadReport.remarks(w))
                .anyMatch(r -> r.startsWith("P2 (norm, ") && r.endsWith("is part of the rest"));
        assertThat(w.secondsOnMeasured(runs.get(0))).isCloseTo(2 * runs.get(0).teaS(), within(0.02));
    }

    @Test
    void invalidExtrapolationIsRejected() {
        WorkloadRun a = WorkloadRun.of(run(1000), "a", 1000);
        WorkloadRun b = WorkloadRun.of(run(2000), "b", 2000);
        WorkloadRun other = WorkloadRun.of(
                SteadySignature.of(4, 1, new Part("other", 2005, 0.002), new Part("new", 200, 0.01)), "other", 2000);
        WorkloadRun ranks = WorkloadRun.of(
                SteadySignature.of(8, 1, new Part("halo", 2005, 0.002), new Part("norm", 200, 0.01)), "eight", 2000);
        refused(List.of(a), 4000, "one analysed workload does not show");
        refused(List.of(a, WorkloadRun.of(run(1000), "twin", 1000)), 4000, "are of the same workload");
        refused(List.of(a, other), 4000, "no phase is relevant in all of a, other");
        refused(List.of(a, ranks), 4000, "eight: a run of 8 ranks; measured were 4");
        refused(List.of(a, b), -1, "no positive number");
        WorkloadRun coarse = new WorkloadRun(2000, "coarse", SignedLevel.TOP, 4, b.teaS(), b.phases());
        WorkloadRun coarser = new WorkloadRun(1000, "coarser", SignedLevel.TOP, 4, a.teaS(), a.phases());
        refused(List.of(a, coarse), 4000,
                "coarse holds phases of --level top, a of --level all: growth requires the same phases");
        refused(List.of(coarser, coarse), 4000,
                "coarser holds phases of --level top, the measured signature of --level all");
    }

    private static void refused(List<WorkloadRun> runs, double value, String said) {
        assertThatThrownBy(() -> WorkloadPrediction.of(measured(0), runs, value)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining(said);
    }
}
