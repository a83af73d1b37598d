package runbench.sync.model;

import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.ReferenceTimes;

/**
 * A node's clock between two neighbouring windows that agree, or outside all windows on one side. All offsets are node
 * minus reference, ns relative to the base of the window before (of the first window, if none is before). <p>Between
 * windows, three things bound the offset. Each window bounds it by the bounds of its own rate. Both together bound it
 * by the chord, which needs no rate. Let the offset be {@code o(t)}, {@code t} from 0 at one window to {@code T} at the
 * other, and {@code u = t / T}. Let the rate stay within {@code r - w .. r + w}, where {@code w} is the wander and
 * {@code r} the unknown rate at the first window. Then <pre> o(t) - o(0) &lt;= (r + w) t and o(T) - o(t) &gt;= (r - w)
 * (T - t). </pre> The chord is {@code c(t) = (1 - u) o(0) + u o(T)}, and with {@code t = u T} <pre> o(t) - c(t) = (1 -
 * u) (o(t) - o(0)) - u (o(T) - o(t)) &lt;= (1 - u) (r + w) u T - u (r - w) (1 - u) T = 2 w T u (1 - u); </pre>
 * {@code r} cancels, and the same holds below. {@code o(0)} and {@code o(T)} are within the windows' guaranteed
 * intervals. Thus the chords of these intervals' ends, widened by {@code 2 w T u
 * (1 - u)}, enclose the offset. <p>Windows of seconds determine a rate to parts in 10^6 only. Minutes away from both
 * windows, the chord is mostly the narrowest of the three bounds.
 */
final class ClockStretch {
    /** Distance from half a nanosecond within which rounding depends on the way of computing, ns. */
    static final double TIE_NANOS = 1e-3;
    /** Distance from a window within which the iteration may have used the neighbouring stretch, ns. */
    static final long EDGE_NANOS = 1_000_000;

    final WindowModel a;
    /** The window after; null outside all windows. */
    final WindowModel b;
    final double wander;
    final long begin;
    final long end;
    final long validNanos;
    final double span;
    final double atB;
    final double shift;
    final double meanSlope;
    final double perStampNano;
    final double perSpan;
    /**
     * Change of the rate over the stretch times its length, ns; the second one only if it exceeds three standard
     * errors.
     */
    final double change;
    final double certainChange;
    /** Four times the wander's widening of a chord in the middle, ns. */
    final double bow;
    /** Bounds at the window after, ns relative to the base of the window before. */
    final double loAtB;
    final double hiAtB;
    final double farthestShortcut;
    private final StretchLoop loop;

    /**
     * Creates a stretch outside all windows.
     *
     * @param window nearest window
     * @param wander largest change of the rate, ns per ns
     * @param begin first reference time of the stretch, ns
     * @param end reference time after the last one, ns
     * @param validNanos distance from the window up to which a prediction keeps the tolerance, ns
     */
    ClockStretch(WindowModel window, double wander, long begin, long end, long validNanos) {
        this(window, null, wander, begin, end, validNanos);
    }

    /** Creates a stretch between two windows. */
    ClockStretch(WindowModel a, WindowModel b, double wander) {
        this(a, b, wander, a.x0Nanos(), b.x0Nanos(), 0);
    }

    private ClockStretch(WindowModel a, WindowModel b, double wander, long begin, long end, long validNanos) {
        this.a = a;
        this.b = b;
        this.wander = wander;
        this.begin = begin;
        this.end = end;
        this.validNanos = validNanos;
        span = end - begin;
        shift = b == null ? 0 : b.baseNanos() - a.baseNanos();
        atB = b == null ? 0 : b.baseNanos() - a.baseNanos() + b.offsetNanos();
        meanSlope = b == null ? a.slope() : (atB - a.offsetNanos()) / span;
        perStampNano = 1 / (1 + meanSlope);
        perSpan = 1 / span;
        change = b == null ? 0 : (b.slope() - a.slope()) * span;
        boolean bent = b != null && Math.abs(b.slope() - a.slope()) > 3 * Math.hypot(a.slopeErr(), b.slopeErr());
        certainChange = bent ? change : 0;
        bow = b == null ? 0 : 2 * wander * span;
        loAtB = b == null ? 0 : b.loNanos() + shift;
        hiAtB = b == null ? 0 : b.hiNanos() + shift;
        double steepest = Math.max(a.maxRate(wander), b == null ? 0 : b.maxRate(wander));
        steepest = Math.max(steepest, Math.abs(meanSlope) + Math.abs(certainChange / span));
        if (b != null) {
            double chord = Math.max(Math.abs(loAtB - a.loNanos()), Math.abs(hiAtB - a.hiNanos())) / span + 2 * wander;
            steepest = Double.isInfinite(chord) ? steepest : Math.max(steepest, chord);
        }
        // The iteration's error is steepest^3 of the offset. The rest must not cross the tie.
        farthestShortcut = (TIE_NANOS / 2 - steepest) / (steepest * steepest * steepest);
        loop = new StretchLoop(this);
    }

    /** Returns the conversion of many stamps. */
    StretchLoop loop() {
        return loop;
    }

    long baseNanos() {
        return a.baseNanos();
    }

    /**
     * Places a stamp in one step if exactly one reference time of this stretch fits it, far enough from half a
     * nanosecond.
     *
     * @return false if the stamp needs the iteration
     */
    boolean shortcut(long nodeNanos, PlacedStamp out) {
        long led = nodeNanos - a.baseNanos();
        double along = ((led - a.x0Nanos()) - a.offsetNanos()) * perStampNano;
        double u = along * perSpan;
        double about = a.offsetNanos() + meanSlope * along - certainChange * u * (1 - u) / 2;
        long x = led - (long) Math.rint(about);
        if (x < begin + EDGE_NANOS || x >= end - EDGE_NANOS) {
            return false;
        }
        double lo = lo(x);
        double hi = hi(x);
        double offset = offset(x, lo, hi);
        double whole = Math.rint(offset);
        if (led - (long) whole != x || Math.abs(offset - whole) > 0.5 - TIE_NANOS
                || Math.abs(offset) > farthestShortcut) {
            return false;
        }
        set(x, nodeNanos, offset, lo, hi, out);
        return true;
    }

    void place(long x, long nodeNanos, PlacedStamp out) {
        double lo = lo(x);
        double hi = hi(x);
        set(x, nodeNanos, offset(x, lo, hi), lo, hi, out);
    }

    private void set(long x, long nodeNanos, double offset, double lo, double hi, PlacedStamp out) {
        // Integers first: as doubles, the stamps have a resolution of 256 ns.
        double rounding = (nodeNanos - a.baseNanos() - x) - offset;
        How how = b != null ? How.INTERPOLATED : Math.abs(x - a.x0Nanos()) <= validNanos ? How.PREDICTED : How.EXPIRED;
        out.set(x, err(x), offset - hi + rounding, offset - lo + rounding, how);
    }

    double offset(long x) {
        return offset(x, lo(x), hi(x));
    }

    /**
     * Returns the offset between windows. It follows the chord, bent if the windows' rates differ by more than their
     * errors. A rate that changes evenly makes a parabola, which deviates from the chord by {@code change * T
     * * u * (1 - u) / 2}.
     */
    private double offset(long x, double lo, double hi) {
        if (b == null) {
            return a.rest(x - a.x0Nanos());
        }
        double u = (x - a.x0Nanos()) / span;
        double chord = a.offsetNanos() * (1 - u) + atB * u - certainChange * u * (1 - u) / 2;
        double least = chord < lo ? lo : chord;
        return least > hi ? hi : least;
    }

    private double err(long x) {
        if (b == null) {
            return a.err(x - a.x0Nanos(), wander);
        }
        double u = (x - a.x0Nanos()) / span;
        double ofA = a.errStatNanos() * (1 - u);
        double ofB = b.errStatNanos() * u;
        return Math.sqrt(ofA * ofA + ofB * ofB) + Math.abs(change * u * (1 - u) / 2) / 2;
    }

    /** Returns the lower bound of the offset: the greatest of the bounds by each window and by the chord. */
    private double lo(long x) {
        double lo = a.lo(x - a.x0Nanos(), wander);
        if (b == null) {
            return lo;
        }
        double other = b.lo(x - b.x0Nanos(), wander) + shift;
        lo = lo > other ? lo : other;
        double u = (x - a.x0Nanos()) / span;
        double left = 1 - u;
        double chord = a.loNanos() * left + loAtB * u - bow * u * left;
        // A window without bounds gives no chord.
        return chord > lo ? chord : lo;
    }

    private double hi(long x) {
        double hi = a.hi(x - a.x0Nanos(), wander);
        if (b == null) {
            return hi;
        }
        double other = b.hi(x - b.x0Nanos(), wander) + shift;
        hi = hi < other ? hi : other;
        double u = (x - a.x0Nanos()) / span;
        double left = 1 - u;
        double chord = a.hiNanos() * left + hiAtB * u + bow * u * left;
        return chord < hi ? chord : hi;
    }

    /**
     * Places many stamps of one {@link ClockStretch} in a loop over plain arrays. All sums have the same order as in
     * the stretch's shortcut, so that results are bit-identical. Common terms are computed beforehand. <p>The
     * processor's conversions between long and double depend on the previous content of their target register, which
     * makes the loop twice as slow. Numbers that are small enough are therefore converted and rounded by adding
     * {@link #MAGIC}.
     */
    static final class StretchLoop {
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
}
