package runbench.pas2p.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import runbench.base.progress.Progress;
import runbench.pas2p.Scripted;
import runbench.pas2p.phase.TimeBalance.EarlyArrivals;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;
import runbench.pas2p.trace.TraceWriter;

/** The parts of the run time, which are measured separately and must sum to the run. */
class TimeBalanceTest {
    private static final long MS = 1_000_000;

    @TempDir
    Path directory;

    /**
     * Returns a trace in which rank 0 leaves MPI_Init first and sends; rank 1 leaves it 10 ms later. Both then set up
     * for 20 ms.
     */
    private MpiTrace lateRank() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            try (TraceWriter writer = new TraceWriter(directory, rank, 2, Map.of("source", "test"))) {
                writer.communicator(TraceWriter.WORLD, 2, rank, 1);
                writer.init(0, rank == 0 ? MS : 11 * MS);
                long now = 2 * MS;
                int posts = 5;
                if (rank == 0) {
                    for (int i = 0; i < posts; i++) {
                        writer.send(MpiOp.ISEND, 1, 0, TraceWriter.WORLD, 8, now, now + MS / 10);
                        now += MS;
                    }
                }
                now = 31 * MS;
                for (int i = 0; i < posts && rank == 1; i++) {
                    writer.receive(MpiOp.RECV, 0, 0, TraceWriter.WORLD, 8, now, now + MS / 10);
                    now += MS;
                }
                now = 40 * MS;
                for (int i = 0; i < 10; i++) {
                    writer.collective(MpiOp.BARRIER, -1, TraceWriter.WORLD, i, 0, now, now + MS);
                    now += 5 * MS;
                }
                writer.finalizeAt(now);
                writer.end(Map.of());
            }
        }
        return MpiTrace.open(directory);
    }

    @ParameterizedTest
    @EnumSource(PhaseOptions.Method.class)
    void noPhaseBeginsBeforeTheRun(PhaseOptions.Method method) throws IOException {
        PhaseAnalysis analysis = PhaseAnalysis.of(lateRank(), PhaseOptions.DEFAULT.withMethod(method), Progress.NONE);
        assertThat(analysis.runNanos()).isEqualTo((90 - 11) * MS);
        assertThat(analysis.occurrences().startNanos(0)).isGreaterThanOrEqualTo(analysis.runStartNanos());
        assertThat(analysis.coverage()).isBetween(0.0, 1.0);
        assertThat(analysis.balance().beforeNanos()).isZero();
        assertThat(analysis.balance().afterNanos()).isEqualTo(4 * MS);
        assertThat(analysis.balance().contradictions()).isEmpty();
    }

    @Test
    void settingUpBeforeTheFirstEventIsInNoPhase() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            try (TraceWriter writer = new TraceWriter(directory, rank, 2, Map.of("source", "test"))) {
                writer.communicator(TraceWriter.WORLD, 2, rank, 1);
                writer.init(0, MS);
                long now = 101 * MS;
                for (int i = 0; i < 10; i++) {
                    writer.collective(MpiOp.BARRIER, -1, TraceWriter.WORLD, i, 0, now, now + MS);
                    now += 2 * MS;
                }
                writer.finalizeAt(now);
                writer.end(Map.of());
            }
        }
        PhaseAnalysis analysis = PhaseAnalysis.of(MpiTrace.open(directory), PhaseOptions.DEFAULT, Progress.NONE);
        Phase barrier = analysis.phases().get(0);
        assertThat(analysis.balance().beforeNanos()).isEqualTo(100 * MS);
        assertThat(barrier.frontierNanos()).isEqualTo(19 * MS);
        assertThat(barrier.rankNanos()).isEqualTo(2 * 19 * MS);
        assertThat(barrier.computeNanos()).as("without the 100 ms before it").isEqualTo(2 * 9 * MS);
        assertThat(barrier.mpiNanos()).isEqualTo(2 * 10 * MS);
    }

    @Test
    void inconsistentClocksAreReported() {
        MpiTrace trace = Scripted.trace(directory, "2 2 *", "-1 -1 *");
        MpiTrace shifted = trace.in(RankTimelines.shifts(new long[]{0, -50_000}));
        assertThat(PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE).balance().contradictions()).isEmpty();
        for (PhaseOptions.Method method : PhaseOptions.Method.values()) {
            TimeBalance balance = PhaseAnalysis.of(shifted, PhaseOptions.DEFAULT.withMethod(method), Progress.NONE)
                    .balance();
            assertThat(balance.earlyArrivals()).isEqualTo(2);
            assertThat(balance.earliestNanos()).isEqualTo(49_000);
            assertThat(balance.contradictions()).hasSize(1).first().asString().contains("--clock-model");
        }
    }

    @Test
    void everyInconsistentPartIsReported() {
        assertThat(new TimeBalance(100, 10, 80, 10, 7, 7, 0, 0).contradictions()).isEmpty();
        assertThat(wrong(new TimeBalance(100, -10, 100, 10, 7, 7, 0, 0))).contains("begins 10 ns before");
        assertThat(wrong(new TimeBalance(100, 10, 95, -5, 7, 7, 0, 0))).contains("ends 5 ns after");
        assertThat(wrong(new TimeBalance(100, 10, 70, 10, 7, 7, 0, 0)))
                .contains("sum to 90 ns, but the run took 100 ns");
        assertThat(wrong(new TimeBalance(100, 10, 80, 10, 7, 6, 0, 0))).contains("7 sends and collectives",
                "6 are in phases");
    }

    private static String wrong(TimeBalance balance) {
        List<String> found = balance.contradictions();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    /** Drops one occurrence, as a faulty finder would: the sum of the phases must show the loss. */
    @Test
    void missingOccurrenceIsReported() {
        MpiTrace trace = Scripted.trace(directory, "2 * 2 * -2", "1 * 1 * -1");
        PhaseAnalysis whole = PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE);
        PhaseAnalysis lacking = new PhaseAnalysis(trace, PhaseOptions.DEFAULT, whole.sweep(),
                whole.phases().subList(1, whole.phases().size()), whole.occurrences(), 0, 0, new EarlyArrivals(), null);
        assertThat(lacking.balance().contradictions()).hasSize(2);
    }
}
