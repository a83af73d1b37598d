package runbench.sampler.run;

/**
 * The exact final count of an event over the whole process tree.
 *
 * @param name name of the event
 * @param value the count
 * @param enabledNanos time for which the event was enabled, summed over tasks, nanoseconds
 * @param runningNanos time for which it was on a counter, nanoseconds; less if counters were multiplexed
 */
public record Total(String name, long value, long enabledNanos, long runningNanos) {}
