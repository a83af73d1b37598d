package runbench.sampler.run;

/**
 * @param runNanos time that the benchmark's tasks ran so far, summed
 * @param wallNanos since its exec
 */
public record SamplingProgress(long samples, long runNanos, long wallNanos) {}
