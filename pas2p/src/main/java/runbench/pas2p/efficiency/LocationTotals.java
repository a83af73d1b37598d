package runbench.pas2p.efficiency;

import runbench.pas2p.trace.TracedCall;

/** What the records of each location hold cumulatively: time inside MPI, CPU time and counts outside. */
final class LocationTotals {
    private final long[] mpi;
    private final long[] lastCall;
    private final long[] compute;
    private final long[][] counts;

    LocationTotals(int locations, int events) {
        mpi = new long[locations];
        lastCall = new long[locations];
        compute = new long[locations];
        counts = new long[events][locations];
    }

    /**
     * Of the time since the location's previous event, what was outside MPI: calls that leave no event, such as a test that
     * fails or a wait for a send, are inside.
     *
     * @param length of the call
     * @param gap    from the exit of the previous event to the entry of this one
     */
    long usefulUpTo(int l, TracedCall e, long length, long gap) {
        long inside = e.mpiNanos();
        long useful = usefulAtEnd(l, inside, gap);
        mpi[l] = inside;
        lastCall[l] = length;
        compute[l] = e.computeNanos();
        for (int i = 0; i < counts.length; i++) {
            counts[i][l] = e.count(i);
        }
        return useful;
    }

    long usefulAtEnd(int l, long mpiNanos, long gap) {
        long elsewhere = mpiNanos - mpi[l] - lastCall[l];
        return Math.max(0, gap - Math.max(0, elsewhere));
    }

    void computeAtEnd(int l, long nanos) {
        compute[l] = Math.max(compute[l], nanos);
    }

    /** CPU time outside MPI. */
    long computeNanos(int l) {
        return compute[l];
    }

    /** Count of this event outside MPI, up to the location's last event. */
    long count(int event, int l) {
        return counts[event][l];
    }
}
