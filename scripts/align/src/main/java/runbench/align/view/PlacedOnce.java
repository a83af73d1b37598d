package runbench.align.view;

import java.util.function.LongToDoubleFunction;

/**
 * Caches the placements of the last two stamps. All collectors of a pass request both ends of each period, and one end
 * is usually the end of the period before. Without the cache, placing took most of the reading time. Not thread-safe.
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
