package runbench.sync.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.Timeline;

/**
 * A node's clock over a run: one {@link WindowModel} for each synchronisation window. Its {@link #timeline()}
 * interpolates between windows that agree, predicts outside, and says where two windows contradict each other that the
 * clock stepped.
 *
 * @param node the node's name
 * @param reference whose time stamps are converted to
 * @param source the node's clock, "realtime", "tsc", or {@link #UNKNOWN}: models of different sources do not mix; a
 *     counter's frequency stands with each window
 * @param wander how much the node's rate may change between and beyond windows, ns per ns: what was assumed, or twice
 *     what the windows' own rates changed by, if that is more. All bounds away from the windows rest on it
 * @param windows at least one, in order of time
 * @param tolerance how wrong a prediction may become before it counts as expired, ns; infinite if unknown
 * @param referenceSource the reference's clock, as {@code source}: what its own stamps must be of
 */
public record NodeModel(String node, String reference, String source, double wander, List<WindowModel> windows,
        double tolerance, String referenceSource) {
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

    /** The source of a node whose clock is not known yet: the first model that knows it decides. */
    public static final String UNKNOWN = "unknown";

    /** Without a tolerance. */
    public NodeModel(String node, String reference, String source, double wander, List<WindowModel> windows) {
        this(node, reference, source, wander, windows, Double.POSITIVE_INFINITY);
    }

    /** Where nobody says which clock the reference read. */
    public NodeModel(String node, String reference, String source, double wander, List<WindowModel> windows,
            double tolerance) {
        this(node, reference, source, wander, windows, tolerance, UNKNOWN);
    }

    public NodeModel {
        windows = ofOneScale(windows.stream().sorted(Comparator.comparingLong(WindowModel::x0Nanos)).toList(), source);
        wander = Math.max(wander, BEYOND_SHOWN * shown(windows));
    }

    /**
     * The greatest change of rate from one window to the next, ns per ns; of another counter's rate nothing follows.
     */
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

    /**
     * Windows of one counter whose programs turned its ticks into ns by slightly different divisors: all by the
     * first's.
     */
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
        if (!node.equals(other.node) || !reference.equals(other.reference) || !same(source, other.source)) {
            throw RunbenchException
                    .badInput("models of " + node + " (" + source + ") against " + reference + " and of " + other.node
                            + " (" + other.source + ") against " + other.reference + " are not of one clock")
                    .remedy("Join only models of the same node, reference and clock source");
        }
        if (!same(referenceSource, other.referenceSource)) {
            throw RunbenchException
                    .badInput("models of " + node + " against the clock " + referenceSource + " of " + reference
                            + " and against its clock " + other.referenceSource + " are not against one clock")
                    .remedy("Measure all windows with the same --clock");
        }
        List<WindowModel> all = new ArrayList<>(windows);
        all.addAll(other.windows);
        return new NodeModel(node, reference, known(source, other.source), Math.max(wander, other.wander), all,
                Math.min(tolerance, other.tolerance), known(referenceSource, other.referenceSource));
    }

    private static boolean same(String a, String b) {
        return a.equals(b) || a.equals(UNKNOWN) || b.equals(UNKNOWN);
    }

    private static String known(String a, String b) {
        return a.equals(UNKNOWN) ? b : a;
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

    /** Stamps of the node's clock, ns, in the reference's time. */
    public Timeline timeline() {
        return new Pieces(this);
    }

    /** How this node turned its counter into ns; fails for a clock that counts ns itself. */
    Ticks ticks() {
        // A window whose opening was lost does not tell them.
        Ticks ticks = windows.stream().map(WindowModel::ticks).filter(Objects::nonNull).findFirst().orElse(null);
        if (ticks == null || source.equals(VIRTUAL)) {
            throw RunbenchException
                    .badInput("the model of " + node + " is of the clock " + source + ", which has no ticks")
                    .remedy("Give its stamps in ns; or measure the counter: runbench sync measure --clock tsc");
        }
        return ticks;
    }
}
