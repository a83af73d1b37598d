package runbench.cli.pas2p;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.base.error.RunbenchException;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.trace.ClockShift;
import runbench.pas2p.trace.MpiTrace;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;

/** Clock models of nodes, applied to the ranks that ran there. */
final class NodeClocks {
    private NodeClocks() {
    }

    /** @param files one model per node but the reference's own */
    static ClockShift of(MpiTrace trace, List<Path> files) {
        Map<String, NodeModel> byNode = new HashMap<>();
        String reference = null;
        for (Path file : files) {
            NodeModel model = ModelFile.read(file);
            if (!model.source().equals("realtime")) {
                throw RunbenchException.badInput(file + ": a model of the clock '" + model.source()
                        + "'; message traces can be brought to CLOCK_REALTIME only")
                        .remedy("measure with the clock realtime: runbench sync measure");
            }
            if (reference != null && !reference.equals(model.reference())) {
                throw RunbenchException.badInput(file + ": its reference is " + model.reference() + ", another model's is "
                        + reference).remedy("give models against one reference");
            }
            reference = model.reference();
            byNode.put(model.node(), model);
        }
        NodeModel[] models = new NodeModel[trace.ranks()];
        long[] toRealtime = new long[trace.ranks()];
        for (int r = 0; r < models.length; r++) {
            if (!trace.present(r)) {
                continue;
            }
            String host = trace.header(r).host();
            models[r] = byNode.get(host);
            toRealtime[r] = trace.header(r).metadata().path("realtime_minus_clock_ns").asLong();
            if (models[r] == null && !host.equals(reference)) {
                throw RunbenchException.badInput("no clock model of node '" + host + "', where rank " + r + " ran")
                        .remedy("models needed for: " + PhaseReport.hosts(trace) + ", except the reference " + reference);
            }
        }
        return (rank, nanos) -> {
            long realtime = nanos + toRealtime[rank];
            return models[rank] == null ? realtime : models[rank].toReference(realtime).refNanos();
        };
    }
}
