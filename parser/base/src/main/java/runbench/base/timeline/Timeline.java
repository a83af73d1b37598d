package runbench.base.timeline;

/**
 * A conversion of the stamps of one clock to reference time. It is immutable: several threads may use it concurrently,
 * each with its own {@link PlacedStamp}.
 */
@FunctionalInterface
public interface Timeline {
    /** Maximum number of iterations of {@link #stampAt}. */
    int INVERTING_STEPS = 8;

    /**
     * The timeline of a clock that is the reference's own, or is assumed to be. There is no model, so no error is
     * stated.
     */
    Timeline IDENTITY = (stamp, out) -> out.set(stamp, 0, 0, 0, ReferenceTime.How.IDENTITY);

    /**
     * Converts one stamp without creating an object.
     *
     * @param stamp stamp of the clock, ns unless the timeline specifies another unit
     * @param out receives the reference time
     * @throws ArithmeticException the result exceeds 64 bits of reference time
     */
    void locate(long stamp, PlacedStamp out);

    /** Returns one stamp's reference time as a value. */
    default ReferenceTime at(long stamp) {
        PlacedStamp out = new PlacedStamp();
        locate(stamp, out);
        return out.value();
    }

    /** Returns one stamp's reference time without its error, ns. */
    default long refNanos(long stamp) {
        PlacedStamp out = new PlacedStamp();
        locate(stamp, out);
        return out.refNanos();
    }

    /**
     * Returns the clock's stamp at a reference time, to the ns: the inverse of {@link #locate}. It requires a clock
     * whose rate differs from the reference's by at most a thousandth.
     *
     * @param refNanos reference time, ns
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
     * Converts many stamps, in any order. No object is created per stamp.
     *
     * @param stamps the stamps; those at {@code from .. to - 1} are converted
     * @param from first index
     * @param to index after the last
     * @param out receives the first result at index 0; has room for {@code to - from}
     */
    default void locate(long[] stamps, int from, int to, ReferenceTimes out) {
        PlacedStamp one = new PlacedStamp();
        for (int i = from; i < to; i++) {
            locate(stamps[i], one);
            out.put(i - from, one);
        }
    }

    /**
     * Returns the timeline of a clock that is behind this timeline's clock by {@code nanos}.
     *
     * @param nanos lag of the other clock, ns
     */
    default Timeline shifted(long nanos) {
        return nanos == 0 ? this : (stamp, out) -> locate(Math.addExact(stamp, nanos), out);
    }
}
