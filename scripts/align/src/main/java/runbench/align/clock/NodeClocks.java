package runbench.align.clock;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.Timeline;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;

/** Applies the nodes' clock models to the ranks that ran on them. */
public final class NodeClocks {
    private static final String MONOTONIC = "monotonic";
    private static final Set<String> CLOCKS = Set.of(MONOTONIC, "realtime");

    private NodeClocks() {
    }

    /**
     * Returns the timelines of the ranks to the reference's time.
     *
     * @param files one model per node except the reference
     */
    public static RankTimelines of(MpiTrace trace, List<Path> files) {
        Map<String, NodeModel> byNode = new HashMap<>();
        String reference = null;
        String source = null;
        for (Path file : files) {
            NodeModel model = ModelFile.read(file);
            if (!CLOCKS.contains(model.source())) {
                throw RunbenchException
                        .badInput(file + ": a model of the clock '" + model.source()
                                + "'; message traces are stamped by CLOCK_MONOTONIC and can be brought to"
                                + " CLOCK_REALTIME, no other")
                        .remedy("measure with one of these clocks: runbench sync measure --clock monotonic");
            }
            if (source != null && !source.equals(model.source())) {
                throw RunbenchException
                        .badInput(file + ": a model of the clock " + model.source() + ", another is of the clock "
                                + source)
                        .remedy("measure all nodes with one clock: runbench sync measure --clock monotonic");
            }
            source = model.source();
            if (reference != null && !reference.equals(model.reference())) {
                throw RunbenchException
                        .badInput(
                                file + ": its reference is " + model.reference() + ", another model's is " + reference)
                        .remedy("give models against one reference");
            }
            reference = model.reference();
            byNode.put(model.node(), model);
        }
        boolean asStamped = MONOTONIC.equals(source);
        Timeline[] timelines = new Timeline[trace.ranks()];
        for (int r = 0; r < timelines.length; r++) {
            if (!trace.present(r)) {
                continue;
            }
            String host = trace.header(r).host();
            NodeModel model = byNode.get(host);
            if (model == null && !host.equals(reference)) {
                throw RunbenchException.badInput("no clock model of node '" + host + "', where rank " + r + " ran")
                        .remedy("models needed for: " + PhaseReport.hosts(trace) + ", except the reference "
                                + reference);
            }
            timelines[r] = (model == null ? Timeline.IDENTITY : model.timeline())
                    .shifted(asStamped ? 0 : trace.header(r).realtimeMinusClockNanos());
        }
        return RankTimelines.of(trace, timelines);
    }
}
