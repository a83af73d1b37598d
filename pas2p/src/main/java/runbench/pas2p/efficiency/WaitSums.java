package runbench.pas2p.efficiency;

/**
 * Waiting time for other ranks inside MPI, nanoseconds, summed over ranks.
 *
 * @param longest the pair with the longest waiting time; null: no rank waited
 */
public record WaitSums(long lateSenderNanos, long lateReceiverNanos, long collectiveNanos, WaitPair longest) {
    public long nanos() {
        return lateSenderNanos + lateReceiverNanos + collectiveNanos;
    }
}
