package runbench.pas2p.efficiency;

/**
 * How long one rank waited for another, by the reason.
 *
 * @param waiter the rank that waited
 * @param culprit the rank that was waited for; of a collective operation, the last that was needed
 */
public record WaitPair(int waiter, int culprit, long lateSenderNanos, long lateReceiverNanos, long collectiveNanos) {
    public long nanos() {
        return lateSenderNanos + lateReceiverNanos + collectiveNanos;
    }
}
