package runbench.pas2p.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import runbench.pas2p.predict.Prediction;
import runbench.pas2p.trace.ProcessorUse;

/** Programs whose phases follow a schedule, traced and measured while ranks had to wait for their processors. */
@Tag("scenario")
@Tag("beside")
class BusyMachineTest {
    /** Number of repetitions; a thorough run takes -Drunbench.repetitions=40. */
    private static final int REPETITIONS = Integer.getInteger("runbench.repetitions", 6);
    /** Number of runs with drift; a thorough run takes -Drunbench.repetitions=400. */
    private static final int DRIFTS = Integer.getInteger("runbench.repetitions", 40);
    private static final SignatureOptions LONGER = new SignatureOptions(0.03, 0.95, 0.1);

    private record Outcome(int holds, double mean, double worst, double widest) {}

    /**
     * @param traced rate of delays of ranks in the traced run, and their length (ms)
     * @param measured the same for the other run
     */
    private static Outcome outcome(SimulatedProgram program, double[] traced, double[] measured) {
        int holds = 0;
        double sum = 0;
        double worst = 0;
        double widest = 0;
        for (int i = 0; i < REPETITIONS; i++) {
            Signature signature = SimulatedSignature.of(program.late(1, traced[0], traced[1], 2L * i), LONGER);
            Prediction p = Prediction
                    .of(SimulatedSignature.measured(signature, program.late(1.7, measured[0], measured[1], 2 * i + 1)));
            holds += p.holds() ? 1 : 0;
            sum += p.error();
            worst = Math.max(worst, p.error());
            widest = Math.max(widest, (p.intervalS()[1] - p.predictedS()) / p.predictedS());
        }
        System.out.printf("%s: intervals held in %d of %d, error %.2f %%, largest %.2f %%, widest +-%.1f %%%n", program,
                holds, REPETITIONS, 100 * sum / REPETITIONS, 100 * worst, 100 * widest);
        return new Outcome(holds, sum / REPETITIONS, worst, widest);
    }

    /**
     * Checks occurrences that lost time in the trace. The lost time has no relation to the duration elsewhere: ratios
     * to such an occurrence were wrong by any factor.
     */
    @ParameterizedTest
    @EnumSource
    void predictionIsAccurateAfterATraceOnABusyMachine(SimulatedProgram program) {
        Outcome o = outcome(program, new double[]{0.02, 40}, new double[]{0, 0});
        assertThat(o.worst).isLessThan(0.1);
        assertThat(o.mean).isLessThan(0.05);
        assertThat(o.holds).isGreaterThanOrEqualTo((int) (0.9 * REPETITIONS));
    }

    @ParameterizedTest
    @EnumSource
    void predictionIsAccurateForAMeasurementOnABusyMachine(SimulatedProgram program) {
        Outcome o = outcome(program, new double[]{0.02, 40}, new double[]{0.01, 40});
        assertThat(o.worst).isLessThan(0.2);
        assertThat(o.holds).isGreaterThanOrEqualTo((int) (0.9 * REPETITIONS));
    }

    /**
     * Checks sleeps that end late under a drifting load. The lateness at both ends of the measured stretch changes the
     * pace. Intervals that treated this as independent noise held in three of four runs.
     */
    @ParameterizedTest
    @CsvSource({"NESTED, 0.2, 3", "NESTED, 0.2, 10", "NESTED_BIMODAL, 0.2, 10", "NESTED_BIMODAL, 3, 3"})
    void intervalsHoldUnderADriftingLoad(SimulatedProgram program, double tracedMillis, double measuredMillis) {
        int holds = 0;
        for (int i = 0; i < DRIFTS; i++) {
            Signature signature = SimulatedSignature.of(program.woken(1, tracedMillis, 2L * i),
                    SignatureOptions.DEFAULT);
            holds += Prediction.of(SimulatedSignature.measured(signature, program.woken(1, measuredMillis, 2 * i + 1)))
                    .holds() ? 1 : 0;
        }
        System.out.printf("%s, woken %.1f ms late when traced, %.1f ms when measured: intervals held in %d of %d%n",
                program, tracedMillis, measuredMillis, holds, DRIFTS);
        assertThat(holds).isGreaterThanOrEqualTo((int) Math.floor(0.95 * DRIFTS));
    }

    @Test
    void ranksWithoutAProcessorAreReported() {
        ProcessorUse quiet = new ProcessorUse(0, 10, 9, 0.1, 4, 0, 2);
        ProcessorUse busy = new ProcessorUse(1, 10, 3, 4, 900, 0, 2);
        ProcessorUse asleep = new ProcessorUse(2, 10, 0.01, 0.05, 1, 0, 2);
        assertThat(ProcessorUse.busy(List.of(quiet, asleep), "traced")).as("a rank that wants little waits little")
                .isEmpty();
        assertThat(ProcessorUse.busy(List.of(quiet, busy), "traced")).isEqualTo(
                Optional.of("traced while the machine was busy: rank 1 had its CPU 42.9 % of the time it wanted it"));
        assertThat(ProcessorUse.busy(List.of(quiet, busy, busy), "measured").orElseThrow())
                .contains("and 1 more of 3 ranks less than 90.0 % (3 ranks, 2 processors)");
        assertThat(ProcessorUse.busy(List.of(new ProcessorUse(0, 10, 9, 0, 0, 2, 2)), "traced").orElseThrow())
                .contains("the hypervisor gave 10.0 % of the processors to others");
        assertThat(ProcessorUse.busy(null, "traced")).isEmpty();
    }
}
