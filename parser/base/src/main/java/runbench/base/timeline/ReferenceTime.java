package runbench.base.timeline;

import java.util.Locale;

/**
 * A stamp in reference time.
 *
 * @param refNanos reference time, ns
 * @param errStatNanos statistical standard error, ns, growing away from the windows; NaN: unknown
 * @param loNanos earliest reference time possible, relative to {@code refNanos}
 * @param hiNanos latest, relative to {@code refNanos}
 * @param how how the clock was known at that moment
 */
public record ReferenceTime(long refNanos, double errStatNanos, double loNanos, double hiNanos, How how) {

    /** How a clock is known at a moment, the best first. */
    public enum How {
        /** Taken as it is: of the reference's own clock, or of one that nobody compared. */
        IDENTITY,
        /** Between two windows that agree. */
        INTERPOLATED,
        /** Before the first or after the last window, where the model says that its error is within the tolerance. */
        PREDICTED,
        /** So far from the windows that the error may be worse than the tolerance: valid_until_ns is over. */
        EXPIRED,
        /**
         * Between two windows that contradict each other: the clock was set, stepped or changed its rate beyond what
         * was assumed. The bounds are where either window alone leads; nothing is guaranteed.
         */
        STEPPED;

        private final String word = name().toLowerCase(Locale.ROOT);

        /** As tables have it. */
        public String word() {
            return word;
        }
    }

    /** Earliest reference time possible, to the whole ns below; the least number where nothing is guaranteed. */
    public long earliest() {
        return earliest(refNanos, loNanos);
    }

    /** Latest reference time possible, to the whole ns above; the greatest number where nothing is guaranteed. */
    public long latest() {
        return latest(refNanos, hiNanos);
    }

    static long earliest(long refNanos, double loNanos) {
        return Double.isInfinite(loNanos) ? Long.MIN_VALUE : beyond(refNanos, (long) Math.floor(loNanos));
    }

    static long latest(long refNanos, double hiNanos) {
        return Double.isInfinite(hiNanos) ? Long.MAX_VALUE : beyond(refNanos, (long) Math.ceil(hiNanos));
    }

    private static long beyond(long refNanos, long nanos) {
        long sum = refNanos + nanos;
        boolean wrapped = ((refNanos ^ sum) & (nanos ^ sum)) < 0;
        return wrapped ? nanos < 0 ? Long.MIN_VALUE : Long.MAX_VALUE : sum;
    }
}
