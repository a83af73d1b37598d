package runbench.sampler.run;

/**
 * The progress of a run.
 *
 * @param samples number of samples so far
 * @param runNanos running time of the benchmark's tasks so far, summed, in nanoseconds
 * @param wallNanos wall time since the exec, in nanoseconds
 */
public record SamplingProgress(long samples, long runNanos, long wallNanos) {}
