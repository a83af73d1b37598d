package runbench.sync.clock;

/**
 * The difference between the TSCs of two CPUs. The middle of the bounds is the estimate; half their distance is its
 * guaranteed error.
 *
 * @param against number of the reference CPU
 * @param cpu number of the other CPU
 * @param loNanos lower bound of the TSC of {@code cpu} minus that of {@code against}, ns
 * @param hiNanos upper bound, ns
 */
public record Skew(int against, int cpu, double loNanos, double hiNanos) {}
