package runbench.pas2p.phase;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import runbench.base.progress.Progress;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.phase.RankBalance.RankTime;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.ProcessorUse;

/**
 * The time that occurrences lost because a rank waited for a processor. For each rank and occurrence it is the wall
 * time outside MPI without CPU time, times the share of this time that the kernel counted as waiting: a rank that
 * sleeps loses nothing. The others wait for the most delayed rank, so an occurrence loses that rank's time.
 */
final class StarvedTimes implements SweepSink {
    private final PhaseOccurrences all;
    private final long[] lost;
    private final int[] slowest;
    /** By rank: end of its latest event, time inside MPI and CPU time up to it, and times in the current occurrence. */
    private final long[] end;
    private final long[] mpi;
    private final long[] cpu;
    private final int[] current;
    private final long[] inCurrent;
    private final long[] busy;
    private final long[] computed;
    private final long[] wall;
    private int occurrence;

    private StarvedTimes(MpiTrace trace, PhaseOccurrences all) {
        int ranks = trace.ranks();
        this.all = all;
        lost = new long[all.size()];
        slowest = new int[all.size()];
        end = new long[ranks];
        mpi = new long[ranks];
        cpu = new long[ranks];
        current = new int[ranks];
        inCurrent = new long[ranks];
        busy = new long[ranks];
        computed = new long[ranks];
        wall = new long[ranks];
    }

    /**
     * Returns the lost time of each occurrence, ns; empty: no rank waited, or waits are not known. Otherwise walks over
     * the trace once more.
     */
    static long[] of(MpiTrace trace, PhaseAnalysis analysis) {
        if (!analysis.options().method().inTicks() || trace.processorUse().stream().noneMatch(ProcessorUse::lacked)) {
            return new long[0];
        }
        StarvedTimes times = new StarvedTimes(trace, analysis.occurrences());
        LogicalSweep.run(trace, analysis.options().rule(), times, Progress.NONE);
        return times.lost(trace);
    }

    private long[] lost(MpiTrace trace) {
        List<RankTime> run = IntStream.range(0, end.length)
                .mapToObj(r -> new RankTime(r, wall[r], wall[r] - busy[r], computed[r], 0, 0, 0))
                .toList();
        if (run.stream().noneMatch(t -> t.cpuNanos() > 0)) {
            return new long[0];
        }
        IntStream.range(0, end.length).forEach(this::close);
        Map<Integer, Double> shares = CpuShortage.waitShares(trace, run);
        Arrays.setAll(lost, i -> Math.round(lost[i] * shares.getOrDefault(slowest[i], 0.0)));
        return lost;
    }

    @Override
    public void event(int location, int tick, EventCursor e) {
        if (location >= end.length || all.size() == 0) {
            return;
        }
        occurrence = all.at(location, tick, occurrence);
        long mpiTo = e.mpiNanos() + e.endNanos() - e.startNanos();
        if (end[location] != 0) {
            if (current[location] != occurrence) {
                close(location);
            }
            long took = Math.max(0, e.endNanos() - end[location]);
            long outside = Math.max(0, took - Math.max(0, mpiTo - mpi[location]));
            long ran = Math.max(0, e.computeNanos() - cpu[location]);
            wall[location] += took;
            busy[location] += outside;
            computed[location] += ran;
            inCurrent[location] += outside - ran;
        }
        current[location] = occurrence;
        end[location] = Math.max(end[location], e.endNanos());
        mpi[location] = mpiTo;
        cpu[location] = e.computeNanos();
    }

    private void close(int rank) {
        int at = current[rank];
        if (at < lost.length && inCurrent[rank] > lost[at]) {
            lost[at] = inCurrent[rank];
            slowest[at] = rank;
        }
        inCurrent[rank] = 0;
    }

    @Override
    public void receive(int location, int tick, EventCursor event, long sentNanos) {
        // Waits inside MPI are no waits for a processor of this rank.
    }

    @Override
    public void endTick(int tick) {
        // Occurrences end with events.
    }
}
