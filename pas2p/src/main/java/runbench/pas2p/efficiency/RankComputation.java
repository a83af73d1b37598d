package runbench.pas2p.efficiency;

/**
 * The computation of one rank, including its further threads.
 *
 * @param usefulNanos wall time outside MPI within the run
 * @param computeNanos CPU time outside MPI since MPI_Init; less than the useful time if the rank shared a processor,
 *     slept or waited for input
 * @param counts counts outside MPI, in the order of the trace's counted events
 */
public record RankComputation(int rank, long usefulNanos, long computeNanos, long[] counts) {}
