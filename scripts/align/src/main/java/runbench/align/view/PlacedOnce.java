package runbench.align.view;

import java.util.function.LongToDoubleFunction;

/**
 * Remembers where the last two moments stand: all who read a recording together ask of each period's two ends, one of
 * which mostly was the end of the period before. Placing them anew each time was most of the reading. For one thread.
 */
final class PlacedOnce implements LongToDoubleFunction {
    private final LongToDoubleFunction place;
    private long late = Long.MIN_VALUE;
    private long early = Long.MIN_VALUE;
    private double lateAt;
    private double earlyAt;

    PlacedOnce(LongToDoubleFunction place) {
        this.place = place;
    }

    @Override
    public double applyAsDouble(long wallNanos) {
        if (wallNanos == late) {
            return lateAt;
        }
        if (wallNanos == early) {
            return earlyAt;
        }
        double found = place.applyAsDouble(wallNanos);
        if (wallNanos > late) {
            early = late;
            earlyAt = lateAt;
            late = wallNanos;
            lateAt = found;
        } else {
            early = wallNanos;
            earlyAt = found;
        }
        return found;
    }
}
