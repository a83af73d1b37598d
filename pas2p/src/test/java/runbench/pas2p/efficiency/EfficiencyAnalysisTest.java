package runbench.pas2p.efficiency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.progress.Progress;
import runbench.pas2p.Recorded;
import runbench.pas2p.efficiency.EfficiencyAnalysis.PhaseEfficiency;
import runbench.pas2p.efficiency.EfficiencyAnalysis.RankComputation;
import runbench.pas2p.efficiency.EfficiencyAnalysis.WaitPair;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.synthetic.IrregularTrace;
import runbench.pas2p.synthetic.PlantedTrace;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;
import runbench.pas2p.trace.TraceWriter;

/** Programs whose efficiencies follow from their construction. */
@Tag("scenario")
@Tag("beside")
class EfficiencyAnalysisTest {
    private static final long MS = 1_000_000;
    private static final int ROUNDS = 50;

    @TempDir
    private Path dir;

    /**
     * Analyses the trace in a separate walk and in the walk that finds the phases; both must yield the same figures.
     */
    private static EfficiencyAnalysis analyse(MpiTrace trace) {
        EfficiencyAnalysis after = EfficiencyAnalysis.of(trace,
                PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE), Progress.NONE);
        sameAtOnce(trace, after);
        return after;
    }

    private static void sameAtOnce(MpiTrace trace, EfficiencyAnalysis after) {
        EfficiencyAnalysis atOnce = EfficiencyAnalysis.of(trace,
                new TrailingPass(trace, PhaseOptions.DEFAULT, Progress.NONE), () -> fail("a further walk"));
        assertThat(EfficiencyReport.json(trace, atOnce)).isEqualTo(EfficiencyReport.json(trace, after));
        assertThat(atOnce.waitPairs()).isEqualTo(after.waitPairs());
        assertThat(atOnce.usefulNanos()).isEqualTo(after.usefulNanos());
        assertThat(PhaseReport.json(trace, atOnce.phaseAnalysis()))
                .isEqualTo(PhaseReport.json(trace, after.phaseAnalysis()));
    }

    /** Asserts parallel efficiency, load balance, communication, serialisation and transfer. */
    private static void holds(Efficiencies e, double... expected) {
        assertThat(new double[]{e.parallel(), e.loadBalance(), e.communication(), e.serialisation(), e.transfer()})
                .as(e.toString())
                .containsExactly(expected, within(1e-9));
    }

    /**
     * Asserts the exact figures of whole rounds. The first round has no compute before the frontier in phases of its
     * own.
     */
    private static void holdsInThePhase(EfficiencyAnalysis analysis, double... expected) {
        assertThat(analysis.phases()).hasSize(1);
        Efficiencies e = analysis.phases().get(0).efficiencies();
        assertThat(new double[]{e.parallel(), e.loadBalance(), e.communication(), e.serialisation(), e.transfer()})
                .as(e.toString())
                .containsExactly(expected, within(0.01));
    }

    @Test
    void unevenWorkIsLoadImbalanceAlone() throws IOException {
        SimulatedRun run = new SimulatedRun(dir, 4, 0, 0);
        for (int i = 0; i < ROUNDS; i++) {
            for (int r = 0; r < 4; r++) {
                run.compute(r, (r + 1) * 10L * MS);
            }
            run.collective(MpiOp.BARRIER, -1);
        }
        EfficiencyAnalysis analysis = analyse(run.end());
        holds(analysis.run(), 0.625, 0.625, 1, 1, 1);
        assertThat(analysis.run().criticalRank()).isEqualTo(3);
        holdsInThePhase(analysis, 0.625, 0.625, 1, 1, 1);
        assertThat(analysis.waits().collectiveNanos()).isEqualTo(ROUNDS * (30 + 20 + 10) * MS);
        assertThat(analysis.waits().longest()).isEqualTo(new WaitPair(0, 3, 0, 0, ROUNDS * 30 * MS));
        assertThat(analysis.ranks()).extracting(RankComputation::usefulNanos)
                .containsExactly(500 * MS, 1000 * MS, 1500 * MS, 2000 * MS);
    }

    @Test
    void aChainIsSerialisationAlone() throws IOException {
        SimulatedRun run = new SimulatedRun(dir, 4, 0, 0);
        for (int i = 0; i < ROUNDS; i++) {
            for (int r = 0; r < 4; r++) {
                if (r > 0) {
                    run.receive(r, r - 1);
                }
                run.compute(r, 10 * MS);
                if (r < 3) {
                    run.send(r, r + 1, 100);
                }
            }
            run.collective(MpiOp.BARRIER, -1);
        }
        EfficiencyAnalysis analysis = analyse(run.end());
        holds(analysis.run(), 0.25, 1, 0.25, 0.25, 1);
        holdsInThePhase(analysis, 0.25, 1, 0.25, 0.25, 1);
        assertThat(analysis.waits().lateSenderNanos()).isEqualTo(ROUNDS * (10 + 20 + 30) * MS);
        assertThat(analysis.waitPairs()).extracting(p -> p.waiter() + " for " + p.culprit())
                .contains("3 for 2", "2 for 1", "1 for 0", "0 for 3");
    }

    @Test
    void aSlowNetworkIsTransferAlone() throws IOException {
        SimulatedRun run = new SimulatedRun(dir, 4, 30 * MS, 0);
        for (int i = 0; i < ROUNDS; i++) {
            for (int r = 0; r < 4; r++) {
                run.compute(r, 10 * MS);
                run.send(r, (r + 1) % 4, 1 << 20);
            }
            for (int r = 0; r < 4; r++) {
                run.receive(r, (r + 3) % 4);
            }
        }
        EfficiencyAnalysis analysis = analyse(run.end());
        holds(analysis.run(), 0.25, 1, 0.25, 1, 0.25);
        assertThat(analysis.waits().nanos()).isZero();
        Communication c = analysis.communication();
        assertThat(c.messages()).isEqualTo(4 * ROUNDS);
        assertThat(c.messageBytes()).isEqualTo(4L * ROUNDS << 20);
        assertThat(c.pairs()).hasSize(4).contains(new Communication.Pair(3, 0, ROUNDS, (long) ROUNDS << 20));
        assertThat(c.sizes()).containsExactly(new Communication.Size(1 << 20, 1 << 21, 4 * ROUNDS, 4L * ROUNDS << 20));
        assertThat(c.calls()).extracting(Communication.Call::name).containsExactly("MPI_Recv", "MPI_Isend");
        assertThat(c.calls().get(0).nanos()).isEqualTo(4 * ROUNDS * 30 * MS);
    }

    /** Checks uneven, chained work for half of the time, on a network that takes the other half. */
    @Test
    void efficienciesOfSeveralCausesMultiply() throws IOException {
        SimulatedRun run = new SimulatedRun(dir, 2, 20 * MS, 0);
        for (int i = 0; i < ROUNDS; i++) {
            run.compute(0, 10 * MS);
            run.send(0, 1, 8);
            run.receive(1, 0);
            run.compute(1, 30 * MS);
            run.send(1, 0, 8);
            run.receive(0, 1);
        }
        EfficiencyAnalysis analysis = analyse(run.end());
        // A round: 10, 20 in transfer, 30, 20 in transfer; ideal 40.
        holds(analysis.run(), 20.0 / 80, 20.0 / 30, 30.0 / 80, 30.0 / 40, 40.0 / 80);
    }

    @Test
    void rootsWaitAsTheirOperationsRequire() throws IOException {
        SimulatedRun run = new SimulatedRun(dir, 3, 0, 0);
        for (int i = 0; i < ROUNDS; i++) {
            // Rank 2 is late. First only the root of the reduction needs it; then all ranks need the root.
            run.compute(2, 30 * MS);
            run.collective(MpiOp.REDUCE, 0);
            run.compute(0, 10 * MS);
            run.collective(MpiOp.BCAST, 0);
        }
        EfficiencyAnalysis analysis = analyse(run.end());
        holds(analysis.run(), 40.0 / 3 / 40, 40.0 / 3 / 30, 30.0 / 40, 30.0 / 40, 1);
        assertThat(analysis.waitPairs()).contains(new WaitPair(0, 2, 0, 0, ROUNDS * 30 * MS),
                new WaitPair(2, 0, 0, 0, ROUNDS * 10 * MS), new WaitPair(1, 0, 0, 0, ROUNDS * 40 * MS));
    }

    /**
     * Compares the longest path with a second method, the same steps run without a network. Checks the invariants of
     * any run.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void longestPathEqualsASimulationOfTheIdealNetwork(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        int ranks = 2 + random.nextInt(6);
        SimulatedRun run = new SimulatedRun(dir, ranks, random.nextInt(5000), random.nextInt(300));
        MpiOp[] ops = {MpiOp.BARRIER, MpiOp.ALLREDUCE, MpiOp.BCAST, MpiOp.REDUCE, MpiOp.SCAN, MpiOp.GATHER,
                MpiOp.SCATTER};
        int[][] open = new int[400][];
        int sent = 0;
        int received = 0;
        for (int i = 0; i < 2000; i++) {
            run.compute(random.nextInt(ranks), random.nextInt(20_000));
            int what = random.nextInt(10);
            if (what < 5 && sent < open.length) {
                open[sent] = new int[]{random.nextInt(ranks), random.nextInt(ranks)};
                run.send(open[sent][0], open[sent][1], random.nextInt(5000));
                sent++;
            } else if (what < 9 && received < sent) {
                run.receive(open[received][1], open[received][0]);
                received++;
            } else {
                run.collective(ops[random.nextInt(ops.length)], random.nextInt(ranks));
            }
        }
        while (received < sent) {
            run.receive(open[received][1], open[received][0]);
            received++;
        }
        MpiTrace trace = run.end();
        EfficiencyAnalysis analysis = analyse(trace);
        Efficiencies e = analysis.run();
        assertThat(e.elapsedNanos()).isEqualTo(run.elapsedNanos());
        assertThat(e.idealNanos()).isEqualTo(run.idealNanos());
        for (RankComputation c : analysis.ranks()) {
            assertThat(c.usefulNanos()).isEqualTo(run.usefulNanos(c.rank()));
        }
        sound(analysis);
    }

    /** Asserts the invariants of any trace: shares are at most 1, products hold, and the parts sum to the whole. */
    private static void sound(EfficiencyAnalysis analysis) {
        long byPair = analysis.waitPairs().stream().mapToLong(WaitPair::nanos).sum();
        assertThat(byPair + analysis.waitsNotByPairNanos()).as("waiting time by pair and of the rest")
                .isEqualTo(analysis.waits().nanos());
        assertThat(analysis.phases().stream().mapToLong(p -> p.waits().nanos()).sum())
                .isLessThanOrEqualTo(analysis.waits().nanos());
        analysis.ranks()
                .forEach(r -> assertThat(analysis.waitPairs()
                        .stream()
                        .filter(w -> w.waiter() == r.rank())
                        .mapToLong(WaitPair::nanos)
                        .sum()).as("waiting is time in MPI")
                        .isLessThanOrEqualTo(analysis.run().elapsedNanos() - r.usefulNanos()));
        long elapsed = analysis.otherPhases().elapsedNanos() + analysis.noPhase().elapsedNanos();
        double useful = analysis.otherPhases().meanUsefulNanos() + analysis.noPhase().meanUsefulNanos();
        for (PhaseEfficiency p : analysis.phases()) {
            Efficiencies e = p.efficiencies();
            elapsed += e.elapsedNanos();
            useful += e.meanUsefulNanos();
            assertThat(p.phase().frontierNanos()).isEqualTo(e.elapsedNanos());
            shares(e);
        }
        shares(analysis.run());
        assertThat(elapsed).isEqualTo(analysis.run().elapsedNanos());
        assertThat(useful).isCloseTo(analysis.run().meanUsefulNanos(), within(1.0));
    }

    private static void shares(Efficiencies e) {
        assertThat(e.meanUsefulNanos()).isLessThanOrEqualTo(e.maxUsefulNanos());
        assertThat(e.maxUsefulNanos()).as(e.toString()).isLessThanOrEqualTo(e.idealNanos());
        assertThat(e.idealNanos()).as(e.toString()).isLessThanOrEqualTo(e.elapsedNanos());
        if (e.maxUsefulNanos() > 0) {
            assertThat(e.loadBalance() * e.communication()).isCloseTo(e.parallel(), within(1e-12));
            assertThat(e.loadBalance() * e.serialisation() * e.transfer()).isCloseTo(e.parallel(), within(1e-12));
        }
    }

    /** Checks a rank 0 that computes in two threads: one sends to rank 1, which waits for the message. */
    @Test
    void aThreadThatCallsMpiCountsAsAProcessor() throws IOException {
        try (TraceWriter main = new TraceWriter(dir, 0, 2, Map.of("source", "test"));
                TraceWriter thread = new TraceWriter(dir, 0, 1, 2, Map.of("source", "test"));
                TraceWriter other = new TraceWriter(dir, 1, 2, Map.of("source", "test"))) {
            for (TraceWriter w : List.of(main, thread, other)) {
                w.communicator(TraceWriter.WORLD, 2, w.rank(), 0x1234);
                w.init(0, MS);
            }
            thread.send(MpiOp.SEND, 1, 0, TraceWriter.WORLD, 8, 31 * MS, 31 * MS);
            thread.finalizeAt(31 * MS);
            other.receive(MpiOp.RECV, 0, 0, TraceWriter.WORLD, 8, MS, 31 * MS);
            other.collective(MpiOp.BARRIER, -1, TraceWriter.WORLD, 0, 0, 41 * MS, 41 * MS);
            main.collective(MpiOp.BARRIER, -1, TraceWriter.WORLD, 0, 0, 41 * MS, 41 * MS);
            for (TraceWriter w : List.of(main, other)) {
                w.finalizeAt(41 * MS);
            }
            for (TraceWriter w : List.of(main, thread, other)) {
                w.end(Map.of());
            }
        }
        EfficiencyAnalysis analysis = analyse(MpiTrace.open(dir));
        holds(analysis.run(), 80.0 / 3 / 40, 80.0 / 3 / 40, 1, 1, 1);
        assertThat(analysis.usefulNanos()).containsExactly(40 * MS, 10 * MS, 30 * MS);
        assertThat(analysis.ranks()).extracting(RankComputation::usefulNanos).containsExactly(70 * MS, 10 * MS);
        assertThat(analysis.waits().longest()).isEqualTo(new WaitPair(1, 0, 30 * MS, 0, 0));
    }

    /** Checks that failed MPI tests do not count as compute time. */
    @Test
    void timeInsideMpiWithoutAnEventIsNoComputation() throws IOException {
        for (int r = 0; r < 2; r++) {
            try (TraceWriter w = new TraceWriter(dir, r, 2, Map.of("source", "test"))) {
                w.communicator(TraceWriter.WORLD, 2, r, 0x1234);
                w.init(0, MS);
                // 10 ms of work, 20 ms of tests, 10 ms of work.
                w.totals(20 * MS, r == 0 ? 20 * MS : 0);
                w.collective(MpiOp.BARRIER, -1, TraceWriter.WORLD, 0, 0, 41 * MS, 41 * MS);
                w.finalizeAt(41 * MS);
                w.end(Map.of());
            }
        }
        EfficiencyAnalysis analysis = analyse(MpiTrace.open(dir));
        assertThat(analysis.usefulNanos()).containsExactly(20 * MS, 40 * MS);
        assertThat(analysis.communication().otherCallsNanos()).isEqualTo(20 * MS);
    }

    @Test
    void blockedSenderWaitsForItsReceiver() throws IOException {
        for (int r = 0; r < 2; r++) {
            try (TraceWriter w = new TraceWriter(dir, r, 2, Map.of("source", "test"))) {
                w.communicator(TraceWriter.WORLD, 2, r, 0x1234);
                w.init(0, MS);
                if (r == 0) {
                    w.send(MpiOp.SSEND, 1, 0, TraceWriter.WORLD, 8, 11 * MS, 32 * MS);
                } else {
                    w.receive(MpiOp.RECV, 0, 0, TraceWriter.WORLD, 8, 31 * MS, 32 * MS);
                }
                w.finalizeAt(32 * MS);
                w.end(Map.of());
            }
        }
        assertThat(analyse(MpiTrace.open(dir)).waitPairs()).containsExactly(new WaitPair(0, 1, 0, 20 * MS, 0));
    }

    /**
     * Checks many phases and kinds, more blocks than fit into the buffer, and threads of several nodes whose clocks are
     * shifted against each other.
     */
    @Test
    void trailingPassEqualsASecondWalk() throws IOException {
        PlantedTrace.write(new PlantedTrace.Plan(7, 30_000, 12, 5), dir.resolve("planted"));
        MpiTrace planted = MpiTrace.open(dir.resolve("planted"));
        analyse(planted);
        analyse(planted.in(RankTimelines.shifts(LongStream.range(0, 7).map(r -> 3000 * r).toArray())));
        IrregularTrace.write(6, 10_000, 3, dir.resolve("irregular"));
        analyse(MpiTrace.open(dir.resolve("irregular")));
        try (FileChannel file = FileChannel.open(dir.resolve("planted").resolve("rank-00003.mpit"),
                StandardOpenOption.WRITE)) {
            file.truncate(file.size() / 2);
        }
        MpiTrace cut = MpiTrace.open(dir.resolve("planted"));
        assertThat(cut.complete()).isFalse();
        analyse(cut);
    }

    /**
     * Checks a trace in which every rank sends to every other rank before any of these sends repeats. The cost of the
     * phase is unknown until its end is known.
     */
    @Test
    void phaseThatFillsTheMemoryNeedsASecondWalk() throws IOException {
        int ranks = 100;
        SimulatedRun run = new SimulatedRun(dir, ranks, 50, 20);
        for (int distance = 1; distance < ranks; distance++) {
            for (int r = 0; r < ranks; r++) {
                run.compute(r, (long) r * distance);
                run.send(r, (r + distance) % ranks, 100);
            }
            for (int r = 0; r < ranks; r++) {
                run.receive((r + distance) % ranks, r);
            }
        }
        MpiTrace trace = run.end();
        EfficiencyAnalysis after = analyse(trace);
        AtomicInteger further = new AtomicInteger();
        EfficiencyAnalysis again = EfficiencyAnalysis.of(trace,
                new TrailingPass(trace, PhaseOptions.DEFAULT, 9, Progress.NONE), () -> {
                    further.incrementAndGet();
                    return Progress.NONE;
                });
        assertThat(further).hasValue(1);
        assertThat(EfficiencyReport.json(trace, again)).isEqualTo(EfficiencyReport.json(trace, after));
    }

    @Test
    void aRealSolversPhasesAreSound() {
        EfficiencyAnalysis analysis = analyse(Recorded.multigrid(dir));
        sound(analysis);
        assertThat(analysis.phases()).isNotEmpty();
        assertThat(analysis.waits().longest()).isNotNull();
    }
}
