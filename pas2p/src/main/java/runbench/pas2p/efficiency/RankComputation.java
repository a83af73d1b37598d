package runbench.pas2p.efficiency;

/**
 * What one rank computed; its further threads are summed up with it.
 *
 * @param usefulNanos wall time outside MPI within the run
 * @param computeNanos CPU time outside MPI from MPI_Init on; less than the useful time where the rank had to share a
 *     processor, slept, or waited for input
 * @param counts events counted outside MPI, in the order of the trace's counted events
 */
public record RankComputation(int rank, long usefulNanos, long computeNanos, long[] counts) {}
