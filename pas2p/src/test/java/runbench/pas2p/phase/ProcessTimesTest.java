package runbench.pas2p.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.phase.PhaseOptions.Method;
import runbench.pas2p.predict.PredictedPhase.PredictedTime;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceWriter;

/** Phase times by the thesis's rule: section 4.2, figure 4.2, tables 4.1 and 4.2. */
class ProcessTimesTest {
    private static final PhaseOptions THESIS = new PhaseOptions(OrderRule.PAS2P, Method.PHASES,
            PhaseOptions.DEFAULT.similarity(), PhaseOptions.DEFAULT.blocks(), 0.01, true, 1000);
    private static final long CALL = 1_000;

    @TempDir
    Path directory;

    /**
     * Writes ranks that compute before each collective.
     *
     * @param setup time before the first collective, ns
     * @param computed computation by rank and collective of the iteration, ns; the first one follows the last one
     */
    private MpiTrace computing(int iterations, long setup, List<MpiOp> ops, long[][] computed, long finish) {
        for (int r = 0; r < computed.length; r++) {
            try (TraceWriter writer = new TraceWriter(directory, r, computed.length, Map.of("source", "test"))) {
                writer.communicator(TraceWriter.WORLD, computed.length, r, 0x1234);
                writer.init(0, CALL);
                long now = CALL + setup;
                int n = ops.size();
                for (int i = 0; i < iterations * n; i++) {
                    if (i > 0) {
                        now += computed[r][i % n];
                    }
                    writer.collective(ops.get(i % n), -1, TraceWriter.WORLD, i, 8, now, now + CALL);
                    now += CALL;
                }
                writer.finalizeAt(now + finish);
                writer.end(Map.of());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        return MpiTrace.open(directory);
    }

    /** CG with 8 processes: 1,976 iterations of phase 1 twice and phase 2 once, in 208.146 s. */
    @Test
    void phasesOfTableFourTwoCoverTheRunAlthoughTheyComputeBeforeTheyCommunicate() {
        long one = 2_897_380;
        long two = 98_062_300;
        long[][] computed = new long[8][];
        for (int r = 0; r < 8; r++) {
            computed[r] = new long[]{two - CALL, one - CALL, one - CALL};
        }
        long rest = 208_146_000_000L - 3952 * one - 1976 * two;
        PhaseAnalysis analysis = PhaseAnalysis.of(computing(1976, rest / 2,
                List.of(MpiOp.ALLREDUCE, MpiOp.ALLREDUCE, MpiOp.BARRIER), computed, rest / 2 + two - CALL), THESIS,
                Progress.NONE);
        assertThat(analysis.phases()).extracting(Phase::weight).containsExactly(3952L, 1976L);
        assertThat(analysis.runNanos()).isEqualTo(208_146_000_000L);
        double[] seconds = analysis.phases().stream().mapToDouble(p -> analysis.meanNanosOf(p) / 1e9).toArray();
        assertThat(seconds[0]).isCloseTo(0.00289738, within(1e-8));
        // The last occurrence ends with the last event, before its computation.
        assertThat(seconds[1]).isCloseTo(0.0980623 * 1975 / 1976, within(1e-6));
        assertThat(PredictedTime.seconds(seconds, new long[]{3952, 1976})).isCloseTo(205.221, within(0.1));
        assertThat(analysis.relevantSum()).isCloseTo(0.986, within(0.001));
    }

    @Test
    void slowestProcessOfEachOccurrenceCounts() {
        long[][] computed = {{10_000, 50_000}, {40_000, 20_000}};
        PhaseAnalysis analysis = PhaseAnalysis
                .of(computing(100, 0, List.of(MpiOp.ALLREDUCE, MpiOp.BARRIER), computed, 0), THESIS, Progress.NONE);
        // One phase: rank 0 takes 62 us from its first event to that of the next occurrence, rank 1 as well.
        assertThat(analysis.phases()).extracting(Phase::weight).containsExactly(100L);
        assertThat(analysis.phases().get(0).slowestProcessNanos()).isEqualTo(99 * 62_000 + 52_000);
    }

    @Test
    void blocksAreTimedByTheSameRule() {
        long[][] computed = {{30_000, 10_000}, {10_000, 30_000}};
        PhaseAnalysis analysis = PhaseAnalysis.of(
                computing(50, 0, List.of(MpiOp.ALLREDUCE, MpiOp.BARRIER), computed, 0),
                THESIS.withMethod(Method.BLOCKS), Progress.NONE);
        assertThat(analysis.relevantSum()).isBetween(0.95, 1.6);
    }

    private static PhaseOccurrences occurrences(int n) {
        PhaseOccurrences all = new PhaseOccurrences();
        for (int i = 0; i < n; i++) {
            all.add(0, i, i);
        }
        return all;
    }

    private static long total(ProcessTimes times, int occurrences) {
        Phase phase = new Phase(0, null);
        times.finish(occurrences(occurrences), List.of(phase));
        return phase.slowestProcessNanos();
    }

    @Test
    void processWithoutEventInTheNextPhaseEndsAtItsNextEvent() {
        ProcessTimes times = new ProcessTimes(2);
        times.event(0, 0, 100, 110);
        times.event(1, 0, 100, 105);
        times.event(0, 1, 200, 210);
        times.event(0, 2, 300, 310);
        times.event(1, 2, 320, 325);
        // 220 by process 1, 100 by process 0, and the calls of the last occurrence.
        assertThat(total(times, 3)).isEqualTo(220 + 100 + 10);
    }

    @Test
    void eventsOfAnOccurrenceMayComeInAnyOrder() {
        ProcessTimes times = new ProcessTimes(1);
        times.event(0, 0, 100, 110);
        times.event(0, 1, 250, 260);
        times.event(0, 1, 200, 210);
        assertThat(total(times, 2)).isEqualTo(100 + 60);
    }

    @Test
    void emptyTraceHasNoTimes() {
        assertThat(total(new ProcessTimes(3), 0)).isZero();
    }
}
