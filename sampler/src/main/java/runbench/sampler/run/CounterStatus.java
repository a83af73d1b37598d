package runbench.sampler.run;

/**
 * The status of one counter.
 *
 * @param name name of the event
 * @param counted true if the counter was opened
 * @param reason why it was not opened; empty if counted
 * @param errno symbolic error number, such as {@code ENOENT}; may be empty
 */
public record CounterStatus(String name, boolean counted, String reason, String errno) {}
