package runbench.pas2p.efficiency;

import runbench.pas2p.trace.TracedCall;

/** What the records of each location hold cumulatively: time inside MPI, CPU time and counts outside. */
final class LocationTotals {
    private static final int MPI = 0;
    private static final int LAST_CALL = 1;
    private static final int COMPUTE = 2;
    private static final int STRIDE = 4;

    /** What is known of a location stands together, in one line of a processor's cache. */
    private final long[] of;
    private final long[][] counts;

    LocationTotals(int locations, int events) {
        of = new long[locations * STRIDE];
        counts = new long[events][locations];
    }

    /**
     * Of the time since the location's previous event, what was outside MPI: calls that leave no event, such as a test
     * that fails or a wait for a send, are inside.
     *
     * @param length of the call
     * @param gap from the exit of the previous event to the entry of this one
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

    /** CPU time outside MPI. */
    long computeNanos(int l) {
        return of[l * STRIDE + COMPUTE];
    }

    /** Count of this event outside MPI, up to the location's last event. */
    long count(int event, int l) {
        return counts[event][l];
    }
}
