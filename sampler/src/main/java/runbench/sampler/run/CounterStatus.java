package runbench.sampler.run;

/**
 * What became of one counter.
 *
 * @param counted false: it could not be opened
 * @param reason why not, in words; empty when counted
 * @param errno symbolic error of the system, e.g. {@code ENOENT}; may be empty
 */
public record CounterStatus(String name, boolean counted, String reason, String errno) {}
