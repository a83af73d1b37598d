package runbench.sync.model;

import java.util.Locale;

/**
 * A node's stamp in the reference's time.
 *
 * @param refNanos reference time, ns
 * @param errNanos statistical standard error, ns, growing away from the windows; NaN: unknown
 * @param loNanos  earliest reference time possible, relative to {@code refNanos}
 * @param hiNanos  latest, relative to {@code refNanos}
 * @param how      how the clock was known at that moment
 */
public record Converted(long refNanos, double errNanos, double loNanos, double hiNanos, How how) {

    /** How a clock is known at a moment. */
    public enum How {
        /** Between two windows that agree. */
        INTERPOLATED,
        /** Before the first or after the last window, where the model says that its error is within the tolerance. */
        PREDICTED,
        /** So far from the windows that the error may be worse than the tolerance: valid_until_ns is over. */
        EXPIRED,
        /**
         * Between two windows that contradict each other: the clock was set, stepped or changed its rate beyond what was
         * assumed. The bounds are where either window alone leads; nothing is guaranteed.
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
        return Double.isInfinite(loNanos) ? Long.MIN_VALUE : beyond((long) Math.floor(loNanos));
    }

    /** Latest reference time possible, to the whole ns above; the greatest number where nothing is guaranteed. */
    public long latest() {
        return Double.isInfinite(hiNanos) ? Long.MAX_VALUE : beyond((long) Math.ceil(hiNanos));
    }

    private long beyond(long nanos) {
        long sum = refNanos + nanos;
        boolean wrapped = ((refNanos ^ sum) & (nanos ^ sum)) < 0;
        return wrapped ? nanos < 0 ? Long.MIN_VALUE : Long.MAX_VALUE : sum;
    }

    /** The bound at a stamp that went through one more clock on its way. */
    Converted through(Converted next) {
        How worst = How.values()[Math.max(how.ordinal(), next.how.ordinal())];
        return new Converted(next.refNanos, Math.hypot(errNanos, next.errNanos), loNanos + next.loNanos,
                hiNanos + next.hiNanos, worst);
    }
}
