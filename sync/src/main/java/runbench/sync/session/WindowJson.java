package runbench.sync.session;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import runbench.base.json.OutputFormat;
import runbench.sync.model.ModelFile;
import runbench.sync.window.WindowPlan;

/** Writes a window's report as JSON, the form of {@code window.json}. The name of every number contains its unit. */
public final class WindowJson {
    private WindowJson() {
    }

    public static ObjectNode of(WindowReport report) {
        ObjectNode root = JsonNodeFactory.withExactBigDecimals(true).objectNode();
        root.put(OutputFormat.FORMAT, OutputFormat.SYNC_WINDOW.format())
                .put(OutputFormat.VERSION, OutputFormat.SYNC_WINDOW.version());
        root.put("reference", report.reference())
                .put("begin", report.begin().toString())
                .put("end", report.end().toString());
        declared(root, report.declaration());
        for (NodeResult node : report.nodes()) {
            node(root.withArray("/nodes").addObject(), node, report);
        }
        return root;
    }

    private static void declared(ObjectNode root, Declaration declaration) {
        WindowPlan plan = declaration.plan();
        if (declaration instanceof Declaration.Tree tree) {
            root.put("declared_packets", tree.packets()).put("declared_bytes", tree.bytes());
            return;
        }
        root.put("declared_packets_per_node", plan.packetsPerNode())
                .put("declared_bytes_per_node", plan.bytesPerNode());
        root.put("declared_packets_for_all", plan.packetsForAll());
        if (plan.broadcast() != null) {
            root.put("declared_packets_per_deaf_node", plan.alone().packetsPerNode());
        }
    }

    private static void node(ObjectNode entry, NodeResult node, WindowReport report) {
        entry.put("node", node.node());
        if (node.parent() != null) {
            entry.put("by", node.parent()).put("depth", node.depth());
        }
        if (node.evaluated() != null) {
            evaluated(entry, node.evaluated());
        }
        if (node.model() != null) {
            entry.set("model", ModelFile.toJson(node.model(), report.toleranceNanos()));
        }
        if (node.model() != null && node.parent() == null) {
            ArrayNode notes = entry.putArray("notes");
            node.notes()
                    .stream()
                    .filter(note -> note.kind() == Note.Kind.ESTIMATE)
                    .forEach(note -> notes.add(note.text()));
        }
        if (node.rejection() != null) {
            rejection(entry, node.rejection());
        }
        if (node.failure() != null) {
            entry.put("error", node.failure());
        }
    }

    private static void evaluated(ObjectNode entry, Evaluated e) {
        entry.put("packets", Evaluated.packets(e.recording()));
        if (e.hasBeats()) {
            entry.put("beats_heard", e.beatsReceived());
            if (e.beatDelayNanos() != null) {
                entry.put("beat_delay_ns", e.beatDelayNanos());
            }
        }
        entry.set("ignored", e.ignored());
        entry.put("left_out", e.recording().impossible()).put("dropped_stamps", e.droppedStamps());
        entry.set("estimate", EstimateJson.of(e.estimate(), e.estimator(), null));
    }

    private static void rejection(ObjectNode entry, NodeResult.BeatRejection rejection) {
        entry.put("beats_heard", rejection.received()).put("beats_not_used", rejection.reason());
        if (rejection.alone()) {
            entry.put("measured", "alone: " + rejection.reason());
            entry.put("packets", entry.path("packets").asLong() + rejection.packets());
        }
    }
}
