package runbench.base.timeline;

/**
 * Turns the stamps of one clock into reference time. Immutable and free of state: several threads may ask at once, each
 * with a {@link PlacedStamp} of its own.
 */
@FunctionalInterface
public interface Timeline {
    /** Of {@link #stampAt}. */
    int INVERTING_STEPS = 8;

    /** A clock that is the reference's own, or is taken for it: no model, so no error is stated. */
    Timeline IDENTITY = (stamp, out) -> out.set(stamp, 0, 0, 0, ReferenceTime.How.IDENTITY);

    /**
     * Places one stamp; makes no object.
     *
     * @param stamp of the clock, ns unless the timeline says otherwise
     * @throws ArithmeticException when the stamp lies beyond what 64 bits of reference time hold
     */
    void locate(long stamp, PlacedStamp out);

    /** One stamp's reference time as a value. */
    default ReferenceTime at(long stamp) {
        PlacedStamp out = new PlacedStamp();
        locate(stamp, out);
        return out.value();
    }

    /** One stamp's reference time alone, ns. */
    default long refNanos(long stamp) {
        PlacedStamp out = new PlacedStamp();
        locate(stamp, out);
        return out.refNanos();
    }

    /**
     * What the clock shows at a moment of the reference's time, to the ns: the inverse of {@link #locate}, for clocks
     * whose rate is within a thousandth of the reference's.
     */
    default long stampAt(long refNanos) {
        PlacedStamp out = new PlacedStamp();
        long stamp = refNanos;
        // Each step leaves less than a thousandth of the rest, and no two clocks differ by more than 10^19 ns.
        for (int i = 0; i < INVERTING_STEPS; i++) {
            locate(stamp, out);
            if (out.refNanos() == refNanos) {
                return stamp;
            }
            stamp -= out.refNanos() - refNanos;
        }
        return stamp;
    }

    /**
     * Places many stamps, in any order; no object is made per stamp.
     *
     * @param stamps of which those at {@code from .. to - 1} are placed
     * @param out holds the first of them at 0; has room for {@code to - from}
     */
    default void locate(long[] stamps, int from, int to, ReferenceTimes out) {
        PlacedStamp one = new PlacedStamp();
        for (int i = from; i < to; i++) {
            locate(stamps[i], one);
            out.put(i - from, one);
        }
    }

    /** For the stamps of a clock that is behind this timeline's clock by {@code nanos}. */
    default Timeline shifted(long nanos) {
        return nanos == 0 ? this : (stamp, out) -> locate(Math.addExact(stamp, nanos), out);
    }
}
