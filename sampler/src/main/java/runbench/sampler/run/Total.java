package runbench.sampler.run;

/**
 * The final count of an event over the whole process tree, exact.
 *
 * @param enabledNanos time over which it should have been counted, summed over tasks
 * @param runningNanos time over which it was; less when counters were multiplexed
 */
public record Total(String name, long value, long enabledNanos, long runningNanos) {}
