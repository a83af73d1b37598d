package runbench.sampler.run;

/**
 * What one sample costs on this machine, measured before the benchmark starts.
 *
 * @param share of the period
 */
public record Calibration(long costPerSampleNanos, double share) {}
