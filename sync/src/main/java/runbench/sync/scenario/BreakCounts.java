package runbench.sync.scenario;

import runbench.sync.estimate.Estimate;
import runbench.sync.exchange.Exchanges;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.model.NodeModel;

/** Counts over clocks that break: breaks found and invented, errors in ns, and intervals that contain the truth. */
final class BreakCounts {
    private int found;
    private int invented;
    private int examined;
    private int inside;
    private double worst;
    private double worstWithin;

    /**
     * Counts a break.
     *
     * @param there whether the model breaks after a window
     * @param expected whether it should
     */
    void sawBreak(boolean there, boolean expected) {
        found += there && expected ? 1 : 0;
        invented += there && !expected ? 1 : 0;
    }

    /**
     * Checks a model at a true moment.
     *
     * @param seconds true moment, s
     * @param judged whether its error counts; its interval always counts
     */
    void ask(Track track, NodeModel model, double seconds, boolean judged) {
        long truth = Track.at(seconds);
        ReferenceTime c = track.asked(model, truth);
        examined++;
        inside += Track.holds(c, truth) ? 1 : 0;
        worst = judged ? Math.max(worst, Math.abs(c.refNanos() - truth)) : worst;
    }

    /** Compares the estimate of one window with the clock. */
    void estimate(Track track, Exchanges window) {
        Estimate e = Track.estimate(window);
        double rest = track.clock().lead(e.x0Nanos());
        worstWithin = Math.max(worstWithin, Math.abs(e.errorAgainst(track.leadNanos(), rest)));
        examined++;
        inside += e.guarantees(track.leadNanos(), rest) ? 1 : 0;
    }

    int found() {
        return found;
    }

    int invented() {
        return invented;
    }

    double worst() {
        return worst;
    }

    double worstWithin() {
        return worstWithin;
    }

    double insideShare() {
        return inside / (double) examined;
    }
}
