package runbench.sync.model;

import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.ReferenceTimes;

/**
 * Places stamp after stamp of one {@link ClockStretch} in a loop over plain arrays, as the stretch's shortcut does and
 * with every sum in the same order, so that not a bit of a result differs. What is the same for all stamps is worked
 * out before. The processor's own conversions between long and double wait for what their target register held before,
 * which makes the loop twice as slow; numbers that are small enough change their kind, and are rounded, by adding
 * {@link #MAGIC}.
 */
final class StretchLoop {
    /** Its last binary digit counts one, and so it does in all that is less than 2^51 away. */
    private static final double MAGIC = 0x1.8p52;
    private static final long MAGIC_BITS = Double.doubleToRawLongBits(MAGIC);
    /** Times and offsets below this stay in reach of {@link #MAGIC}: 13 days of ns. */
    private static final long NEAR = 1L << 50;

    private final ClockStretch s;
    /** The node's stamp at the window before. */
    private final long origin;
    /** Times since then that are surely of this stretch, ns; none where it is too long. */
    private final double least;
    private final double most;
    private final double farthest;
    private final double slopeLoOfA;
    private final double slopeHiOfA;
    private final double slopeLoOfB;
    private final double slopeHiOfB;
    private final double validNanos;

    StretchLoop(ClockStretch stretch) {
        s = stretch;
        WindowModel a = s.a;
        origin = a.x0Nanos() + a.baseNanos();
        boolean small = Math.abs(a.x0Nanos()) < NodeModel.FARTHEST_NANOS - NEAR
                && Math.abs(a.baseNanos()) < NodeModel.FARTHEST_NANOS - NEAR && (s.b == null || s.end - s.begin < NEAR);
        double first = Math.max(s.begin - a.x0Nanos() + ClockStretch.EDGE_NANOS, -NEAR);
        least = small ? first : Double.POSITIVE_INFINITY;
        most = Math.min(s.end - a.x0Nanos() - ClockStretch.EDGE_NANOS, NEAR);
        farthest = Math.min(s.farthestShortcut, NEAR);
        boolean after = s.begin >= a.x0Nanos();
        slopeLoOfA = after ? a.slopeLo() - s.wander : a.slopeHi() + s.wander;
        slopeHiOfA = after ? a.slopeHi() + s.wander : a.slopeLo() - s.wander;
        slopeLoOfB = s.b == null ? 0 : s.b.slopeHi() + s.wander;
        slopeHiOfB = s.b == null ? 0 : s.b.slopeLo() - s.wander;
        validNanos = Math.min(s.validNanos, 2 * NEAR);
    }

    /**
     * Places stamps until one comes that is not of this stretch, or whose whole nanosecond is in doubt.
     *
     * @param base of {@code stamps} which goes to {@code out} at 0
     * @return index of the first stamp that was not placed
     */
    int place(long[] stamps, int from, int to, ReferenceTimes out, int base) {
        return s.b == null ? outside(stamps, from, to, out, base) : between(stamps, from, to, out, base);
    }

    private int between(long[] stamps, int from, int to, ReferenceTimes out, int base) {
        WindowModel a = s.a;
        WindowModel b = s.b;
        double offsetOfA = a.offsetNanos();
        double loOfA = a.loNanos();
        double hiOfA = a.hiNanos();
        double errOfA = a.errStatNanos();
        double loOfB = b.loNanos();
        double hiOfB = b.hiNanos();
        double errOfB = b.errStatNanos();
        for (int i = from; i < to; i++) {
            long since = stamps[i] - origin;
            if (since >= NEAR || since <= -NEAR) {
                return i;
            }
            double led = Double.longBitsToDouble(since + MAGIC_BITS) - MAGIC;
            double along = (led - offsetOfA) * s.perStampNano;
            double about = along * s.perSpan;
            double rounded = offsetOfA + s.meanSlope * along - s.certainChange * about * (1 - about) / 2 + MAGIC;
            double whole = rounded - MAGIC;
            double dt = led - whole;
            double lo = loOfA + slopeLoOfA * dt;
            double hi = hiOfA + slopeHiOfA * dt;
            double beforeB = dt - s.span;
            double otherLo = loOfB + slopeLoOfB * beforeB + s.shift;
            double otherHi = hiOfB + slopeHiOfB * beforeB + s.shift;
            lo = lo > otherLo ? lo : otherLo;
            hi = hi < otherHi ? hi : otherHi;
            double u = dt / s.span;
            double left = 1 - u;
            double chordLo = loOfA * left + s.loAtB * u - s.bow * u * left;
            double chordHi = hiOfA * left + s.hiAtB * u + s.bow * u * left;
            lo = chordLo > lo ? chordLo : lo;
            hi = chordHi < hi ? chordHi : hi;
            double offset = offsetOfA * left + s.atB * u - s.certainChange * u * left / 2;
            offset = offset < lo ? lo : offset;
            offset = offset > hi ? hi : offset;
            if (!(dt >= least && dt < most && sure(offset, whole))) {
                return i;
            }
            double ofA = errOfA * left;
            double ofB = errOfB * u;
            double err = Math.sqrt(ofA * ofA + ofB * ofB) + Math.abs(s.change * u * left / 2) / 2;
            double rounding = whole - offset;
            long ref = stamps[i] - a.baseNanos() - (Double.doubleToRawLongBits(rounded) - MAGIC_BITS);
            out.put(i - base, ref, err, offset - hi + rounding, offset - lo + rounding, How.INTERPOLATED);
        }
        return to;
    }

    private int outside(long[] stamps, int from, int to, ReferenceTimes out, int base) {
        WindowModel a = s.a;
        double offsetOfA = a.offsetNanos();
        double loOfA = a.loNanos();
        double hiOfA = a.hiNanos();
        double variance = a.errStatNanos() * a.errStatNanos();
        double slope = a.slope();
        double slopeErr = a.slopeErr();
        for (int i = from; i < to; i++) {
            long since = stamps[i] - origin;
            if (since >= NEAR || since <= -NEAR) {
                return i;
            }
            double led = Double.longBitsToDouble(since + MAGIC_BITS) - MAGIC;
            double along = (led - offsetOfA) * s.perStampNano;
            double rounded = offsetOfA + slope * along + MAGIC;
            double whole = rounded - MAGIC;
            double dt = led - whole;
            double lo = loOfA + slopeLoOfA * dt;
            double hi = hiOfA + slopeHiOfA * dt;
            double offset = offsetOfA + slope * dt;
            if (!(dt >= least && dt < most && sure(offset, whole))) {
                return i;
            }
            double away = Math.abs(dt);
            double bySlope = slopeErr * away;
            double err = Math.sqrt(variance + bySlope * bySlope) + s.wander * away;
            double rounding = whole - offset;
            long ref = stamps[i] - a.baseNanos() - (Double.doubleToRawLongBits(rounded) - MAGIC_BITS);
            out.put(i - base, ref, err, offset - hi + rounding, offset - lo + rounding,
                    away <= validNanos ? How.PREDICTED : How.EXPIRED);
        }
        return to;
    }

    /** Whether the offset leads back to the same whole nanosecond, and any other way of coming there would too. */
    private boolean sure(double offset, double whole) {
        return Math.abs(offset - whole) <= 0.5 - ClockStretch.TIE && Math.abs(offset) <= farthest;
    }
}
