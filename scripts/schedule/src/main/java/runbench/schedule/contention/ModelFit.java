package runbench.schedule.contention;

/**
 * How well a model describes the curve that it was fitted to, and the part of it that it was not.
 *
 * @param points slow-downs that it was fitted to: those beside readers
 * @param medianError of its slow-downs there, relative
 * @param worstError likewise
 * @param heldPoints slow-downs beside writers, to which it was not fitted
 * @param heldMedian error there; NaN without any
 * @param heldWorst likewise
 */
public record ModelFit(int points, double medianError, double worstError, int heldPoints, double heldMedian,
        double heldWorst) {}
