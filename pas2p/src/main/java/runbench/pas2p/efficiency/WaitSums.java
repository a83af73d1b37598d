package runbench.pas2p.efficiency;

/**
 * Waiting inside MPI for other ranks, nanoseconds, summed over ranks.
 *
 * @param longest the pair that waited most; null: nobody waited
 */
public record WaitSums(long lateSenderNanos, long lateReceiverNanos, long collectiveNanos, WaitPair longest) {
    public long nanos() {
        return lateSenderNanos + lateReceiverNanos + collectiveNanos;
    }
}
