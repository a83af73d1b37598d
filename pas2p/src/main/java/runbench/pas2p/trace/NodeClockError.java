package runbench.pas2p.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.Timeline;

/**
 * How well a node's clock was known against the reference during a run: the worst of {@value #MOMENTS} moments from its
 * ranks' first event to their last.
 *
 * @param node         its name
 * @param errStatNanos statistical standard error, ns; NaN: unknown
 * @param loNanos      the reference's time may be so much earlier (negative), ns
 * @param hiNanos      or later
 * @param how          the least certain way in which it was known
 */
public record NodeClockError(String node, double errStatNanos, double loNanos, double hiNanos, How how) {
    private static final int MOMENTS = 65;

    static List<NodeClockError> of(MpiTrace trace, Timeline[] timelines) {
        Map<String, NodeClockError> byNode = new LinkedHashMap<>();
        for (int r = 0; r < trace.ranks(); r++) {
            if (trace.present(r)) {
                NodeClockError rank = of(trace.header(r).host(), timelines[r], trace.firstNodeNanos(r), trace.lastNodeNanos(r));
                byNode.merge(rank.node, rank, NodeClockError::worse);
            }
        }
        return new ArrayList<>(byNode.values());
    }

    private static NodeClockError of(String node, Timeline timeline, long from, long to) {
        PlacedStamp at = new PlacedStamp();
        NodeClockError worst = new NodeClockError(node, 0, 0, 0, How.IDENTITY);
        for (int i = 0; i < MOMENTS; i++) {
            timeline.locate(from + (to - from) / (MOMENTS - 1) * i, at);
            worst = worst.worse(new NodeClockError(node, at.errStatNanos(), at.loNanos(), at.hiNanos(), at.how()));
        }
        return worst;
    }

    private NodeClockError worse(NodeClockError o) {
        return new NodeClockError(node, Math.max(errStatNanos, o.errStatNanos), Math.min(loNanos, o.loNanos),
                Math.max(hiNanos, o.hiNanos), how.compareTo(o.how) > 0 ? how : o.how);
    }
}
