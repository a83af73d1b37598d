package runbench.pas2p.efficiency;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.pas2p.Recorded;
import runbench.pas2p.efficiency.EfficiencyAnalysis.WaitPair;
import runbench.pas2p.efficiency.RunTimeline.Limits;
import runbench.pas2p.efficiency.RunTimeline.SiteTime;
import runbench.pas2p.efficiency.RunTimeline.State;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;

class RunTimelineTest {
    private static final Limits ALL = new Limits(1 << 16, 1 << 20);

    @TempDir
    private Path dir;

    private static EfficiencyAnalysis analyse(MpiTrace trace) {
        return EfficiencyAnalysis.withPhases(trace, PhaseOptions.DEFAULT, Progress.NONE, () -> Progress.NONE);
    }

    private static long total(RunTimeline timeline, int location, State state) {
        return LongStream.of(timeline.nanos(location, state)).sum();
    }

    /** A program of 4 ranks whose ranks exchange messages in a ring, then reduce, with random computation. */
    private MpiTrace ring() throws IOException {
        SimulatedRun run = new SimulatedRun(dir, 4, 3_000, 500);
        SplittableRandom random = new SplittableRandom(28);
        for (int i = 0; i < 50; i++) {
            for (int r = 0; r < 4; r++) {
                run.compute(r, random.nextInt(10_000, 50_000));
                run.send(r, (r + 1) % 4, 1000 + r);
            }
            for (int r = 0; r < 4; r++) {
                run.receive(r, (r + 3) % 4);
            }
            run.collective(MpiOp.ALLREDUCE, -1);
        }
        return run.end();
    }

    @Test
    void columnsSumToTheExactTotals() throws IOException {
        MpiTrace trace = ring();
        EfficiencyAnalysis analysis = analyse(trace);
        for (int cells : new int[]{1, 1 << 10, 1 << 16}) {
            RunTimeline timeline = RunTimeline.of(trace, analysis, new Limits(cells, 10), Progress.NONE);
            for (int l = 0; l < 4; l++) {
                int location = l;
                assertThat(total(timeline, l, State.COMPUTING)).isEqualTo(analysis.usefulNanos()[l]);
                assertThat(total(timeline, l, State.WAITING)).isEqualTo(analysis.waitPairs()
                        .stream()
                        .filter(p -> p.waiter() == location)
                        .mapToLong(WaitPair::nanos)
                        .sum());
                long all = List.of(State.values()).stream().mapToLong(s -> total(timeline, location, s)).sum();
                assertThat(all).isEqualTo(trace.endNanos(l) - trace.initEndNanos(l));
            }
        }
    }

    @Test
    void waitsOfRecordedCallsSumToTheWaitingTimeOfTheRun() {
        MpiTrace trace = Recorded.multigrid(dir);
        EfficiencyAnalysis analysis = analyse(trace);
        RunTimeline timeline = RunTimeline.of(trace, analysis, ALL, Progress.NONE);
        RunCalls calls = timeline.calls();
        long waited = IntStream.range(0, calls.size()).mapToLong(calls::waitedNanos).sum();
        assertThat(waited).isEqualTo(analysis.waits().nanos()).isPositive();
        assertThat(IntStream.range(0, 4).mapToLong(l -> total(timeline, l, State.WAITING)).sum()).isEqualTo(waited);
        assertThat(analysis.waitPairs().stream().mapToLong(WaitPair::nanos).sum()).isEqualTo(waited);
        assertThat(IntStream.range(0, 4)
                .mapToLong(l -> LongStream.of(timeline.nanos(l, State.MESSAGES)).filter(n -> n < 0).count())
                .sum()).as("columns with negative time").isZero();
        long ofPhases = analysis.phases()
                .stream()
                .flatMap(p -> analysis.waitPairs(p).stream())
                .mapToLong(WaitPair::nanos)
                .sum();
        assertThat(ofPhases).isEqualTo(analysis.phases().stream().mapToLong(p -> p.waits().nanos()).sum());
    }

    /** A page that shows single calls must not show time in MPI as computing, such as a Waitall for sends. */
    @Test
    void singleCallsHaveAllTimeInMpi() {
        MpiTrace trace = Recorded.multigrid(dir);
        RunTimeline timeline = RunTimeline.of(trace, analyse(trace), ALL, Progress.NONE);
        RunCalls calls = timeline.calls();
        int[] withoutEvent = IntStream.range(0, calls.size()).filter(i -> !calls.hasEvent(i)).toArray();
        assertThat(withoutEvent).isNotEmpty();
        for (int l = 0; l < trace.locations(); l++) {
            int location = l;
            assertThat(IntStream.of(withoutEvent)
                    .filter(i -> calls.location(i) == location)
                    .mapToLong(i -> calls.endNanos(i) - calls.startNanos(i))
                    .sum()).isEqualTo(total(timeline, l, State.OTHER_CALLS));
            long computing = total(timeline, l, State.COMPUTING);
            assertThat(IntStream.range(0, calls.size())
                    .filter(i -> calls.location(i) == location)
                    .mapToLong(i -> calls.endNanos(i) - calls.startNanos(i))
                    .sum()).isEqualTo(trace.endNanos(l) - trace.initEndNanos(l) - computing);
        }
    }

    @Test
    void eachMessageConnectsItsSendAndItsReceive() throws IOException {
        MpiTrace trace = ring();
        RunCalls calls = RunTimeline.of(trace, analyse(trace), ALL, Progress.NONE).calls();
        assertThat(calls.size()).isEqualTo((int) trace.events());
        int[] receives = IntStream.range(0, calls.size()).filter(i -> calls.send(i) >= 0).toArray();
        assertThat(receives).hasSize((int) trace.receives());
        for (int i : receives) {
            int send = calls.send(i);
            assertThat(calls.location(send)).isEqualTo((calls.location(i) + 3) % 4).isEqualTo(calls.peer(i));
            assertThat(calls.peer(send)).isEqualTo(calls.location(i));
            assertThat(calls.bytes(send)).isEqualTo(calls.bytes(i)).isEqualTo(1000 + calls.peer(i));
            assertThat(calls.startNanos(send)).isLessThan(calls.endNanos(i));
        }
    }

    @Test
    void longRunHasSingleCallsWithinTheLimitOnly() throws IOException {
        MpiTrace trace = ring();
        EfficiencyAnalysis analysis = analyse(trace);
        RunTimeline timeline = RunTimeline.of(trace, analysis, new Limits(1, 100), Progress.NONE);
        RunCalls calls = timeline.calls();
        assertThat(calls.size()).isBetween(20, 200);
        assertThat(timeline.detailFromNanos()).isGreaterThan(trace.runStartNanos());
        assertThat(timeline.detailToNanos()).isLessThan(trace.runEndNanos());
        RunCalls all = RunTimeline.of(trace, analysis, ALL, Progress.NONE).calls();
        long within = IntStream.range(0, all.size())
                .filter(i -> all.endNanos(i) >= timeline.detailFromNanos()
                        && all.startNanos(i) < timeline.detailToNanos())
                .count();
        assertThat(calls.size()).as("every call in the part").isEqualTo((int) within);
    }

    @Test
    void siteTimesOfATraceWithoutCallSitesAreEmpty() throws IOException {
        MpiTrace trace = ring();
        assertThat(RunTimeline.of(trace, analyse(trace), ALL, Progress.NONE).siteTimes()).extracting(SiteTime::site)
                .isEmpty();
    }
}
