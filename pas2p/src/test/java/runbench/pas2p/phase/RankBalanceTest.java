package runbench.pas2p.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.progress.Progress;
import runbench.pas2p.efficiency.EfficiencyAnalysis;
import runbench.pas2p.efficiency.SimulatedRun;
import runbench.pas2p.phase.RankBalance.RankTime;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceWriter;

/** Programs whose critical rank follows from their construction. */
class RankBalanceTest {
    private static final long MS = 1_000_000;
    private static final int ITEMS = 50;

    @TempDir
    private Path dir;

    private static PhaseAnalysis analyse(MpiTrace trace) {
        return PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE);
    }

    /** Writes a pipeline: each rank computes 10 ms per item, the last one, which only receives, 30 ms. */
    private MpiTrace pipeline(int ranks, boolean barrier) throws IOException {
        SimulatedRun run = new SimulatedRun(dir, ranks, 0, 1000);
        if (barrier) {
            run.collective(MpiOp.BARRIER, -1);
        }
        for (int i = 0; i < ITEMS; i++) {
            for (int r = 0; r < ranks; r++) {
                if (r > 0) {
                    run.receive(r, r - 1);
                }
                run.compute(r, (r == ranks - 1 ? 30 : 10) * MS);
                if (r < ranks - 1) {
                    run.send(r, r + 1, 100);
                }
            }
        }
        if (barrier) {
            run.collective(MpiOp.BARRIER, -1);
        }
        return run.end();
    }

    @ParameterizedTest
    @CsvSource({"3,false", "4,false", "3,true", "4,true"})
    void lastRankOfAPipelineIsCriticalAlthoughItOnlyReceives(int ranks, boolean barrier) throws IOException {
        MpiTrace trace = pipeline(ranks, barrier);
        PhaseAnalysis analysis = analyse(trace);
        Phase items = analysis.phases().stream().max((a, b) -> Long.compare(a.weight(), b.weight())).orElseThrow();
        assertThat(items.description()).startsWith("pipeline of " + ranks + " ranks, to rank " + (ranks - 1));
        RankBalance balance = analysis.rankBalance(items).orElseThrow();
        assertThat(balance.ranks()).extracting(RankTime::rank).hasSize(ranks).contains(ranks - 1);
        assertThat(balance.criticalRank()).isEqualTo(ranks - 1);
        RankTime last = balance.ranks().get(ranks - 1);
        assertThat(last.busyNanos() / 1e9).isCloseTo(ITEMS * 0.03, within(0.25));
        assertThat(last.cpuNanos()).isCloseTo(last.busyNanos(), within(MS));
        assertThat(balance.ranks().get(0).busyNanos() / 1e9).isCloseTo(ITEMS * 0.01, within(0.05));
        assertThat(analysis.cpuShortages()).isEmpty();
        assertThat(EfficiencyAnalysis.of(trace, analysis, Progress.NONE).of(items).orElseThrow().criticalRank())
                .isEqualTo(ranks - 1);
        PhaseReport.write(trace, analysis, dir, false);
        assertThat(Files.readAllLines(dir.resolve(PhaseReport.CSV_FILE))).filteredOn(l -> l.contains(items.name()))
                .singleElement()
                .asString()
                .endsWith("," + (ranks - 1));
        assertThat(PhaseReport.json(trace, analysis).at("/phases/" + items.id() + "/critical_rank").intValue())
                .isEqualTo(ranks - 1);
        assertThat(analysis.receivingAfterPhases(0.05)).isEqualTo(barrier ? List.of() : List.of(ranks - 1));
    }

    /** Writes rounds of computation and an Allreduce; each rank's time has its own noise. */
    private MpiTrace rounds(int rounds, double noise, int slowRank, double factor, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        SimulatedRun run = new SimulatedRun(dir, 4, 0, 1000);
        run.collective(MpiOp.BARRIER, -1);
        for (int i = 0; i < rounds; i++) {
            for (int r = 0; r < 4; r++) {
                double nanos = 10 * MS * (r == slowRank ? factor : 1) * (1 + noise * (2 * random.nextDouble() - 1));
                run.compute(r, (long) nanos);
            }
            run.collective(MpiOp.ALLREDUCE, -1);
        }
        return run.end();
    }

    private int criticalOfRounds(int rounds, double noise, int slowRank, double factor, long seed) throws IOException {
        PhaseAnalysis analysis = analyse(rounds(rounds, noise, slowRank, factor, seed));
        Phase largest = analysis.relevantPhases().get(0);
        return analysis.rankBalance(largest).orElseThrow().criticalRank();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void balancedProgramHasNoCriticalRank(long seed) throws IOException {
        assertThat(criticalOfRounds(100, 0, -1, 1, seed)).as("equal ranks").isEqualTo(-1);
        assertThat(criticalOfRounds(100, 0.1, -1, 1, seed)).as("10 % noise").isEqualTo(-1);
        assertThat(criticalOfRounds(8, 0.5, -1, 1, seed)).as("few occurrences with 50 % noise").isEqualTo(-1);
        assertThat(criticalOfRounds(100, 0.1, 2, 1.02, seed)).as("2 % more").isEqualTo(-1);
        assertThat(criticalOfRounds(100, 0.1, 2, 1.2, seed)).as("20 % more").isEqualTo(2);
    }

    /**
     * Writes two ranks that compute 10 ms per round; rank 1 runs a share of it.
     *
     * @param ranShare CPU time of rank 1 outside MPI as a share of its time outside MPI; 0: no CPU times in the trace
     * @param waitShare counted wait of rank 1 for a CPU as a share of its run; negative: not counted
     */
    private List<CpuShortage> shortages(double ranShare, double waitShare) throws IOException {
        for (int r = 0; r < 2; r++) {
            try (TraceWriter writer = new TraceWriter(dir, r, 2, Map.of("source", "test"))) {
                writer.communicator(TraceWriter.WORLD, 2, r, 1);
                writer.init(0, MS);
                long cpu = 0;
                long mpi = 0;
                for (int i = 0; i < ITEMS; i++) {
                    long start = 11 * MS + i * (11 * MS);
                    cpu += (long) ((r == 1 || ranShare == 0 ? ranShare : 1) * 10 * MS);
                    writer.totals(cpu, mpi);
                    writer.collective(MpiOp.ALLREDUCE, -1, TraceWriter.WORLD, i, 8, start, start + MS);
                    mpi += MS;
                }
                writer.totals(cpu, mpi);
                long end = MS + ITEMS * 11 * MS;
                writer.finalizeAt(end);
                writer.end(waitShare < 0 ? Map.of()
                        : Map.of("cpu",
                                Map.of("wall_ns", end, "run_ns", cpu, "wait_ns", r == 1 ? (long) (waitShare * end) : 0,
                                        "involuntary", 1, "steal_ns", 0, "processors", 2)));
            }
        }
        return analyse(MpiTrace.open(dir)).cpuShortages();
    }

    @Test
    void starvedRankIsReported() throws IOException {
        List<CpuShortage> waiting = shortages(0.4, 0.6);
        assertThat(waiting).singleElement().satisfies(s -> {
            assertThat(s.rank()).isEqualTo(1);
            assertThat(s.ready()).isTrue();
            assertThat(s.ranShare()).isCloseTo(0.4, within(0.02));
        });
        assertThat(CpuShortage.text(waiting).orElseThrow())
                .startsWith("rank 1 was starved of CPU: outside MPI it ran 41.7 %")
                .contains("waited 0.27 s for a CPU");
        assertThat(shortages(0.4, -1)).as("no counted wait")
                .singleElement()
                .satisfies(s -> { assertThat(s.ready()).isFalse(); });
        assertThat(CpuShortage.text(shortages(0.4, -1)).orElseThrow()).startsWith(
                "rank 1 was starved of CPU or blocked (waiting for a CPU was not counted): outside MPI it ran 40");
    }

    @Test
    void starvedRanksAreNamedInOneSentence() {
        List<CpuShortage> all = IntStream.range(0, 10)
                .mapToObj(r -> new CpuShortage(r, true, 0.2 + r / 100.0, 2))
                .toList();
        assertThat(CpuShortage.text(all))
                .contains("ranks 0, 1, 2, 3, 4, 5, 6, 7 and 2 more were starved of CPU: outside"
                        + " MPI they ran 20.0 % to 29.0 % of the time in which they were ready to run, and waited 2.00 s for a CPU"
                        + " (in wall times, but not in the comparison of ranks)");
        assertThat(CpuShortage.text(List.of())).isEmpty();
    }

    /** Rank 0 computes longest by wall time, because it waits for a CPU; rank 1 has three times the work. */
    @Test
    void starvedRanksAreComparedWithoutTheirWaits() {
        List<RankTime> times = List.of(new RankTime(0, 100 * MS, 10 * MS, 20 * MS, 50, 1e-4, 1e-8),
                new RankTime(1, 100 * MS, 30 * MS, 60 * MS, 50, 1e-4, 1e-8));
        RankBalance withoutWaits = new RankBalance(times, Map.of(0, 1.0, 1, 1.0));
        assertThat(withoutWaits.criticalRank()).isEqualTo(1);
        assertThat(withoutWaits.imbalance()).isCloseTo(0.5, within(1e-9));
        assertThat(new RankBalance(times, Map.of()).criticalRank()).as("within the variation").isEqualTo(-1);
    }

    /** Rank 1 sleeps 90 ms, rank 0 sleeps 30 ms and waits 10 ms for a CPU: the CPU times are alike and say nothing. */
    @Test
    void sleepCountsInTheComparisonOfStarvedRanks() {
        List<RankTime> times = List.of(new RankTime(0, 100 * MS, 58 * MS, 2 * MS, 50, 0, 0),
                new RankTime(1, 100 * MS, 8 * MS, 2 * MS, 50, 0, 0));
        RankBalance withoutWaits = new RankBalance(times, Map.of(0, 0.25, 1, 0.0));
        assertThat(withoutWaits.criticalRank()).isEqualTo(1);
        assertThat(withoutWaits.imbalance()).isCloseTo(92 / 62.0 - 1, within(1e-9));
        List<RankTime> alike = List.of(new RankTime(0, 100 * MS, 8 * MS, 2 * MS, 50, 0, 0),
                new RankTime(1, 100 * MS, 48 * MS, 2 * MS, 50, 0, 0));
        assertThat(new RankBalance(alike, Map.of(0, 4 / 9.0, 1, 0.0)).criticalRank())
                .as("52 ms on both, and a wait of 40 ms")
                .isEqualTo(-1);
    }

    @Test
    void rankThatRunsIsNotStarved() throws IOException {
        assertThat(shortages(1, 0)).isEmpty();
        assertThat(shortages(1, 0.6)).as("waits for a CPU while it polls inside MPI").isEmpty();
        assertThat(shortages(0.8, -1)).as("no counted wait, most of the time on a CPU").isEmpty();
        assertThat(shortages(0, -1)).as("no CPU times in the trace").isEmpty();
        assertThat(shortages(0.5, 0.1)).as("waits for a CPU inside MPI, sleeps outside").isEmpty();
        assertThat(shortages(0.1, 0)).as("sleeps, and never waits for a CPU").isEmpty();
        assertThat(shortages(0.01, 0.04)).as("sleeps, and waits a little for a CPU after each sleep").isEmpty();
    }
}
