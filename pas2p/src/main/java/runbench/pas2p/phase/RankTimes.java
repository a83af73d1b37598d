package runbench.pas2p.phase;

import runbench.pas2p.trace.MpiTrace;

/**
 * Turns what each rank's records hold cumulatively into what passed since the rank's previous event. Of the time before a
 * rank's first event only the part after the beginning of the first phase counts, its contents in proportion: setting up
 * before anybody communicates is in no phase.
 */
final class RankTimes {
    private final long[] compute;
    private final long[] mpi;
    private final long[] end;
    private final boolean[] begun;
    private final long[][] counts;
    private long begin;

    /** @param events how many are counted */
    RankTimes(MpiTrace trace, int events) {
        int ranks = trace.locations();
        compute = new long[ranks];
        mpi = new long[ranks];
        end = new long[ranks];
        begun = new boolean[ranks];
        counts = new long[events][ranks];
        for (int r = 0; r < ranks; r++) {
            end[r] = trace.present(r) ? trace.initEndNanos(r) : 0;
        }
    }

    /** The first phase begins here. */
    void begin(long nanos) {
        begin = nanos;
    }

    /**
     * Completes element {@code i} of the row, whose start and end are filled in.
     *
     * @param computed  CPU time outside MPI up to the entry of the call
     * @param inMpi     wall time inside MPI up to its entry
     * @param perCall   wall time inside this call
     * @param countedTo counts up to its entry, [event][rank]
     */
    void put(TickRow row, int i, long computed, long inMpi, long perCall, long[][] countedTo) {
        int r = row.rank[i];
        double share = 1;
        // Threads of a rank may be in calls at once: an event may end before the one before it does.
        long wall = Math.max(0, row.endNanos[i] - end[r]);
        if (!begun[r]) {
            begun[r] = true;
            long sinceBegin = Math.max(0, row.startNanos[i] - Math.max(begin, end[r]));
            share = sinceBegin == 0 ? 0 : (double) sinceBegin / (row.startNanos[i] - end[r]);
            wall = sinceBegin + row.endNanos[i] - row.startNanos[i];
        }
        row.computeNanos[i] = part(share, computed - compute[r]);
        row.mpiNanos[i] = part(share, inMpi - mpi[r]) + perCall;
        row.wallNanos[i] = wall;
        compute[r] = Math.max(compute[r], computed);
        mpi[r] = Math.max(mpi[r], inMpi + perCall);
        end[r] = Math.max(end[r], row.endNanos[i]);
        for (int c = 0; c < counts.length; c++) {
            row.counts[c] += part(share, countedTo[c][r] - counts[c][r]);
            counts[c][r] = countedTo[c][r];
        }
    }

    private static long part(double share, long value) {
        return share == 1 ? Math.max(0, value) : Math.round(share * Math.max(0, value));
    }
}
