package runbench.pas2p.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.progress.Progress;
import runbench.pas2p.Recorded;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceWriter;

/** Checks that the drawn width of each phase is its time, at any resolution. */
class RankSpansTest {
    @TempDir
    Path directory;

    /**
     * Returns a trace of long stretches of one phase, interrupted by short ones of another: 2 us of barrier every
     * millisecond of broadcast.
     */
    private MpiTrace interrupted() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            try (TraceWriter writer = new TraceWriter(directory, rank, 2, Map.of("source", "test"))) {
                writer.communicator(TraceWriter.WORLD, 2, rank, 1);
                writer.init(0, 1000);
                long now = 2000;
                int serial = 0;
                for (int i = 0; i < 3000; i++) {
                    writer.collective(MpiOp.BCAST, 0, TraceWriter.WORLD, serial++, 8, now, now + 998_000);
                    now += 998_000;
                    writer.collective(MpiOp.BARRIER, -1, TraceWriter.WORLD, serial++, 0, now, now + 2_000);
                    now += 2_000;
                    writer.collective(MpiOp.BCAST, 0, TraceWriter.WORLD, serial++, 8, now, now + 1_000);
                    now += 1_000;
                }
                writer.finalizeAt(now);
                writer.end(Map.of());
            }
        }
        return MpiTrace.open(directory);
    }

    private static int[] eachItsOwn(PhaseAnalysis analysis) {
        return IntStream.range(0, analysis.phases().size()).toArray();
    }

    /** Returns the nanoseconds of each phase on each rank from a walk over the events, as the truth. */
    private static long[][] truth(MpiTrace trace, PhaseAnalysis analysis) {
        long[][] time = new long[trace.ranks()][analysis.phases().size()];
        long[] last = new long[trace.ranks()];
        PhaseOccurrences all = analysis.occurrences();
        LogicalSweep.run(trace, analysis.options().rule(), new SweepSink() {
            private int at;

            @Override
            public void event(int rank, int tick, EventCursor e) {
                while (at + 1 < all.size() && all.startTick(at + 1) <= tick) {
                    at++;
                }
                time[rank][all.phase(at)] += e.endNanos() - (last[rank] == 0 ? e.startNanos() : last[rank]);
                last[rank] = e.endNanos();
            }

            @Override
            public void receive(int rank, int tick, EventCursor e, long sentNanos) {
                // Part of the interval between two sends.
            }

            @Override
            public void endTick(int tick) {
                // The interval is empty.
            }
        }, Progress.NONE);
        return time;
    }

    private static void drawnAsItIs(MpiTrace trace, PhaseAnalysis analysis, int columns) {
        RankSpans spans = RankSpans.of(trace, analysis, 64, columns, eachItsOwn(analysis));
        long[][] drawn = new long[trace.ranks()][analysis.phases().size()];
        for (int i = 0; i < spans.size(); i++) {
            drawn[spans.row(i)][spans.kind(i)] += spans.end(i) - spans.start(i);
        }
        assertThat(drawn).isDeepEqualTo(truth(trace, analysis));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 300, 4000, 1_000_000})
    void shortInterruptionsKeepTheirShare(int columns) throws IOException {
        MpiTrace trace = interrupted();
        drawnAsItIs(trace, PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE), columns);
    }

    @ParameterizedTest
    @ValueSource(ints = {50, 1000, 4000})
    void spansOfARealSolverEqualItsTimes(int columns) {
        MpiTrace trace = Recorded.multigrid(directory);
        drawnAsItIs(trace, PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE), columns);
    }

    @Test
    void phasesWithoutAKindAreShownAsNone() {
        MpiTrace trace = Recorded.multigrid(directory);
        PhaseAnalysis analysis = PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE);
        int[] kindOf = new int[analysis.phases().size()];
        Arrays.fill(kindOf, -1);
        RankSpans spans = RankSpans.of(trace, analysis, 2, 100, kindOf);
        assertThat(spans.ranks()).containsExactly(0, 2);
        assertThat(IntStream.range(0, spans.size()).map(spans::kind)).containsOnly(-1);
        assertThat(spans.size()).as("one interval per rank").isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(PhaseOptions.Method.class)
    void logicalTimeKeepsShares(PhaseOptions.Method method) throws IOException {
        PhaseAnalysis analysis = PhaseAnalysis.of(interrupted(), PhaseOptions.DEFAULT.withMethod(method),
                Progress.NONE);
        PhaseOccurrences all = analysis.occurrences();
        long[] truth = new long[analysis.phases().size()];
        int last = Math.max(analysis.sweep().ticks(), all.startTick(all.size() - 1) + 1);
        for (int i = 0; i < all.size(); i++) {
            truth[all.phase(i)] += (i + 1 < all.size() ? all.startTick(i + 1) : last) - all.startTick(i);
        }
        RankSpans spans = RankSpans.logical(analysis, 100, eachItsOwn(analysis));
        long[] drawn = new long[truth.length];
        for (int i = 0; i < spans.size(); i++) {
            drawn[spans.kind(i)] += spans.end(i) - spans.start(i);
        }
        assertThat(drawn).isEqualTo(truth);
        assertThat(truth.length).isGreaterThan(1);
    }

    @Test
    void intervalsComeInOrderWithoutOverlap() {
        Random random = new Random(3);
        ShareColumns columns = new ShareColumns(0, 1_000_000, 777, 5);
        long at = 0;
        double[] added = new double[5];
        while (at < 1_000_000) {
            long to = at + 1 + random.nextInt(random.nextBoolean() ? 100 : 30_000);
            int kind = random.nextInt(5);
            columns.add(kind, at, to);
            added[kind] += Math.min(to, 1_000_000) - at;
            at = to;
        }
        double[] reported = new double[5];
        long[] end = new long[1];
        columns.forEach((kind, from, to) -> {
            assertThat(from).isGreaterThanOrEqualTo(end[0]);
            assertThat(to).isGreaterThan(from);
            end[0] = to;
            reported[kind] += to - from;
        });
        assertThat(reported).containsExactly(added, within(0.0));
        assertThat(end[0]).isEqualTo(1_000_000);
    }
}
