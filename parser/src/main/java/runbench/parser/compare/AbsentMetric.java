package runbench.parser.compare;

/**
 * A quantity that cannot be compared.
 *
 * @param name of the quantity
 * @param reason why it cannot be compared; names the side if only one side lacks it
 */
public record AbsentMetric(String name, String reason) {}
