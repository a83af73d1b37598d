package runbench.parser.compare;

/**
 * A quantity that cannot be compared.
 *
 * @param reason in words; of which side, where it is one
 */
public record AbsentMetric(String name, String reason) {}
