package runbench.pas2p.phase;

import runbench.pas2p.trace.MpiTrace;

/**
 * Turns what each rank's records hold cumulatively into what passed since the rank's previous event. Of the time before
 * a rank's first event only the part after the beginning of the first phase counts, its contents in proportion: setting
 * up before anybody communicates is in no phase.
 */
final class RankTimes {
    private static final int COMPUTE = 0;
    private static final int MPI = 1;
    private static final int END = 2;
    private static final int BEGUN = 3;
    private static final int STRIDE = 4;

    /** What is known of a location up to its latest event; together, as it is needed together. */
    private final long[] of;
    private final long[][] counts;
    private long begin;

    /** @param events how many are counted */
    RankTimes(MpiTrace trace, int events) {
        int ranks = trace.locations();
        of = new long[ranks * STRIDE];
        counts = new long[events][ranks];
        for (int r = 0; r < ranks; r++) {
            of[r * STRIDE + END] = trace.present(r) ? trace.initEndNanos(r) : 0;
        }
    }

    /** The first phase begins here. */
    void begin(long nanos) {
        begin = nanos;
    }

    /**
     * Completes element {@code i} of the row, whose start and end are filled in.
     *
     * @param computed CPU time outside MPI up to the entry of the call
     * @param inMpi wall time inside MPI up to its entry
     * @param perCall wall time inside this call
     * @param countedTo counts up to its entry, [event][rank]
     */
    void put(TickRow row, int i, long computed, long inMpi, long perCall, long[][] countedTo) {
        int r = row.rank[i];
        int own = r * STRIDE;
        long before = of[own + END];
        double share = 1;
        // Threads of a rank may be in calls at once: an event may end before the one before it does.
        long wall = Math.max(0, row.endNanos[i] - before);
        if (of[own + BEGUN] == 0) {
            of[own + BEGUN] = 1;
            long sinceBegin = Math.max(0, row.startNanos[i] - Math.max(begin, before));
            share = sinceBegin == 0 ? 0 : (double) sinceBegin / (row.startNanos[i] - before);
            wall = sinceBegin + row.endNanos[i] - row.startNanos[i];
        }
        row.computeNanos[i] = part(share, computed - of[own + COMPUTE]);
        row.mpiNanos[i] = part(share, inMpi - of[own + MPI]) + perCall;
        row.wallNanos[i] = wall;
        of[own + COMPUTE] = Math.max(of[own + COMPUTE], computed);
        of[own + MPI] = Math.max(of[own + MPI], inMpi + perCall);
        of[own + END] = Math.max(before, row.endNanos[i]);
        for (int c = 0; c < counts.length; c++) {
            row.counts[c] += part(share, countedTo[c][r] - counts[c][r]);
            counts[c][r] = countedTo[c][r];
        }
    }

    private static long part(double share, long value) {
        return share == 1 ? Math.max(0, value) : Math.round(share * Math.max(0, value));
    }
}
