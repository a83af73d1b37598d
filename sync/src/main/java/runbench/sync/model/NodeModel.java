package runbench.sync.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import runbench.base.error.RunbenchException;

/**
 * A node's clock over a run: one {@link WindowModel} for each synchronisation window. Between windows that agree it
 * interpolates, outside it predicts, and where two windows contradict each other it says that the clock stepped.
 *
 * @param node      the node's name
 * @param reference whose time stamps are converted to
 * @param source    the node's clock, "realtime", "tsc", or {@link #UNKNOWN}: models of different sources do not mix; a
 *                  counter's frequency stands with each window
 * @param wander    how much the node's rate may change between and beyond windows, ns per ns: what was assumed, or twice what
 *                  the windows' own rates changed by, if that is more. All bounds away from the windows rest on it
 * @param windows   at least one, in order of time
 * @param tolerance how wrong a prediction may become before it counts as expired, ns; infinite if nobody said
 */
public record NodeModel(
        String node, String reference, String source, double wander, List<WindowModel> windows, double tolerance) {
    /** Cheap oscillators wander by 0.05 to 0.53 ppm over hours. */
    public static final double TYPICAL_WANDER = 0.5e-6;
    /** Between two windows a rate may have been further off than at both. */
    private static final double BEYOND_SHOWN = 2;
    /** Who seems to change faster than by 20 ppm was set, or is steered. */
    private static final double MOST_WANDER = 20e-6;
    /** Stamps and reference times within 126 years of zero: sums of two fit into 64 bits. */
    static final long FARTHEST_NANOS = 4_000_000_000_000_000_000L;
    /** The source of a rehearsal's clock, whose ns are no ticks. */
    public static final String VIRTUAL = "virtual clock";

    /** The source of a node that has not told its clock yet: the first that tells decides. */
    public static final String UNKNOWN = "unknown";

    /** Without a tolerance. */
    public NodeModel(String node, String reference, String source, double wander, List<WindowModel> windows) {
        this(node, reference, source, wander, windows, Double.POSITIVE_INFINITY);
    }

    public NodeModel {
        windows = ofOneScale(windows.stream().sorted(Comparator.comparingLong(WindowModel::x0Nanos)).toList(), source);
        wander = Math.max(wander, BEYOND_SHOWN * shown(windows));
    }

    /** The greatest change of rate from one window to the next, ns per ns; of another counter's rate nothing follows. */
    private static double shown(List<WindowModel> windows) {
        double most = 0;
        for (int i = 0; i + 1 < windows.size(); i++) {
            WindowModel a = windows.get(i);
            WindowModel b = windows.get(i + 1);
            if (a.ticks() == null || b.ticks() == null || !a.ticks().differsFrom(b.ticks())) {
                most = Math.max(most, a.rateChangedBy(b));
            }
        }
        return Math.min(most, MOST_WANDER);
    }

    /** Windows of one counter whose programs turned its ticks into ns by slightly different divisors: all by the first's. */
    private static List<WindowModel> ofOneScale(List<WindowModel> windows, String source) {
        List<WindowModel> same = new ArrayList<>();
        for (WindowModel w : windows) {
            Ticks before = same.isEmpty() ? null : same.get(same.size() - 1).ticks();
            boolean other = before != null && w.ticks() != null && before.hertz() != w.ticks().hertz()
                    && !before.differsFrom(w.ticks()) && !source.equals(VIRTUAL);
            same.add(other ? w.rescaled(before) : w);
        }
        return List.copyOf(same);
    }

    /** With the windows of another model of the same node and clock. */
    public NodeModel and(NodeModel other) {
        boolean sameSource = source.equals(other.source) || source.equals(UNKNOWN) || other.source.equals(UNKNOWN);
        if (!node.equals(other.node) || !reference.equals(other.reference) || !sameSource) {
            throw RunbenchException.badInput("models of " + node + " (" + source + ") against " + reference + " and of "
                    + other.node + " (" + other.source + ") against " + other.reference + " are not of one clock")
                    .remedy("Join only models of the same node, reference and clock source");
        }
        List<WindowModel> all = new ArrayList<>(windows);
        all.addAll(other.windows);
        String told = source.equals(UNKNOWN) ? other.source : source;
        return new NodeModel(node, reference, told, Math.max(wander, other.wander), all, Math.min(tolerance, other.tolerance));
    }

    /**
     * Whether a new piece of the model begins between windows i and i + 1: the clock stepped, was set, or changed its
     * rate beyond {@link #wander}, or its counter has another frequency since (the node was started anew, or moved).
     */
    public boolean steppedAfter(int i) {
        WindowModel a = windows.get(i);
        WindowModel b = windows.get(i + 1);
        if (a.ticks() != null && b.ticks() != null && a.ticks().differsFrom(b.ticks())) {
            return true;
        }
        Offset expected = a.predict(b.x0Nanos() - a.x0Nanos(), wander).rebased(b.baseNanos());
        return expected.hiNanos() < b.loNanos() || expected.loNanos() > b.hiNanos();
    }

    /** A stamp of the node's clock in the reference's time. */
    public Converted toReference(long nodeNanos) {
        return new Pieces(this).toReference(nodeNanos);
    }

    /** The same where the clock never stepped between the windows. */
    Converted withinPiece(long nodeNanos) {
        long x = reachable(nodeNanos, windows.get(0).baseNanos());
        Offset offset = at(x);
        // The offset changes by 1e-4 of the change in x: three rounds are exact to below a nanosecond, mostly fewer.
        for (int round = 0; round < 3; round++) {
            long next = reachable(nodeNanos, Math.addExact(offset.baseNanos(), Math.round(offset.restNanos())));
            if (next == x) {
                break;
            }
            x = next;
            offset = at(x);
        }
        // Whole numbers first: as doubles the stamps themselves are only good to 256 ns.
        double rounding = (nodeNanos - offset.baseNanos() - x) - offset.restNanos();
        return new Converted(x, offset.errNanos(), offset.restNanos() - offset.hiNanos() + rounding,
                offset.restNanos() - offset.loNanos() + rounding, how(x));
    }

    private static long reachable(long nodeNanos, long offset) {
        long x = Math.subtractExact(nodeNanos, offset);
        if (x > FARTHEST_NANOS || x < -FARTHEST_NANOS) {
            throw new ArithmeticException("more than 126 years from zero");
        }
        return x;
    }

    /** Node minus reference at reference time {@code x}. */
    Offset at(long x) {
        int after = firstAfter(x);
        if (after == 0) {
            return windows.get(0).predict(x - windows.get(0).x0Nanos(), wander);
        }
        WindowModel a = windows.get(after - 1);
        Offset forward = a.predict(x - a.x0Nanos(), wander);
        if (after == windows.size()) {
            return forward;
        }
        WindowModel b = windows.get(after);
        Offset backward = b.predict(x - b.x0Nanos(), wander).rebased(a.baseNanos());
        return between(a, b, x, forward, backward);
    }

    /**
     * The chord between the two windows, bent where their rates differ by more than their errors: a rate that changes
     * evenly makes a parabola, which leaves the chord by {@code change * T * u * (1 - u) / 2}.
     */
    private Offset between(WindowModel a, WindowModel b, long x, Offset forward, Offset backward) {
        double span = b.x0Nanos() - a.x0Nanos();
        double u = (x - a.x0Nanos()) / span;
        double atB = b.baseNanos() - a.baseNanos() + b.offsetNanos();
        double change = b.slope() - a.slope();
        boolean bent = Math.abs(change) > 3 * Math.hypot(a.slopeErr(), b.slopeErr());
        double sag = change * span * u * (1 - u) / 2;
        double rest = a.offsetNanos() * (1 - u) + atB * u - (bent ? sag : 0);
        double err = Math.hypot(a.errStatNanos() * (1 - u), b.errStatNanos() * u) + Math.abs(sag) / 2;
        // Both windows bound the moment; whatever contradicts neither of them is possible.
        double lo = Math.max(forward.loNanos(), backward.loNanos());
        double hi = Math.min(forward.hiNanos(), backward.hiNanos());
        return new Offset(a.baseNanos(), Math.min(hi, Math.max(lo, rest)), err, lo, hi);
    }

    private int firstAfter(long x) {
        int from = 0;
        int to = windows.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (windows.get(middle).x0Nanos() <= x) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    private Converted.How how(long x) {
        int after = firstAfter(x);
        if (after > 0 && after < windows.size()) {
            return Converted.How.INTERPOLATED;
        }
        WindowModel nearest = windows.get(after == 0 ? 0 : after - 1);
        boolean valid = distance(x) <= nearest.validUntilNanos(tolerance, wander) - nearest.x0Nanos();
        return valid ? Converted.How.PREDICTED : Converted.How.EXPIRED;
    }

    /** How this node turned its counter into ns; fails for a clock that counts ns itself. */
    Ticks ticks() {
        // A window whose opening was lost does not tell them.
        Ticks ticks = windows.stream().map(WindowModel::ticks).filter(Objects::nonNull).findFirst().orElse(null);
        if (ticks == null || source.equals(VIRTUAL)) {
            throw RunbenchException.badInput("the model of " + node + " is of the clock " + source + ", which has no ticks")
                    .remedy("Give its stamps in ns; or measure the counter: runbench sync measure --clock tsc");
        }
        return ticks;
    }

    WindowModel last() {
        return windows.get(windows.size() - 1);
    }

    /** How far a reference time lies from the windows, ns; 0 between them. */
    long distance(long x) {
        return Math.max(0, Math.max(windows.get(0).x0Nanos() - x, x - last().x0Nanos()));
    }
}
