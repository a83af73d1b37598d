package runbench.schedule.contention;

/**
 * The errors of predicted slow-downs.
 *
 * @param pairs number of pairs with a measurement and a prediction
 * @param median median of
 * predicted / measured - 1
 *
 * @param worst maximum of
 * predicted / measured - 1
 *
 * @param unslowed median error of the trivial prediction that no program is slowed; a useful model is below it
 * @param worstUnslowed maximum error of that trivial prediction
 */
public record PredictionError(int pairs, double median, double worst, double unslowed, double worstUnslowed) {}
