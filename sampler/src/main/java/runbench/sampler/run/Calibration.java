package runbench.sampler.run;

/**
 * The overhead of one sample, measured before the benchmark starts.
 *
 * @param costPerSampleNanos CPU time of one sample in nanoseconds
 * @param share overhead as a share of the period
 */
public record Calibration(long costPerSampleNanos, double share) {}
