package runbench.pas2p.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.progress.Progress;
import runbench.pas2p.Scripted;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.phase.PhaseOptions.Method;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;

/** Phases of programs that perform independent operations in a different order in each iteration. */
class InterleavedPhasesTest {
    private static final int ITERATIONS = 200;

    @TempDir
    Path directory;

    /**
     * The operations of ranks that exchange messages with their neighbours, simulated: a message is received at any
     * time after its send, and a rank begins its next exchange when it has received all messages.
     */
    private static final class Exchanges {
        private final Random random;
        private final List<List<String>> performed = new ArrayList<>();
        private final int[][] neighbours;
        private final int[][] sent;
        private final int[][] received;

        Exchanges(int[][] neighbours, long seed) {
            this.neighbours = neighbours;
            random = new Random(seed);
            sent = new int[neighbours.length][neighbours.length];
            received = new int[neighbours.length][neighbours.length];
            for (int r = 0; r < neighbours.length; r++) {
                performed.add(new ArrayList<>());
            }
        }

        void barrier() {
            performed.forEach(p -> p.add("*"));
        }

        /** Performs exchanges; without sends first, sends and receives alternate at random. */
        void perform(int iterations, boolean sendsFirst) {
            int[] goal = new int[neighbours.length];
            int[][] target = new int[neighbours.length][];
            for (int r = 0; r < goal.length; r++) {
                goal[r] = iterations;
                target[r] = sent[r].clone();
            }
            List<Integer> active = new ArrayList<>(IntStream.range(0, goal.length).boxed().toList());
            int[] done = new int[goal.length];
            while (!active.isEmpty()) {
                int r = active.get(random.nextInt(active.size()));
                List<Runnable> possible = new ArrayList<>();
                int round = done[r] + 1;
                boolean allSent = Arrays.stream(neighbours[r]).allMatch(n -> sent[r][n] >= target[r][n] + round);
                for (int n : neighbours[r]) {
                    if (sent[r][n] < target[r][n] + round) {
                        possible.add(() -> {
                            sent[r][n]++;
                            performed.get(r).add(Integer.toString(n + 1));
                        });
                    }
                    if ((allSent || !sendsFirst) && received[r][n] < target[r][n] + round
                            && received[r][n] < sent[n][r]) {
                        possible.add(() -> {
                            received[r][n]++;
                            performed.get(r).add(Integer.toString(-n - 1));
                        });
                    }
                }
                if (!possible.isEmpty()) {
                    possible.get(random.nextInt(possible.size())).run();
                }
                if (Arrays.stream(neighbours[r])
                        .allMatch(n -> sent[r][n] >= target[r][n] + round && received[r][n] >= target[r][n] + round)
                        && ++done[r] == goal[r]) {
                    active.remove(Integer.valueOf(r));
                }
            }
        }

        String[] processes() {
            return performed.stream().map(p -> String.join(" ", p)).toArray(String[]::new);
        }
    }

    static int[][] all(int ranks) {
        return IntStream.range(0, ranks)
                .mapToObj(r -> IntStream.range(0, ranks).filter(n -> n != r).toArray())
                .toArray(int[][]::new);
    }

    static int[][] torus(int side) {
        int[][] neighbours = new int[side * side][];
        for (int y = 0; y < side; y++) {
            for (int x = 0; x < side; x++) {
                neighbours[y * side + x] = new int[]{y * side + (x + 1) % side, y * side + (x + side - 1) % side,
                        (y + 1) % side * side + x, (y + side - 1) % side * side + x};
            }
        }
        return neighbours;
    }

    private PhaseAnalysis analyse(Method method, String... processes) {
        return PhaseAnalysis.of(Scripted.trace(directory, 100, processes), PhaseOptions.DEFAULT.withMethod(method),
                Progress.NONE);
    }

    private static List<Long> weights(PhaseAnalysis analysis) {
        return analysis.phases().stream().map(Phase::weight).toList();
    }

    @ParameterizedTest
    @CsvSource({"true, 4, false, 1", "false, 4, false, 2", "false, 3, false, 3", "true, 3, true, 4",
            "false, 3, true, 5", "false, 4, true, 6"})
    void exchangeInRandomOrderIsOnePhase(boolean sendsFirst, int size, boolean torus, long seed) {
        Exchanges exchanges = new Exchanges(torus ? torus(size) : all(size), seed);
        exchanges.perform(ITERATIONS, sendsFirst);
        PhaseAnalysis analysis = analyse(Method.PHASES, exchanges.processes());
        assertThat(weights(analysis)).containsExactly((long) ITERATIONS);
        assertThat(analysis.balance().eventsInPhases()).isEqualTo(analysis.balance().orderedEvents());
        long tiled = analysis.phases().stream().mapToLong(Phase::frontierNanos).sum() + analysis.residualNanos();
        assertThat(tiled).isEqualTo(analysis.runNanos());
        // The thesis's comparison needs the same order in each iteration.
        assertThat(analyse(Method.TICKS, exchanges.processes()).phases()).hasSizeGreaterThan(5);
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3"})
    void loopBetweenBarriersIsFound(long seed) {
        Exchanges exchanges = new Exchanges(all(4), seed);
        exchanges.barrier();
        exchanges.perform(ITERATIONS, false);
        exchanges.barrier();
        PhaseAnalysis analysis = analyse(Method.PHASES, exchanges.processes());
        assertThat(weights(analysis)).contains((long) ITERATIONS);
        assertThat(analysis.phases()).hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void eachRankHasItsOwnEventsInEachOccurrence() {
        Exchanges exchanges = new Exchanges(all(4), 7);
        exchanges.perform(ITERATIONS, false);
        MpiTrace trace = Scripted.trace(directory, 100, exchanges.processes());
        PhaseAnalysis analysis = PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE);
        PhaseOccurrences all = analysis.occurrences();
        int[][] events = new int[4][all.size()];
        int[] previous = new int[4];
        boolean[] ascending = {true};
        LogicalSweep.run(trace, OrderRule.PAS2P, new SweepSink() {
            private int near;

            @Override
            public void event(int location, int tick, EventCursor event) {
                near = all.at(location, tick, near);
                ascending[0] &= near >= previous[location] && all.startTick(near, location) <= tick
                        && (near + 1 == all.size() || all.startTick(near + 1, location) > tick);
                previous[location] = near;
                events[location][near]++;
            }

            @Override
            public void receive(int location, int tick, EventCursor event, long sentNanos) {
                // Phases count sends.
            }

            @Override
            public void endTick(int tick) {
                // Each event contains its tick.
            }
        }, Progress.NONE);
        assertThat(ascending[0]).isTrue();
        assertThat(Arrays.asList(events)).allSatisfy(e -> assertThat(e).containsOnly(3));
    }

    /** Two alternating exchanges with different partners, each in random order. */
    @Test
    void exchangesWithDifferentPartnersAreDifferentPhases() {
        int[][] ring = {{1, 3}, {0, 2}, {1, 3}, {0, 2}};
        int[][] pairs = {{2}, {3}, {0}, {1}};
        Exchanges first = new Exchanges(ring, 1);
        Exchanges second = new Exchanges(pairs, 2);
        StringBuilder[] processes = {new StringBuilder(), new StringBuilder(), new StringBuilder(),
                new StringBuilder()};
        for (int block = 0; block < 10; block++) {
            for (Exchanges e : List.of(first, second)) {
                e.performed.forEach(List::clear);
                e.perform(20, false);
                e.barrier();
                for (int r = 0; r < 4; r++) {
                    processes[r].append(' ').append(e.processes()[r]);
                }
            }
        }
        PhaseAnalysis analysis = analyse(Method.PHASES,
                Arrays.stream(processes).map(StringBuilder::toString).toArray(String[]::new));
        List<Long> heaviest = new ArrayList<>(weights(analysis));
        heaviest.sort(Collections.reverseOrder());
        assertThat(heaviest.get(0)).isLessThanOrEqualTo(200);
        assertThat(heaviest.get(1)).isLessThanOrEqualTo(200);
        assertThat(heaviest.subList(0, 2)).allSatisfy(w -> assertThat(w).isGreaterThan(150));
    }

    /** A wavefront over 2 x 2 ranks, as in NAS LU: each plane is one occurrence, although the last rank begins late. */
    @Test
    void weightsOfPipelinesAreLoopCounts() {
        int sweeps = 10;
        int planes = 20;
        String[] lower = {"2 3 ", "-1 4 ", "-1 4 ", "-2 -3 "};
        String[] upper = {"-3 -2 ", "-4 1 ", "-4 1 ", "3 2 "};
        String[] processes = IntStream.range(0, 4)
                .mapToObj(r -> (lower[r].repeat(planes) + upper[r].repeat(planes)).repeat(sweeps))
                .toArray(String[]::new);
        assertThat(weights(analyse(Method.PHASES, processes))).containsExactly(200L, 200L);
        assertThat(weights(analyse(Method.TICKS, processes))).isNotEqualTo(List.of(200L, 200L));
    }

    /** The order around a blocking collective is the program's: it tells phases apart. */
    @Test
    void operationsBeforeAndAfterABarrierDiffer() {
        PhaseContent before = content("2 3 *", "1 *", "1 *");
        PhaseContent after = content("3 * 2", "1 *", "1 *");
        assertThat(new RankOperations(before).hash).isEqualTo(new RankOperations(after).hash);
        assertThat(same(before, "3 2 *", "1 *", "1 *")).isEqualTo(RankOperations.Verdict.SAME);
        assertThat(same(before, "3 * 2", "1 *", "1 *")).isEqualTo(RankOperations.Verdict.DIFFERENT);
        assertThat(same(before, "2 *", "1 *", "1 *")).isEqualTo(RankOperations.Verdict.UNFINISHED);
        assertThat(same(before, "2 4 *", "1 *", "1 *")).isEqualTo(RankOperations.Verdict.DIFFERENT);
        assertThat(same(before, "2 2 *", "1 *", "1 *")).isEqualTo(RankOperations.Verdict.DIFFERENT);
    }

    @Test
    void otherVolumesDiffer() {
        OpenPhase open = open("3 2", "1", "1");
        Arrays.fill(open.bytes, 0, 2, 106);
        PhaseContent content = content("2 3", "1", "1");
        assertThat(new RankOperations(content).compare(open, 1, true, PhaseOptions.DEFAULT.similarity(), new int[3],
                new int[3])).isEqualTo(RankOperations.Verdict.DIFFERENT);
        Arrays.fill(open.bytes, 0, 2, 105);
        int[] take = new int[3];
        assertThat(
                new RankOperations(content).compare(open, 1, true, PhaseOptions.DEFAULT.similarity(), take, new int[3]))
                .isEqualTo(RankOperations.Verdict.SAME);
        assertThat(take).containsExactly(2, 1, 1);
    }

    private static RankOperations.Verdict same(PhaseContent content, String... processes) {
        OpenPhase open = open(processes);
        return new RankOperations(content).compare(open, 1, true, PhaseOptions.DEFAULT.similarity(),
                new int[processes.length], new int[processes.length]);
    }

    private static PhaseContent content(String... processes) {
        OpenPhase open = open(processes);
        return new PhaseContent(open, 0, open.rows);
    }

    /** Returns rows of a type per rank; "*" is a blocking collective. */
    private static OpenPhase open(String... processes) {
        OpenPhase open = new OpenPhase(0);
        int rows = Arrays.stream(processes).mapToInt(p -> p.split(" ").length).max().orElse(0);
        for (int t = 0; t < rows; t++) {
            TickRow row = new TickRow(processes.length);
            row.tick = t;
            for (int r = 0; r < processes.length; r++) {
                String[] events = processes[r].split(" ");
                if (t < events.length) {
                    row.rank[row.size] = r;
                    row.type[row.size] = events[t].equals("*") ? BARRIER : Long.parseLong(events[t]);
                    row.bytes[row.size++] = 100;
                }
            }
            row.computeHashes();
            open.append(row);
        }
        return open;
    }

    private static final long BARRIER = 1L << 62 | 30L << 48;
}
