package runbench.sync.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.Timeline;
import runbench.sync.model.WindowModel.Offset;
import runbench.sync.model.WindowModel.Ticks;

/**
 * A node's clock over a run: one {@link WindowModel} per synchronisation window. Its {@link #timeline()} interpolates
 * between windows that agree and predicts outside. Where two windows contradict each other, the clock stepped.
 *
 * @param node name of the node
 * @param reference name of the machine whose time is the target
 * @param source the node's clock, "realtime", "tsc", or {@link #UNKNOWN}; models of different sources do not mix; a
 *     counter's frequency is part of each window
 * @param wander largest change of the node's rate between and outside windows, ns per ns: the assumed value, or twice
 *     the change between the windows' own rates if that is more; all bounds outside the windows depend on it
 * @param windows at least one, in order of time
 * @param tolerance error from which a prediction counts as expired, ns; infinite if unknown
 * @param referenceSource the reference's clock, as {@code source}
 */
public record NodeModel(String node, String reference, String source, double wander, List<WindowModel> windows,
        double tolerance, String referenceSource) {
    /** Wander of cheap oscillators over hours: 0.05 to 0.53 ppm. */
    public static final double TYPICAL_WANDER = 0.5e-6;
    /**
     * Factor between the observed change of the rate and the wander. Between two windows, a rate may have deviated more
     * than at both.
     */
    private static final double WANDER_PER_OBSERVED_CHANGE = 2;
    /**
     * Largest observed change of the rate that counts as wander, ns per ns. A faster change means that the clock was
     * set or is steered.
     */
    private static final double MAX_OBSERVED_WANDER = 20e-6;
    /** Largest stamp or reference time, ns: 126 years. Sums of two fit into 64 bits. */
    static final long MAX_STAMP_NANOS = 4_000_000_000_000_000_000L;
    /** Source of a rehearsal's clock, which has no ticks. */
    public static final String VIRTUAL = "virtual clock";

    /** Source of a node whose clock is not known yet; the first model with a known clock decides. */
    public static final String UNKNOWN = "unknown";

    /** Creates a model without a tolerance. */
    public NodeModel(String node, String reference, String source, double wander, List<WindowModel> windows) {
        this(node, reference, source, wander, windows, Double.POSITIVE_INFINITY);
    }

    /** Creates a model whose reference clock is unknown. */
    public NodeModel(String node, String reference, String source, double wander, List<WindowModel> windows,
            double tolerance) {
        this(node, reference, source, wander, windows, tolerance, UNKNOWN);
    }

    public NodeModel {
        windows = ofOneScale(windows.stream().sorted(Comparator.comparingLong(WindowModel::x0Nanos)).toList(), source);
        wander = Math.max(wander, WANDER_PER_OBSERVED_CHANGE * observedChange(windows));
    }

    /**
     * Returns the greatest change of rate between neighbouring windows, ns per ns. Windows with different counters do
     * not count.
     */
    private static double observedChange(List<WindowModel> windows) {
        double most = 0;
        for (int i = 0; i + 1 < windows.size(); i++) {
            WindowModel a = windows.get(i);
            WindowModel b = windows.get(i + 1);
            if (a.ticks() == null || b.ticks() == null || !a.ticks().differsFrom(b.ticks())) {
                most = Math.max(most, a.rateChangedBy(b));
            }
        }
        return Math.min(most, MAX_OBSERVED_WANDER);
    }

    /**
     * Rescales windows of one counter whose programs converted ticks to ns by slightly different divisors, all to the
     * first one's.
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

    /**
     * Returns the model with the windows of another model of the same node and clock.
     *
     * @throws RunbenchException if the clocks differ
     */
    public NodeModel and(NodeModel other) {
        if (!node.equals(other.node) || !reference.equals(other.reference) || !sameOrUnknown(source, other.source)) {
            throw RunbenchException
                    .badInput("models of " + node + " (" + source + ") against " + reference + " and of " + other.node
                            + " (" + other.source + ") against " + other.reference + " are not of one clock")
                    .remedy("Join only models of the same node, reference and clock source");
        }
        if (!sameOrUnknown(referenceSource, other.referenceSource)) {
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

    private static boolean sameOrUnknown(String a, String b) {
        return a.equals(b) || a.equals(UNKNOWN) || b.equals(UNKNOWN);
    }

    private static String known(String a, String b) {
        return a.equals(UNKNOWN) ? b : a;
    }

    /**
     * Returns whether a new piece of the model begins between windows i and i + 1. This is so if the clock stepped, was
     * set, or changed its rate beyond {@link #wander}, or if its counter has another frequency (the node restarted or
     * moved).
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

    /** Returns the timeline of stamps of the node's clock, ns. */
    public Timeline timeline() {
        return new Pieces(this);
    }

    /**
     * Returns the frequency by which this node converted its counter to ns.
     *
     * @throws RunbenchException if the clock counts ns
     */
    Ticks ticks() {
        // A window whose opening was lost has no frequency.
        Ticks ticks = windows.stream().map(WindowModel::ticks).filter(Objects::nonNull).findFirst().orElse(null);
        if (ticks == null || source.equals(VIRTUAL)) {
            throw RunbenchException
                    .badInput("the model of " + node + " is of the clock " + source + ", which has no ticks")
                    .remedy("Give its stamps in ns; or measure the counter: runbench sync measure --clock tsc");
        }
        return ticks;
    }
}
