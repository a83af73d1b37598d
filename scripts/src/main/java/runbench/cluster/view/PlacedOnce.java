package runbench.cluster.view;

import java.util.function.LongToDoubleFunction;

/**
 * Remembers where the last two moments stand: all who read a recording together ask of each period's two ends, one of
 * which mostly was the end of the period before. Placing them anew each time was most of the reading. For one thread.
 */
final class PlacedOnce implements LongToDoubleFunction {
    private final LongToDoubleFunction place;
    private long newer = Long.MIN_VALUE;
    private long older = Long.MIN_VALUE;
    private double newerAt;
    private double olderAt;

    PlacedOnce(LongToDoubleFunction place) {
        this.place = place;
    }

    @Override
    public double applyAsDouble(long wallNanos) {
        if (wallNanos == newer) {
            return newerAt;
        }
        if (wallNanos == older) {
            return olderAt;
        }
        double found = place.applyAsDouble(wallNanos);
        older = newer;
        olderAt = newerAt;
        newer = wallNanos;
        newerAt = found;
        return found;
    }
}
