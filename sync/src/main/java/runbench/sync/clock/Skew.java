package runbench.sync.clock;

/**
 * The TSC of {@code cpu} minus that of CPU {@code against}.
 *
 * @param loNanos lower bound, ns
 * @param hiNanos upper bound, ns: the middle is the estimate, half the width its guaranteed error
 */
public record Skew(int against, int cpu, double loNanos, double hiNanos) {}
