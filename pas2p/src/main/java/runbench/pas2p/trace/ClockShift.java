package runbench.pas2p.trace;

/**
 * Turns times of a rank's node into one reference time, so that ranks of several nodes can be compared. Logical order
 * never needs it; phase times and charts do.
 */
@FunctionalInterface
public interface ClockShift {
    /** All ranks on one node, or clocks that are good enough as they are. */
    ClockShift NONE = (rank, nanos) -> nanos;

    /** @return {@code nanos} of the clock of this rank's node in reference time; monotonic in {@code nanos} */
    long toReference(int rank, long nanos);
}
