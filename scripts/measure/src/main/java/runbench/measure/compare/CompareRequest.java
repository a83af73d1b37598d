package runbench.measure.compare;

/**
 * The decision rule of a comparison.
 *
 * @param primary name of the quantity that decides
 * @param margin largest relative difference that counts as equal; 0.01 is 1 %
 */
public record CompareRequest(String primary, double margin) {}
