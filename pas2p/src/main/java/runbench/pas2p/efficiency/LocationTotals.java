package runbench.pas2p.efficiency;

import runbench.pas2p.trace.TracedCall;

/** The cumulative values in the records of each location: time inside MPI, CPU time and counts outside MPI. */
final class LocationTotals {
    private static final int MPI = 0;
    private static final int LAST_CALL = 1;
    private static final int COMPUTE = 2;
    private static final int STRIDE = 4;

    /** The state of the locations; each one's words are contiguous, within one cache line. */
    private final long[] of;
    private final long[][] counts;

    LocationTotals(int locations, int events) {
        of = new long[locations * STRIDE];
        counts = new long[events][locations];
    }

    /**
     * Returns the time outside MPI since the location's previous event. Calls without an event, such as a failed test
     * or a wait for a send, count as inside MPI.
     *
     * @param length duration of the call, ns
     * @param gap time from the exit of the previous event to the entry of this one, ns
     */
    long usefulUpTo(int l, TracedCall e, long length, long gap) {
        long inside = e.mpiNanos();
        long useful = usefulAtEnd(l, inside, gap);
        int own = l * STRIDE;
        of[own + MPI] = inside;
        of[own + LAST_CALL] = length;
        of[own + COMPUTE] = e.computeNanos();
        for (int i = 0; i < counts.length; i++) {
            counts[i][l] = e.count(i);
        }
        return useful;
    }

    long usefulAtEnd(int l, long mpiNanos, long gap) {
        long elsewhere = mpiNanos - of[l * STRIDE + MPI] - of[l * STRIDE + LAST_CALL];
        return Math.max(0, gap - Math.max(0, elsewhere));
    }

    void computeAtEnd(int l, long nanos) {
        of[l * STRIDE + COMPUTE] = Math.max(of[l * STRIDE + COMPUTE], nanos);
    }

    /** Returns the CPU time outside MPI, ns. */
    long computeNanos(int l) {
        return of[l * STRIDE + COMPUTE];
    }

    /** Returns the count of an event outside MPI up to the location's last call. */
    long count(int event, int l) {
        return counts[event][l];
    }
}
