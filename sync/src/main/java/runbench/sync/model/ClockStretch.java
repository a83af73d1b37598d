package runbench.sync.model;

import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime.How;

/**
 * A node's clock between two neighbouring windows that agree, or away from all of them on one side. All offsets are
 * node minus reference, ns beyond the base of the window before (the first one's, if none is before).
 *
 * <p>Between windows three things bound the offset. Each window bounds it by itself, by its own rate's bounds; and both
 * together bound it by the chord, for which nothing of the rate needs to be known. Let the offset be {@code o(t)},
 * {@code t} from 0 at the one window to {@code T} at the other, {@code u = t / T}, and let its rate never leave
 * {@code r - w .. r + w}: that is what the wander {@code w} says, {@code r} being the unknown rate at the first window.
 * Then <pre> o(t) - o(0) &lt;= (r + w) t and o(T) - o(t) &gt;= (r - w) (T - t). </pre> The chord is
 * {@code c(t) = (1 - u) o(0) + u o(T)}, and with {@code t = u T} <pre> o(t) - c(t) = (1 - u) (o(t) - o(0)) - u (o(T) -
 * o(t)) &lt;= (1 - u) (r + w) u T - u (r - w) (1 - u) T = 2 w T u (1 - u); </pre> {@code r} drops out, and the same
 * holds below. As {@code o(0)} and {@code o(T)} lie in the windows' guaranteed intervals, the chords of these
 * intervals' ends, widened by {@code 2 w T u (1 - u)}, enclose the offset. Windows of seconds know a rate to parts in
 * 10^6 only, so minutes away from both the chord is mostly by far the narrowest of the three.
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
    /** What wander may add to a chord in the middle, times 4, ns. */
    final double bow;
    /** The ends of the interval of the window behind, beyond the base of the one before, ns. */
    final double loAtB;
    final double hiAtB;
    final double farthestShortcut;
    private final StretchLoop loop;

    /**
     * Away from all windows.
     *
     * @param begin first reference time that belongs here
     * @param end the one behind the last
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
        bow = b == null ? 0 : 2 * wander * span;
        loAtB = b == null ? 0 : b.loNanos() + shift;
        hiAtB = b == null ? 0 : b.hiNanos() + shift;
        double steepest = Math.max(a.steepest(wander), b == null ? 0 : b.steepest(wander));
        steepest = Math.max(steepest, Math.abs(meanSlope) + Math.abs(certainChange / span));
        if (b != null) {
            double chord = Math.max(Math.abs(loAtB - a.loNanos()), Math.abs(hiAtB - a.hiNanos())) / span + 2 * wander;
            steepest = Double.isInfinite(chord) ? steepest : Math.max(steepest, chord);
        }
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
     * Between windows the chord, bent where their rates differ by more than their errors: a rate that changes evenly
     * makes a parabola, which leaves the chord by {@code change * T * u * (1 - u) / 2}.
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

    /** Each window bounds what lies between, and so do both together; whatever contradicts none of it is possible. */
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
        // Of a window that bounds nothing there is no chord.
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
}
