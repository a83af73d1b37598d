package runbench.pas2p.scaling;

import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.trace.MpiTrace;

/**
 * A traced run of a program with some number of ranks.
 *
 * @param source place of the trace, as typed
 */
public record ScaledRun(String source, MpiTrace trace, PhaseHierarchy hierarchy) {
    private static final double NANOS = 1e9;

    public int ranks() {
        return trace.ranks();
    }

    /** Returns the time from the last exit from MPI_Init to the last entry into MPI_Finalize, s. */
    public double runS() {
        return hierarchy.analysis().runNanos() / NANOS;
    }
}
