package runbench.schedule.contention;

/**
 * The errors of a model on the points of its fit and on held-out points.
 *
 * @param points number of fitted slow-downs (those under readers)
 * @param medianError median relative error of the fitted slow-downs
 * @param worstError maximum relative error of the fitted slow-downs
 * @param heldPoints number of held-out slow-downs (those under writers)
 * @param heldMedian median relative error of the held-out slow-downs; NaN without any
 * @param heldWorst maximum relative error of the held-out slow-downs; NaN without any
 */
public record ModelFit(int points, double medianError, double worstError, int heldPoints, double heldMedian,
        double heldWorst) {}
