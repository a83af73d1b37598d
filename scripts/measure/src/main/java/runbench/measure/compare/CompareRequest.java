package runbench.measure.compare;

/**
 * The decision rule of a comparison.
 *
 * @param primary name of the quantity that decides; null: chosen by the rule
 * @param margin largest relative difference that counts as equal; 0.01 is 1 %
 * @param anyStatus accept programs that end with an exit status other than 0
 * @param pairwise compare all pairs of several programs, not only each program with the first one
 * @param emulated the runs are emulated: their counts do not vary, so that one round decides
 */
public record CompareRequest(String primary, double margin, boolean anyStatus, boolean pairwise, boolean emulated) {}
