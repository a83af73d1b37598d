package runbench.pas2p.signature;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import runbench.pas2p.predict.Prediction;

/**
 * Predictions for another machine whose runs are all known: 1.7 times slower in computing, 3.1 times in communicating.
 */
@Tag("scenario")
@Tag("beside")
class PredictionTest {
    /** Number of repetitions; a thorough run takes -Drunbench.repetitions=400. */
    private static final int REPETITIONS = Integer.getInteger("runbench.repetitions", 40);

    @ParameterizedTest
    @EnumSource
    void wholeRunIsPredictedWithin3PercentFromItsFirst5Percent(SimulatedProgram program) {
        Signature signature = SimulatedSignature.of(program.on(SimulatedProgram.Machine.TRACED, 1),
                SignatureOptions.DEFAULT);
        Prediction p = Prediction
                .of(SimulatedSignature.measured(signature, program.on(SimulatedProgram.Machine.SLOWER, 2)));
        assertThat(p.error())
                .as("%s: %.3f s for %.3f s, thesis %.3f s", program, p.predictedS(), p.actual().seconds(), p.thesisS())
                .isLessThan(0.03);
        assertThat(signature.runShare()).isLessThan(0.06);
    }

    @ParameterizedTest
    @EnumSource
    void intervalsHoldAtTheirConfidence(SimulatedProgram program) {
        int holds = 0;
        int large = 0;
        double share = 0;
        double worst = 0;
        double widest = 0;
        for (int i = 0; i < REPETITIONS; i++) {
            Signature signature = SimulatedSignature.of(program.on(SimulatedProgram.Machine.TRACED, 2L * i),
                    SignatureOptions.DEFAULT);
            Prediction p = Prediction
                    .of(SimulatedSignature.measured(signature, program.on(SimulatedProgram.Machine.SLOWER, 2 * i + 1)));
            holds += p.holds() ? 1 : 0;
            large += p.error() > 0.03 ? 1 : 0;
            share += signature.runShare();
            worst = Math.max(worst, p.error());
            widest = Math.max(widest, (p.intervalS()[1] - p.predictedS()) / p.predictedS());
        }
        System.out.printf(
                "%s: intervals held in %d of %d, largest error %.2f %%, widest +-%.2f %%, errors above 3 %%: %d, "
                        + "run %.2f %%%n",
                program, holds, REPETITIONS, 100 * worst, 100 * widest, large, 100 * share / REPETITIONS);
        assertThat(holds).as("%s: 95 %% intervals that held in many runs", program)
                .isGreaterThanOrEqualTo((int) Math.ceil(0.9 * REPETITIONS));
        assertThat(widest).as("%s: half width", program).isLessThan(0.08);
    }

    /**
     * Checks a message that is sent while another rank is still busy. It ends no later than that rank's work, so the
     * frontier does not move.
     */
    @Test
    void hiddenPhaseIsPredicted() {
        SimulatedProgram program = SimulatedProgram.RARE;
        Signature signature = SimulatedSignature.of(program.on(SimulatedProgram.Machine.TRACED, 1),
                SignatureOptions.DEFAULT);
        SimulatedProgram.Run run = program.on(SimulatedProgram.Machine.TRACED, 2);
        MeasuredSignature measured = SimulatedSignature.measured(signature, hidden(run, 1));
        assertThat(measured.samples()).filteredOn(s -> s.phase() == 1).isNotEmpty().allMatch(s -> s.measuredS() == 0);
        Prediction p = Prediction.of(measured);
        assertThat(p.predictedS()).isPositive();
        assertThat(p.intervalS()[0]).isBetween(0.0, p.predictedS());
        assertThat(p.intervalS()[1]).isBetween(p.predictedS(), 2 * p.predictedS());
        assertThat(p.error()).isLessThan(0.1);
    }

    /** Returns the same run with the occurrences of a phase ending at the end of their predecessors. */
    private static SimulatedProgram.Run hidden(SimulatedProgram.Run run, int phase) {
        long[] ends = run.ends().clone();
        long saved = 0;
        for (int i = 0; i < ends.length; i++) {
            saved += run.phase(i) == phase ? run.nanos(i) : 0;
            ends[i] -= saved;
        }
        return new SimulatedProgram.Run(run.phases(), ends, run.mpiShares(), run.start(), run.end() - saved);
    }
}
