package runbench.measure.compare;

/**
 * What decides.
 *
 * @param primary name of the quantity named beforehand
 * @param margin 0.01: within 1 % is the same
 */
public record CompareRequest(String primary, double margin) {}
