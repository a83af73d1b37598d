package runbench.pas2p.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.StatedError;
import runbench.base.timeline.Timeline;

/**
 * The accuracy of a node's clock against the reference during a run.
 *
 * @param node its name
 * @param worst the worst of {@value #MOMENTS} times from its ranks' first event to their last
 */
public record NodeClockError(String node, StatedError worst) {
    private static final int MOMENTS = 65;

    static List<NodeClockError> of(MpiTrace trace, Timeline[] timelines) {
        Map<String, StatedError> byNode = new LinkedHashMap<>();
        for (int r = 0; r < trace.ranks(); r++) {
            if (trace.present(r)) {
                byNode.merge(trace.header(r).host(),
                        StatedError.over(timelines[r], trace.firstNodeNanos(r), trace.lastNodeNanos(r), MOMENTS),
                        StatedError::worse);
            }
        }
        List<NodeClockError> all = new ArrayList<>();
        byNode.forEach((node, worst) -> all.add(new NodeClockError(node, worst)));
        return all;
    }

    /** Returns the statistical standard error, ns; NaN: unknown. */
    public double errStatNanos() {
        return worst.errStatNanos();
    }

    /** Returns the lower bound of the error of the reference time (negative), ns. */
    public double loNanos() {
        return worst.loNanos();
    }

    /** Returns the upper bound of the error of the reference time, ns. */
    public double hiNanos() {
        return worst.hiNanos();
    }

    /** Returns the least certain derivation of the time. */
    public How how() {
        return worst.how();
    }
}
