package runbench.pas2p.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.progress.Progress;
import runbench.pas2p.Scripted;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;
import runbench.pas2p.trace.TraceWriter;

class SweepTest {
    @TempDir
    Path directory;

    private static int[] parse(String process) {
        return Arrays.stream(process.trim().split("\\s+")).mapToInt(Integer::parseInt).toArray();
    }

    /**
     * Returns a program that cannot deadlock: rounds of random messages, in which each rank has its own order of sends
     * and receives.
     */
    static String[] randomProgram(long seed, int processes, int rounds) {
        Random random = new Random(seed);
        StringBuilder[] text = new StringBuilder[processes];
        Arrays.setAll(text, p -> new StringBuilder());
        for (int round = 0; round < rounds; round++) {
            List<List<Integer>> sends = new ArrayList<>();
            List<List<Integer>> receives = new ArrayList<>();
            for (int p = 0; p < processes; p++) {
                sends.add(new ArrayList<>());
                receives.add(new ArrayList<>());
            }
            for (int m = 0; m < processes * 2; m++) {
                int from = random.nextInt(processes);
                int to = random.nextInt(processes);
                sends.get(from).add(to + 1);
                receives.get(to).add(-(from + 1));
            }
            for (int p = 0; p < processes; p++) {
                Collections.shuffle(receives.get(p), random);
                for (int type : sends.get(p)) {
                    text[p].append(type).append(' ');
                }
                for (int type : receives.get(p)) {
                    text[p].append(type).append(' ');
                }
            }
        }
        return Arrays.stream(text).map(StringBuilder::toString).map(s -> s.isBlank() ? "" : s).toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void sweepAgreesWithTheQueueOfFigure3Point9(long seed) {
        String[] program = randomProgram(seed, 3 + (int) (seed % 5), 8);
        LogicalTrace sweep = LogicalTrace.of(Scripted.trace(directory, program), OrderRule.PAS2P, Progress.NONE);
        QueueOrder queue = new QueueOrder(Arrays.stream(program).map(SweepTest::parse).toArray(int[][]::new));
        assertThat(sweep.report().unmatched()).isZero();
        assertThat(ThesisOrderTest.ticks(sweep))
                .isEqualTo(Arrays.stream(queue.tick).map(t -> Arrays.stream(t).boxed().toList()).toList());
    }

    @Test
    void queueIsProcessedAsInTable3Point4() {
        // The table prints "21, 4, 5" in its last line: a misprint for "21, 4, 10".
        assertThat(QueueOrder.steps(new int[]{6, 6, 6, 6}, 11)).containsExactly("1; 7 13 19; 2", "7; 13 19 2; 8",
                "13; 19 2 8; 14", "19; 2 8 14; 20", "2; 8 14 20; 3", "8; 14 20 3; 9", "14; 20 3 9; 15",
                "20; 3 9 15; 21", "3; 9 15 21; 4", "9; 15 21 4; 10", "15; 21 4 10; 16");
    }

    /** Checks that adjacent receives may complete in any order without a change of the results. */
    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15})
    void shufflingIndependentReceivesChangesNothing(long seed) throws IOException {
        String[] program = randomProgram(seed, 6, 20);
        Random random = new Random(seed);
        String[] shuffled = Arrays.stream(program).map(p -> shuffleReceives(p, random)).toArray(String[]::new);
        assertThat(shuffled).isNotEqualTo(program);
        Path a = Files.createDirectory(directory.resolve("a"));
        Path b = Files.createDirectory(directory.resolve("b"));
        PhaseAnalysis first = PhaseAnalysis.of(Scripted.trace(a, program), PhaseOptions.DEFAULT, Progress.NONE);
        PhaseAnalysis second = PhaseAnalysis.of(Scripted.trace(b, shuffled), PhaseOptions.DEFAULT, Progress.NONE);
        assertThat(phases(second)).isEqualTo(phases(first));
        PhaseOptions blocks = PhaseOptions.DEFAULT.withMethod(PhaseOptions.Method.BLOCKS);
        assertThat(phases(PhaseAnalysis.of(MpiTrace.open(b), blocks, Progress.NONE)))
                .isEqualTo(phases(PhaseAnalysis.of(MpiTrace.open(a), blocks, Progress.NONE)));
    }

    private static List<String> phases(PhaseAnalysis analysis) {
        return analysis.phases()
                .stream()
                .map(p -> p.name() + " " + p.weight() + " " + p.ticks() + " " + Arrays.toString(p.cuts().get(0).start())
                        + Arrays.toString(p.cuts().get(0).end()))
                .toList();
    }

    private static String shuffleReceives(String process, Random random) {
        List<String> out = new ArrayList<>();
        List<String> run = new ArrayList<>();
        for (String e : (process + " 0").split(" ")) {
            if (e.startsWith("-")) {
                run.add(e);
                continue;
            }
            Collections.shuffle(run, random);
            out.addAll(run);
            run.clear();
            if (!e.equals("0")) {
                out.add(e);
            }
        }
        return out.stream().collect(Collectors.joining(" "));
    }

    /** Checks that any shift of the nodes' clocks leaves order and phases unchanged and changes times only. */
    @Test
    void logicalOrderDoesNotDependOnClocks() {
        MpiTrace trace = Scripted.trace(directory, randomProgram(21, 5, 20));
        PhaseAnalysis plain = PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE);
        PhaseAnalysis shifted = PhaseAnalysis.of(
                trace.in(
                        RankTimelines.shifts(LongStream.range(0, trace.ranks()).map(r -> -100_000_000L * r).toArray())),
                PhaseOptions.DEFAULT, Progress.NONE);
        assertThat(phases(shifted)).isEqualTo(phases(plain));
        assertThat(shifted.runEndNanos()).isNotEqualTo(plain.runEndNanos());
        PhaseAnalysis later = PhaseAnalysis.of(
                trace.in(RankTimelines.shifts(LongStream.generate(() -> 77).limit(trace.ranks()).toArray())),
                PhaseOptions.DEFAULT, Progress.NONE);
        assertThat(later.runNanos()).isEqualTo(plain.runNanos());
        assertThat(later.residualNanos()).isEqualTo(plain.residualNanos());
    }

    @Test
    void barriersHaveTheSameTickOnEveryRank() {
        LogicalTrace t = LogicalTrace.of(Scripted.trace(directory, "2 2 * 2", "-1 -1 * -1", "* "), OrderRule.PAS2P,
                Progress.NONE);
        assertThat(ThesisOrderTest.ticks(t)).containsExactly(List.of(0, 1, 2, 3), List.of(1, 2, 2, 4), List.of(2));
    }

    @Test
    void unmatchedEventsAreListedAndTheRestIsOrdered() {
        LogicalTrace t = LogicalTrace.of(Scripted.trace(directory, "2 2 -2 2 *", "-1 -3 1 * -1", "*"), OrderRule.PAS2P,
                Progress.NONE);
        assertThat(t.size()).isEqualTo(11);
        assertThat(t.report().leftOut()).isZero();
        assertThat(t.report().unmatchedReceives()).isEqualTo(1);
        assertThat(t.report().unmatchedSends()).isEqualTo(1);
        assertThat(t.report().examples().toString()).contains("receive of rank 1 (peer 2")
                .contains("send of rank 0 (peer 1");
    }

    @Test
    void collectiveWithMissingMembersIsListed() {
        LogicalTrace t = LogicalTrace.of(Scripted.trace(directory, "* 2", "* -1", ""), OrderRule.PAS2P, Progress.NONE);
        assertThat(t.report().brokenCollectives()).isEqualTo(1);
        assertThat(t.size()).isEqualTo(4);
    }

    /**
     * Checks a rank 0 that waits for its barrier before its send; rank 1 receives this message before it waits for its
     * own barrier.
     */
    @Test
    void nonBlockingCollectivesBlockOnlyAtTheirCompletion() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            try (TraceWriter w = new TraceWriter(directory, rank, 2, Map.of())) {
                w.communicator(TraceWriter.WORLD, 2, rank, 5);
                w.init(0, 1);
                w.collectiveStart(MpiOp.IBARRIER, -1, TraceWriter.WORLD, 0, 0, 2, 3);
                if (rank == 1) {
                    w.receive(MpiOp.RECV, 0, 0, TraceWriter.WORLD, 8, 4, 9);
                }
                w.completedCollective(MpiOp.IBARRIER, -1, TraceWriter.WORLD, 0, 0, 10, 11);
                if (rank == 0) {
                    w.send(MpiOp.SEND, 1, 0, TraceWriter.WORLD, 8, 12, 13);
                }
                w.finalizeAt(20);
                w.end(Map.of());
            }
        }
        LogicalTrace t = LogicalTrace.of(MpiTrace.open(directory), OrderRule.PAS2P, Progress.NONE);
        assertThat(t.report().unmatched()).isZero();
        assertThat(ThesisOrderTest.ticks(t)).containsExactly(List.of(0, 1), List.of(0, 2));
    }

    /** Returns three barriers of three communicators, completed in the order that MPI_Waitany reported. */
    private MpiTrace barriersCompleted(String name, int... order) throws IOException {
        Path run = Files.createDirectory(directory.resolve(name));
        for (int rank = 0; rank < 2; rank++) {
            try (TraceWriter w = new TraceWriter(run, rank, 2, Map.of())) {
                for (int comm = 1; comm <= 3; comm++) {
                    w.communicator(comm, 2, rank, 5 + comm);
                }
                w.init(0, 1);
                for (int round = 0; round < 4; round++) {
                    for (int comm = 1; comm <= 3; comm++) {
                        w.collectiveStart(MpiOp.IBARRIER, -1, comm, round, 0, 100 * round + comm, 100 * round + comm);
                    }
                    for (int i = 0; i < 3; i++) {
                        int comm = rank == 0 ? order[(i + round) % 3] : 1 + i;
                        w.completedCollective(MpiOp.IBARRIER, -1, comm, round, 0, 100 * round + 10 + i,
                                100 * round + 11 + i);
                    }
                    w.send(MpiOp.ISEND, 1 - rank, 0, 1, 8, 100 * round + 20, 100 * round + 21);
                    w.receive(MpiOp.RECV, 1 - rank, 0, 1, 8, 100 * round + 22, 100 * round + 23);
                }
                w.finalizeAt(1000);
                w.end(Map.of());
            }
        }
        return MpiTrace.open(run);
    }

    @Test
    void orderDoesNotDependOnTheCompletionOrderOfNonBlockingCollectives() throws IOException {
        PhaseAnalysis one = PhaseAnalysis.of(barriersCompleted("one", 1, 2, 3), PhaseOptions.DEFAULT, Progress.NONE);
        PhaseAnalysis other = PhaseAnalysis.of(barriersCompleted("other", 3, 1, 2), PhaseOptions.DEFAULT,
                Progress.NONE);
        assertThat(one.sweep().unmatched()).isZero();
        assertThat(one.sweep().events()).isEqualTo(2 * 4 * 5);
        assertThat(one.sweep().leftOut()).isZero();
        assertThat(phases(other)).isEqualTo(phases(one));
        assertThat(one.phases()).hasSize(1).first().satisfies(p -> assertThat(p.weight()).isEqualTo(4));
    }

    /** Checks two messages of one channel that belong to two communicators and were received in the other order. */
    @Test
    void receiveWithADifferentSizeThanItsMessageIsReported() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            try (TraceWriter w = new TraceWriter(directory, rank, 2, Map.of())) {
                w.communicator(TraceWriter.WORLD, 2, rank, 5);
                w.init(0, 1);
                for (int i = 0; i < 3; i++) {
                    int bytes = i == 2 ? 100 : rank == 0 ? 8 + 8 * i : 16 - 8 * i;
                    if (rank == 0) {
                        w.send(MpiOp.SEND, 1, 7, TraceWriter.WORLD, bytes, 10 + i, 10 + i);
                    } else {
                        w.receive(MpiOp.RECV, 0, 7, TraceWriter.WORLD, bytes, 20 + i, 20 + i);
                    }
                }
                w.finalizeAt(30);
                w.end(Map.of());
            }
        }
        SweepReport report = LogicalTrace.of(MpiTrace.open(directory), OrderRule.PAS2P, Progress.NONE).report();
        assertThat(report.matched()).isEqualTo(3);
        assertThat(report.otherSize()).isEqualTo(2);
        assertThat(report.sizeExamples().get(0))
                .hasToString("receive of rank 1 (peer 0, tag 7, communicator 00000001): 16 bytes, of a message of 8");
    }

    @Test
    void adviceForLackOfMemoryNamesTheLaunchersVariable() throws IOException {
        Path launcher = Path.of(System.getProperty("runbench.home", "..")).resolve("scripts/runbench");
        assertThat(Files.readString(launcher)).contains("${" + LogicalTrace.HEAP_VARIABLE);
    }

    @Test
    void receivesTakeMessagesInPostingOrder() throws IOException {
        try (TraceWriter w = new TraceWriter(directory, 0, 2, Map.of())) {
            w.communicator(TraceWriter.WORLD, 2, 0, 5);
            w.init(0, 1);
            for (int i = 0; i < 4; i++) {
                w.send(MpiOp.SEND, 1, 7, TraceWriter.WORLD, 100 + i, 10 + i, 10 + i);
            }
            w.finalizeAt(30);
            w.end(Map.of());
        }
        try (TraceWriter w = new TraceWriter(directory, 1, 2, Map.of())) {
            w.communicator(TraceWriter.WORLD, 2, 1, 5);
            w.init(0, 1);
            int[] postedAs = {2, 0, 3, 1};
            for (int i = 0; i < 4; i++) {
                w.receive(MpiOp.WAITANY, 0, 7, TraceWriter.WORLD, 100 + postedAs[i], 20 + i, 20 + i, postedAs[i]);
            }
            w.finalizeAt(30);
            w.end(Map.of());
        }
        LogicalTrace t = LogicalTrace.of(MpiTrace.open(directory), OrderRule.PAS2P, Progress.NONE);
        assertThat(t.report().unmatched()).isZero();
        for (int e : t.eventsOf(1)) {
            assertThat(t.sentNanos(e)).isEqualTo(10 + t.bytes(e) - 100);
            assertThat(t.tick(e)).isEqualTo(1 + t.bytes(e) - 100);
        }
    }

    @Test
    void receivedMessagesOfManyTagsFreeTheirMemory() throws IOException {
        int messages = 30_000;
        for (int rank = 0; rank < 2; rank++) {
            try (TraceWriter w = new TraceWriter(directory, rank, 2, Map.of())) {
                w.communicator(TraceWriter.WORLD, 2, rank, 5);
                w.init(0, 1);
                for (int i = 0; i < messages; i++) {
                    if (rank == 0) {
                        w.send(MpiOp.SEND, 1, i, TraceWriter.WORLD, 8, 10L * i, 10L * i + 1);
                    } else {
                        w.receive(MpiOp.RECV, 0, i, TraceWriter.WORLD, 8, 10 * i + 2, 10 * i + 3);
                    }
                }
                w.finalizeAt(20L * messages);
                w.end(Map.of());
            }
        }
        SweepReport report = LogicalTrace.of(MpiTrace.open(directory), OrderRule.PAS2P, Progress.NONE).report();
        assertThat(report.matched()).isEqualTo(messages);
        assertThat(report.unmatched()).isZero();
    }

    @Test
    void theReportOfARunIsJson() {
        MpiTrace trace = Scripted.trace(directory, "2 * -2", "-1 * 1");
        var json = PhaseReport.json(trace, PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE));
        assertThat(json.at("/order/matched_receives").asInt()).isEqualTo(2);
        assertThat(json.at("/phases/0/cuts/0/end_event").size()).isEqualTo(2);
        long sum = 0;
        for (var phase : json.at("/phases")) {
            sum += phase.get("frontier_total_ns").asLong();
        }
        assertThat(sum + json.get("residual_ns").asLong()).isEqualTo(json.get("run_ns").asLong());
    }
}
