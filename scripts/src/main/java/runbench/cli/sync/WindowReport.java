package runbench.cli.sync;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import runbench.parser.RunbenchException;
import runbench.sync.estimate.BeatDrift;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimator;
import runbench.sync.exchange.Recording;
import runbench.sync.exchange.Stamps;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;
import runbench.sync.model.NodeModels;
import runbench.sync.window.Node;
import runbench.sync.window.Plan;
import runbench.sync.window.SyncWindow;

/**
 * One window: run, estimated, added to the models, told.
 *
 * @param complete whether every node answered
 */
record WindowReport(ObjectNode json, List<String[]> rows, boolean complete) {
    private static final DateTimeFormatter FOLDER = DateTimeFormatter.ofPattern("'window-'yyyyMMdd'T'HHmmss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    /** Where recordings of nodes lie that did not hear the beats. */
    private static final String ALONE = "alone";
    private static final long FOR_EVER_NANOS = 1_000_000_000_000_000_000L;

    static WindowReport of(Plan plan, List<Node> targets, NodeModels models, Estimator estimator, String stamps)
            throws IOException {
        Instant begin = Instant.now();
        Path raw = models.folder().resolve(FOLDER.format(begin));
        models.begin();
        Map<String, Recording> recordings = new LinkedHashMap<>(SyncWindow.run(List.of(), plan, targets, models.reference(), raw));
        Map<String, Recording> beating = Map.copyOf(recordings);
        List<Node> deaf = targets.stream().filter(n -> recordings.containsKey(n.name()) && !heard(plan, recordings.get(n.name()))).toList();
        if (!deaf.isEmpty()) {
            recordings.putAll(SyncWindow.run(List.of(), plan.alone(), deaf, models.reference(), raw.resolve(ALONE)));
        }
        ObjectNode root = Output.object();
        root.put("reference", models.reference()).put("begin", begin.toString()).put("end", Instant.now().toString());
        root.put("declared_packets_per_node", plan.packetsPerNode()).put("declared_bytes_per_node", plan.bytesPerNode());
        root.put("declared_packets_for_all", plan.packetsForAll());
        if (plan.broadcast() != null) {
            root.put("declared_packets_per_deaf_node", plan.alone().packetsPerNode());
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(Output.row("node", "stamps", "offset_ns", "slope_ppm", "stat_us", "lo_us", "hi_us", "answered", "packets"));
        for (Node node : targets) {
            ObjectNode entry = root.withArray("/nodes").addObject().put("node", node.name());
            Recording r = recordings.get(node.name());
            if (r == null) {
                entry.put("error", "no answer");
                rows.add(Output.row(node.name(), "no answer", "", "", "", "", "", "0", ""));
            } else {
                boolean alone = deaf.contains(node);
                rows.add(tell(entry, node, r, models, estimator, stamps, alone ? plan.alone() : plan));
                if (alone) {
                    JsonNode first = beating.get(node.name()).meta();
                    entry.put("measured", "alone: it heard too few beats").put("beats_heard", first.path("beats").path("rows").size());
                    entry.put("packets", entry.path("packets").asLong() + first.path("sent").asLong() + first.path("received").asLong());
                    rows.add(Output.row("  heard too few beats of " + plan.broadcast() + ": measured by itself"));
                }
            }
        }
        Files.writeString(raw.resolve("window.json"), Output.json(root) + "\n");
        return new WindowReport(root, rows, recordings.size() == targets.size());
    }

    private static boolean heard(Plan plan, Recording r) {
        return plan.broadcast() == null || BeatDrift.heard(r);
    }

    /** How long every node's prediction stays within the tolerance, by the stated wander of its rate, ns. */
    long validNanos() {
        long least = FOR_EVER_NANOS;
        for (JsonNode node : json.path("nodes")) {
            JsonNode windows = node.path("model").path("windows");
            if (windows.size() > 0) {
                JsonNode last = windows.get(windows.size() - 1);
                least = Math.min(least, last.path("valid_until_ns").asLong() - last.path("x0_ns").asLong());
            }
        }
        return least;
    }

    private static String[] tell(ObjectNode entry, Node node, Recording r, NodeModels models, Estimator estimator,
            String stamps, Plan plan) throws IOException {
        Stamps kind = kind(r, stamps);
        double slack = r.meta().path("slack_ns").asDouble(Estimation.ROUNDED_STAMPS_NANOS);
        Estimate few = Estimation.of(r.exchanges(), kind, estimator, slack);
        Estimate e = BeatDrift.refine(few, r);
        NodeModel model = models.add(node.name(), e, r);
        long packets = r.meta().path("sent").asLong() + r.meta().path("received").asLong();
        entry.put("packets", packets);
        String answered = r.exchanges().size() + "/" + plan.bursts() * plan.exchanges();
        if (plan.broadcast() != null) {
            int heard = r.meta().path("beats").path("rows").size();
            entry.put("beats_heard", heard);
            BeatDrift.of(r, few).ifPresent(b -> entry.put("beat_delay_ns", b.delayNanos()));
            answered += " beats " + heard + "/" + plan.beats();
        }
        entry.set("ignored", r.meta().path("ignored"));
        entry.set("estimate", EstimateJson.of(e, estimator, null));
        entry.set("model", ModelFile.toJson(model, models.toleranceNanos()));
        return Output.row(node.name(), kind.name().toLowerCase(Locale.ROOT),
                Output.nanos(e.baseNanos(), e.offsetNanos()).toPlainString(),
                String.format(Locale.ROOT, "%.4f", e.slope() * 1e6), Nanos.micros(e.errStatNanos()),
                Nanos.micros(e.loNanos()), Nanos.micros(e.hiNanos()), answered, packets);
    }

    /** The stamps that {@code --stamps} asks for. */
    static Stamps kind(Recording r, String stamps) {
        return switch (stamps.toLowerCase(Locale.ROOT)) {
            case "auto" -> r.exchanges().best();
            case "kernel" -> Stamps.KERNEL;
            case "user" -> Stamps.USER;
            default -> throw RunbenchException.badInput("--stamps " + stamps + ": one of auto, kernel, user");
        };
    }
}
