package runbench.sync.model;

import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime.How;

/**
 * A node's clock between two neighbouring windows that agree, or away from all of them on one side. All offsets are node
 * minus reference, ns beyond the base of the window before (the first one's, if none is before).
 */
final class ClockStretch {
    /** An offset so near to half a nanosecond may be rounded either way, by how it was come by. */
    static final double TIE = 1e-3;
    /** So near to a window the rounds may have come through the neighbouring stretch. */
    static final long EDGE_NANOS = 1_000_000;

    final WindowModel a;
    /** The window behind; null where there is none, or none before. */
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
    /** Change of the rate from window to window, ns over the whole stretch; as far as it is more than their errors. */
    final double change;
    final double certainChange;
    final double farthestShortcut;
    private final StretchLoop loop;

    /**
     * Away from all windows.
     *
     * @param begin      first reference time that belongs here
     * @param end        the one behind the last
     * @param validNanos how far from the window a prediction is good enough
     */
    ClockStretch(WindowModel window, double wander, long begin, long end, long validNanos) {
        this(window, null, wander, begin, end, validNanos);
    }

    /** Between two windows. */
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
        double steepest = Math.max(a.steepest(wander), b == null ? 0 : b.steepest(wander));
        steepest = Math.max(steepest, Math.abs(meanSlope) + Math.abs(certainChange / span));
        // The rounds come as near as steepest^3 of the offset; what is left must not cross the tie.
        farthestShortcut = (TIE / 2 - steepest) / (steepest * steepest * steepest);
        loop = new StretchLoop(this);
    }

    /** The same for many stamps at once. */
    StretchLoop loop() {
        return loop;
    }

    long baseNanos() {
        return a.baseNanos();
    }

    /**
     * Places a stamp in one step where the whole nanosecond is beyond doubt: exactly one reference time of this stretch
     * fits it, far enough from half a nanosecond for any other way of coming there to end at the same.
     *
     * @return false where that is not so
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
        if (led - (long) whole != x || Math.abs(offset - whole) > 0.5 - TIE || Math.abs(offset) > farthestShortcut) {
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
        // Whole numbers first: as doubles the stamps themselves are only good to 256 ns.
        double rounding = (nodeNanos - a.baseNanos() - x) - offset;
        How how = b != null ? How.INTERPOLATED : Math.abs(x - a.x0Nanos()) <= validNanos ? How.PREDICTED : How.EXPIRED;
        out.set(x, err(x), offset - hi + rounding, offset - lo + rounding, how);
    }

    double offset(long x) {
        return offset(x, lo(x), hi(x));
    }

    /**
     * Between windows the chord, bent where their rates differ by more than their errors: a rate that changes evenly makes
     * a parabola, which leaves the chord by {@code change * T * u * (1 - u) / 2}.
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

    /** Two windows both bound what lies between; whatever contradicts neither of them is possible. */
    private double lo(long x) {
        double lo = a.lo(x - a.x0Nanos(), wander);
        if (b == null) {
            return lo;
        }
        double other = b.lo(x - b.x0Nanos(), wander) + shift;
        return lo > other ? lo : other;
    }

    private double hi(long x) {
        double hi = a.hi(x - a.x0Nanos(), wander);
        if (b == null) {
            return hi;
        }
        double other = b.hi(x - b.x0Nanos(), wander) + shift;
        return hi < other ? hi : other;
    }
}
