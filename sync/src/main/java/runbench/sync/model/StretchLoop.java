package runbench.sync.model;

import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.ReferenceTimes;

/**
 * Places many stamps of one {@link ClockStretch} in a loop over plain arrays. All sums have the same order as in the
 * stretch's shortcut, so that results are bit-identical. Common terms are computed beforehand. <p>The processor's
 * conversions between long and double depend on the previous content of their target register, which makes the loop
 * twice as slow. Numbers that are small enough are therefore converted and rounded by adding {@link #MAGIC}.
 */
final class StretchLoop {
    /** Number whose last binary digit counts 1, as in every sum with a number below 2^51. */
    private static final double MAGIC = 0x1.8p52;
    private static final long MAGIC_BITS = Double.doubleToRawLongBits(MAGIC);
    /** Range of times and offsets that {@link #MAGIC} covers: 13 days, ns. */
    private static final long MAX_DISTANCE_NANOS = 1L << 50;

    private final ClockStretch s;
    /** The node's stamp at the window before, ns. */
    private final long origin;
    /** Range of times since then that belong to this stretch for certain, ns; empty for long stretches. */
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
        boolean small = Math.abs(a.x0Nanos()) < NodeModel.MAX_STAMP_NANOS - MAX_DISTANCE_NANOS
                && Math.abs(a.baseNanos()) < NodeModel.MAX_STAMP_NANOS - MAX_DISTANCE_NANOS
                && (s.b == null || s.end - s.begin < MAX_DISTANCE_NANOS);
        double first = Math.max(s.begin - a.x0Nanos() + ClockStretch.EDGE_NANOS, -MAX_DISTANCE_NANOS);
        least = small ? first : Double.POSITIVE_INFINITY;
        most = Math.min(s.end - a.x0Nanos() - ClockStretch.EDGE_NANOS, MAX_DISTANCE_NANOS);
        farthest = Math.min(s.farthestShortcut, MAX_DISTANCE_NANOS);
        boolean after = s.begin >= a.x0Nanos();
        slopeLoOfA = after ? a.slopeLo() - s.wander : a.slopeHi() + s.wander;
        slopeHiOfA = after ? a.slopeHi() + s.wander : a.slopeLo() - s.wander;
        slopeLoOfB = s.b == null ? 0 : s.b.slopeHi() + s.wander;
        slopeHiOfB = s.b == null ? 0 : s.b.slopeLo() - s.wander;
        validNanos = Math.min(s.validNanos, 2 * MAX_DISTANCE_NANOS);
    }

    /**
     * Places stamps until one is not of this stretch or needs the iteration.
     *
     * @param stamps stamps of the node, ns
     * @param from first index
     * @param to index after the last one
     * @param out receives the results
     * @param base index of the stamp that is element 0 of {@code out}
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
            if (since >= MAX_DISTANCE_NANOS || since <= -MAX_DISTANCE_NANOS) {
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
            if (since >= MAX_DISTANCE_NANOS || since <= -MAX_DISTANCE_NANOS) {
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

    /** Returns whether the offset leads to the same whole nanosecond by any way of computing. */
    private boolean sure(double offset, double whole) {
        return Math.abs(offset - whole) <= 0.5 - ClockStretch.TIE_NANOS && Math.abs(offset) <= farthest;
    }
}
