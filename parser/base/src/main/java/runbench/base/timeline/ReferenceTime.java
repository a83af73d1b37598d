package runbench.base.timeline;

import java.util.Locale;

/**
 * A stamp in reference time.
 *
 * @param refNanos reference time, ns
 * @param errStatNanos statistical standard error, ns, which increases with the distance from the windows; NaN: unknown
 * @param loNanos earliest reference time possible, ns relative to {@code refNanos}
 * @param hiNanos latest reference time possible, ns relative to {@code refNanos}
 * @param how certainty of the clock at that moment
 */
public record ReferenceTime(long refNanos, double errStatNanos, double loNanos, double hiNanos, How how) {

    /** The degrees of certainty of a clock at a moment, the best first. */
    public enum How {
        /** The stamp is unchanged: its clock is the reference's own clock, or was never compared. */
        IDENTITY,
        /** The stamp is between two windows that agree. */
        INTERPOLATED,
        /**
         * The stamp is before the first or after the last window, and the error is within the tolerance according to
         * the model.
         */
        PREDICTED,
        /** The stamp is so far from the windows that the error may exceed the tolerance: valid_until_ns has passed. */
        EXPIRED,
        /**
         * The stamp is between two windows that contradict each other. The clock was set or stepped, or its rate
         * changed beyond the assumed limit. Each bound is the result of one window alone; nothing is guaranteed.
         */
        STEPPED;

        private final String word = name().toLowerCase(Locale.ROOT);

        /** Returns the name in tables. */
        public String word() {
            return word;
        }
    }

    /**
     * Returns the earliest reference time possible, rounded down to whole ns.
     *
     * @return {@link Long#MIN_VALUE} if nothing is guaranteed
     */
    public long earliest() {
        return earliest(refNanos, loNanos);
    }

    /**
     * Returns the latest reference time possible, rounded up to whole ns.
     *
     * @return {@link Long#MAX_VALUE} if nothing is guaranteed
     */
    public long latest() {
        return latest(refNanos, hiNanos);
    }

    static long earliest(long refNanos, double loNanos) {
        return Double.isInfinite(loNanos) ? Long.MIN_VALUE : saturatedSum(refNanos, (long) Math.floor(loNanos));
    }

    static long latest(long refNanos, double hiNanos) {
        return Double.isInfinite(hiNanos) ? Long.MAX_VALUE : saturatedSum(refNanos, (long) Math.ceil(hiNanos));
    }

    private static long saturatedSum(long refNanos, long nanos) {
        long sum = refNanos + nanos;
        boolean wrapped = ((refNanos ^ sum) & (nanos ^ sum)) < 0;
        return wrapped ? nanos < 0 ? Long.MIN_VALUE : Long.MAX_VALUE : sum;
    }
}
