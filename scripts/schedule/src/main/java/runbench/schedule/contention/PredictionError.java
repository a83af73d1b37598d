package runbench.schedule.contention;

/**
 * How far predicted slow-downs were from measured ones.
 *
 * @param pairs that were both
 * @param median of |predicted / measured - 1|
 * @param worst likewise
 * @param unslowed median error of who says that nobody is slowed: what the model has to beat
 * @param worstUnslowed worst likewise
 */
public record PredictionError(int pairs, double median, double worst, double unslowed, double worstUnslowed) {}
