package runbench.pas2p.phase;

import java.util.Arrays;
import runbench.base.progress.Progress;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;

/**
 * The phase of each rank over time, to the nanosecond, in the clock of its own node. Other recordings by that clock can
 * be divided by phases without any clock model. Consecutive occurrences of one phase are one stretch. The stretches of
 * a rank follow each other without a gap, from its first event to the end of its last. Memory is proportional to the
 * changes of phase.
 */
public final class RankPhases {
    private final int phases;
    private final Stretches[] ranks;

    private RankPhases(int ranks, int phases) {
        this.phases = phases;
        this.ranks = new Stretches[ranks];
        Arrays.setAll(this.ranks, r -> new Stretches(phases));
    }

    /**
     * Walks over the trace once more. For a rank with several threads that call MPI, the thread that called MPI_Init
     * counts.
     */
    public static RankPhases of(MpiTrace trace, PhaseAnalysis analysis) {
        RankPhases all = new RankPhases(trace.ranks(), analysis.phases().size());
        LogicalSweep.run(trace, analysis.options().rule(), all.new Walk(analysis.occurrences()), Progress.NONE);
        return all;
    }

    private static final class Stretches {
        private final long[] wall;
        private final long[] mpi;
        private final long[] visits;
        private long[] start = new long[64];
        private int[] phase = new int[64];
        private int size;
        private long end;
        private long mpiSoFar;

        Stretches(int phases) {
            wall = new long[phases];
            mpi = new long[phases];
            visits = new long[phases];
        }

        void event(int id, EventCursor e) {
            boolean first = size == 0;
            long since = first ? e.startNanos() : end;
            if (first || phase[size - 1] != id) {
                begin(id, since);
            }
            long inCall = e.endNanos() - e.startNanos();
            end = Math.max(since, e.endNanos());
            wall[id] += end - since;
            mpi[id] += (first ? 0 : Math.max(0, e.mpiNanos() - mpiSoFar)) + inCall;
            mpiSoFar = e.mpiNanos() + inCall;
        }

        private void begin(int id, long at) {
            if (size == start.length) {
                start = Arrays.copyOf(start, size * 2);
                phase = Arrays.copyOf(phase, size * 2);
            }
            visits[id]++;
            start[size] = at;
            phase[size++] = id;
        }
    }

    private final class Walk implements SweepSink {
        private final PhaseOccurrences all;
        private int occurrence;

        Walk(PhaseOccurrences all) {
            this.all = all;
        }

        @Override
        public void event(int location, int tick, EventCursor e) {
            while (occurrence + 1 < all.size() && all.startTick(occurrence + 1) <= tick) {
                occurrence++;
            }
            if (location < ranks.length && all.size() > 0) {
                ranks[location].event(all.phase(occurrence), e);
            }
        }

        @Override
        public void receive(int location, int tick, EventCursor event, long sentNanos) {
            // A receive is part of the time between two sends.
        }

        @Override
        public void endTick(int tick) {
            // Stretches end with events.
        }
    }

    public int ranks() {
        return ranks.length;
    }

    /** Returns the number of phases of the analysis; they are numbered from 0. */
    public int phases() {
        return phases;
    }

    /** Returns the number of stretches of a rank; 0: the trace does not contain the rank. */
    public int stretches(int rank) {
        return ranks[rank].size;
    }

    public int phase(int rank, int stretch) {
        return ranks[rank].phase[stretch];
    }

    /** Returns the start of a stretch in the clock of the rank's node, ns. */
    public long startNodeNanos(int rank, int stretch) {
        return ranks[rank].start[stretch];
    }

    /** Returns the end of a stretch in the clock of the rank's node, ns. */
    public long endNodeNanos(int rank, int stretch) {
        Stretches s = ranks[rank];
        return stretch + 1 < s.size ? s.start[stretch + 1] : s.end;
    }

    /** Returns the last stretch that begins at or before a time; -1: none has begun yet. */
    public int stretchAt(int rank, long nodeNanos) {
        Stretches s = ranks[rank];
        int at = Arrays.binarySearch(s.start, 0, s.size, nodeNanos);
        return at >= 0 ? at : -at - 2;
    }

    /** Returns the number of stretches of a rank in a phase. */
    public long visits(int rank, int phase) {
        return ranks[rank].visits[phase];
    }

    /** Returns the wall time of a rank in all stretches of a phase, ns. */
    public long wallNanos(int rank, int phase) {
        return ranks[rank].wall[phase];
    }

    /** Returns the wall time of a rank inside MPI in a phase, ns. */
    public long mpiNanos(int rank, int phase) {
        return Math.min(ranks[rank].mpi[phase], ranks[rank].wall[phase]);
    }
}
