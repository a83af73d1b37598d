package runbench.pas2p.efficiency;

/**
 * Waiting time of one rank for another, by cause.
 *
 * @param waiter the waiting rank
 * @param culprit the awaited rank; in a collective operation, the last one that was needed
 */
public record WaitPair(int waiter, int culprit, long lateSenderNanos, long lateReceiverNanos, long collectiveNanos) {
    public long nanos() {
        return lateSenderNanos + lateReceiverNanos + collectiveNanos;
    }
}
