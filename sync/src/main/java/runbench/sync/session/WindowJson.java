package runbench.sync.session;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import runbench.base.file.OutputFile;
import runbench.base.json.OutputFormat;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimator;
import runbench.sync.estimate.GuaranteedInterval;
import runbench.sync.exchange.ExchangeRecording.ExchangeMetadata.HardwareStamps;
import runbench.sync.exchange.Injection;
import runbench.sync.model.ModelFile;
import runbench.sync.model.ModelFile.ExactNanos;
import runbench.sync.model.NodeModels;
import runbench.sync.session.ExchangeEvaluation.Evaluated;
import runbench.sync.session.Measurement.Declaration;
import runbench.sync.session.WindowReport.NodeResult;
import runbench.sync.session.WindowReport.Note;
import runbench.sync.window.WindowPlan;

/** Writes a window's report as JSON, the form of {@code window.json}. The name of every number contains its unit. */
public final class WindowJson {
    private WindowJson() {
    }

    public static ObjectNode of(WindowReport report) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
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
            root.put("declared_packets_per_deaf_node", plan.separate().packetsPerNode());
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
        HardwareStamps hardware = e.recording().meta().hardwareStamps();
        entry.putObject("hardware_stamps")
                .put("reference", hardware.reference())
                .put("node", hardware.node())
                .put("interface", hardware.device());
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

    /** Writes {@code window-TIME/}: a window's raw exchanges, and {@code window.json} with its results. */
    static final class WindowFolder {
        private static final DateTimeFormatter NAME = DateTimeFormatter
                .ofPattern("'window-'yyyyMMdd'T'HHmmss.SSS'Z'", Locale.ROOT)
                .withZone(ZoneOffset.UTC);
        private static final ObjectMapper JSON = new ObjectMapper().configure(SerializationFeature.INDENT_OUTPUT, true);

        private WindowFolder() {
        }

        /** Returns the folder for a window that begins now. */
        static Path of(NodeModels models, Instant begin) {
            return models.folder().resolve(NAME.format(begin));
        }

        static void write(Path folder, WindowReport report) throws IOException {
            OutputFile.write(folder.resolve("window.json"), JSON.writeValueAsString(WindowJson.of(report)) + "\n");
        }
    }

    /** Writes an estimate as JSON. The name of every number contains its unit. */
    public static final class EstimateJson {
        private EstimateJson() {
        }

        /**
         * Returns an estimate as JSON.
         *
         * @param e the estimate
         * @param method its method
         * @param known the node's true clock; null if unknown
         */
        public static ObjectNode of(Estimate e, Estimator method, Injection known) {
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            node.put("method", e.method());
            node.put("source", method.source());
            node.put("stamps", e.stamps().name().toLowerCase(Locale.ROOT));
            node.put("x0_ns", e.x0Nanos());
            node.put("offset_ns", ExactNanos.of(e.baseNanos(), e.offsetNanos()));
            node.put("slope", e.slope());
            node.put("slope_ppm", e.slope() * 1e6);
            node.put("err_stat_ns", finite(e.errStatNanos()));
            node.put("slope_err_ppm", finite(e.slopeErr() * 1e6));
            GuaranteedInterval b = e.bounds();
            ObjectNode interval = node.putObject("guaranteed");
            interval.put("assumes", EstimateWarnings.ASSUMED_IN_WINDOW);
            interval.put("offset_lo_ns", ExactNanos.of(e.baseNanos(), b.lo()));
            interval.put("offset_hi_ns", ExactNanos.of(e.baseNanos(), b.hi()));
            interval.put("slope_lo_ppm", b.slopeLo() * 1e6);
            interval.put("slope_hi_ppm", b.slopeHi() * 1e6);
            interval.put("bursts", b.bursts());
            node.put("rtt_min_ns", e.rttMinNanos());
            node.put("exchanges", e.exchanges());
            node.put("bursts", e.bursts());
            if (known != null) {
                double rest = known.drifted(e.x0Nanos());
                node.put("true_offset_ns", ExactNanos.of(known.offsetNanos(), rest));
                node.put("true_error_ns", e.errorAgainst(known.offsetNanos(), rest));
                node.put("true_slope_ppm", known.ppm());
                node.put("truth_inside", e.guarantees(known.offsetNanos(), rest));
            }
            return node;
        }

        /** Returns the number; null for NaN, which JSON does not have. */
        private static Double finite(double value) {
            return Double.isFinite(value) ? value : null;
        }
    }
}
