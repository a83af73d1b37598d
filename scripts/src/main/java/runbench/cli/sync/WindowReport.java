package runbench.cli.sync;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import runbench.cli.Failures;
import runbench.base.progress.Progress;
import runbench.base.error.RunbenchException;
import runbench.sync.estimate.BeatDrift;
import runbench.sync.estimate.Estimate;
import runbench.sync.exchange.Recording;
import runbench.sync.exchange.Stamps;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;
import runbench.sync.model.NodeModels;
import runbench.sync.window.Answers;
import runbench.sync.window.Node;
import runbench.sync.window.Plan;
import runbench.sync.window.Reflectors;
import runbench.sync.window.SyncWindow;

/**
 * One window: run, estimated, added to the models, told.
 *
 * @param complete    whether every node answered to the end
 * @param troubles    why those that did not did not
 * @param notes       what else a person should know
 * @param measured    nodes whose models have this window
 * @param interrupted whether it was ended early from here
 */
record WindowReport(ObjectNode json, List<String[]> rows, boolean complete, List<String> troubles, List<String> notes, Set<String> measured,
        boolean interrupted) {
    private static final DateTimeFormatter FOLDER = DateTimeFormatter.ofPattern("'window-'yyyyMMdd'T'HHmmss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    /** Where recordings of nodes lie that did not hear the beats. */
    private static final String ALONE = "alone";

    /** Where the recordings of a window that begins now belong. */
    static Path folder(NodeModels models, Instant begin) {
        return models.folder().resolve(FOLDER.format(begin));
    }

    /** @param started the reflectors, null if they were running already */
    static WindowReport of(Plan plan, List<Node> targets, NodeModels models, Evaluation evaluation, Reflectors started, Progress progress)
            throws IOException {
        Instant begin = Instant.now();
        Path raw = folder(models, begin);
        models.begin();
        List<Node> reachable = started == null ? targets : started.nodes();
        Answers answers = SyncWindow.run(List.of(), plan, reachable, models.reference(), raw, progress);
        Map<String, Recording> recordings = new LinkedHashMap<>(answers.recordings());
        Map<String, String> troubles = new HashMap<>(answers.troubles());
        Map<String, String> doubts = doubts(plan, evaluation, recordings);
        List<Node> deaf = targets.stream().filter(n -> doubts.containsKey(n.name())).toList();
        if (!deaf.isEmpty() && !answers.interrupted()) {
            Answers alone = SyncWindow.run(List.of(), plan.alone(), deaf, models.reference(), raw.resolve(ALONE), progress);
            recordings.putAll(alone.recordings());
            troubles.putAll(alone.troubles());
        }
        if (started != null) {
            troubles.putAll(started.troubles());
            reachable.forEach(node -> Optional.ofNullable(started.died(node.name())).ifPresent(why -> troubles.put(node.name(), why)));
        }
        if (recordings.isEmpty()) {
            throw new Answers(Map.of(), troubles).nothing();
        }
        ObjectNode root = Output.object();
        root.put("reference", models.reference()).put("begin", begin.toString()).put("end", Instant.now().toString());
        root.put("declared_packets_per_node", plan.packetsPerNode()).put("declared_bytes_per_node", plan.bytesPerNode());
        root.put("declared_packets_for_all", plan.packetsForAll());
        if (plan.broadcast() != null) {
            root.put("declared_packets_per_deaf_node", plan.alone().packetsPerNode());
        }
        List<String[]> rows = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        Set<String> measured = new LinkedHashSet<>();
        rows.add(Output.row("node", "stamps", "offset_ns", "slope_ppm", "stat_us", "lo_us", "hi_us", "answered", "packets"));
        for (Node node : targets) {
            String name = node.name();
            ObjectNode entry = root.withArray("/nodes").addObject().put("node", name);
            Recording first = answers.recordings().get(name);
            Recording r = recordings.get(name);
            boolean alone = r != first;
            if (r == null) {
                rows.add(Output.row(name, "no answer", "", "", "", "", "", "0", ""));
            } else {
                try {
                    rows.add(tell(entry, node, r, models, evaluation, alone ? plan.alone() : plan, notes));
                    measured.add(name);
                } catch (RunbenchException | IOException e) {
                    rows.add(Output.row(name, "not usable", "", "", "", "", "", r.exchanges().size(), Evaluation.packets(r)));
                    troubles.merge(name, Failures.explain(e).getMessage(), (before, now) -> before + "; " + now);
                }
            }
            if (doubts.containsKey(name)) {
                entry.put("beats_heard", first.meta().path("beats").path("rows").size()).put("beats_not_used", doubts.get(name));
                notes.add(name + ": " + doubts.get(name) + (alone ? ": measured by itself" : ": its beats are not used"));
            }
            if (alone) {
                entry.put("measured", "alone: " + doubts.get(name));
                entry.put("packets", entry.path("packets").asLong() + Evaluation.packets(first));
            }
            if (troubles.containsKey(name)) {
                entry.put("error", troubles.get(name));
            }
        }
        Files.writeString(raw.resolve("window.json"), Output.json(root) + "\n");
        return new WindowReport(root, rows, troubles.isEmpty(), inWords(troubles), notes, measured, answers.interrupted());
    }

    /** Why a node's beats cannot be used, by node: too few arrived, or they contradict the exchanges. */
    private static Map<String, String> doubts(Plan plan, Evaluation evaluation, Map<String, Recording> recordings) {
        Map<String, String> doubts = new LinkedHashMap<>();
        if (plan.broadcast() == null) {
            return doubts;
        }
        recordings.forEach((name, r) -> {
            if (!BeatDrift.heard(r)) {
                doubts.put(name, "it heard too few beats of " + plan.broadcast());
                return;
            }
            try {
                evaluation.disagreement(r).ifPresent(d -> doubts.put(name, inWords(d)));
            } catch (RunbenchException unusable) {
                // It is told where the node is estimated.
            }
        });
        return doubts;
    }

    private static String inWords(BeatDrift.Disagreement d) {
        String times = d.impossible() == 0 ? "" : String.format(Locale.ROOT, " and %d of them arrived before they were sent", d.impossible());
        return String.format(Locale.ROOT, "its beats contradict its exchanges (rate %.4f ppm by the beats, %.4f by the exchanges; %.4f apart can be chance%s);"
                + " somebody else may send beats (--key FILE keeps them out), or other traffic held them up", d.beats() * 1e6, d.exchanges() * 1e6,
                d.allowed() * 1e6, times);
    }

    /** In order of the nodes' names, which stand in front: what befell many at once is told once. */
    static List<String> inWords(Map<String, String> troubles) {
        Map<String, List<String>> nodes = new LinkedHashMap<>();
        troubles.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(e -> {
            String own = e.getKey() + ": ";
            String what = e.getValue().startsWith(own) ? e.getValue().substring(own.length()) : e.getValue();
            nodes.computeIfAbsent(what, none -> new ArrayList<>()).add(e.getKey());
        });
        return nodes.entrySet().stream().map(e -> String.join(", ", e.getValue()) + ": " + e.getKey()).toList();
    }

    /** How long a node's prediction stays within the tolerance, by the stated wander of its rate, ns; for nodes of this window. */
    Map<String, Long> validNanos() {
        Map<String, Long> valid = new HashMap<>();
        for (JsonNode node : json.path("nodes")) {
            JsonNode windows = node.path("model").path("windows");
            if (windows.size() > 0) {
                JsonNode last = windows.get(windows.size() - 1);
                valid.put(node.path("node").asText(), last.path("valid_until_ns").asLong() - last.path("x0_ns").asLong());
            }
        }
        return valid;
    }

    private static String[] tell(ObjectNode entry, Node node, Recording r, NodeModels models, Evaluation evaluation, Plan plan, List<String> notes)
            throws IOException {
        Estimate e = evaluation.of(r);
        NodeModel model = models.add(node.name(), e, r);
        String answered = evaluation.tell(entry, r, e, plan);
        entry.set("model", ModelFile.toJson(model, models.toleranceNanos()));
        List<String> doubts = Doubts.of(e, models.toleranceNanos());
        ArrayNode told = entry.putArray("notes");
        doubts.forEach(told::add);
        doubts.forEach(doubt -> notes.add(node.name() + ": " + doubt));
        if (model.wander() > models.wander()) {
            notes.add(String.format(Locale.ROOT, "%s: its rate changed between windows by more than --wander's %.3g ppm: %s, twice as much as was"
                    + " seen, are assumed from now on", node.name(), models.wander() * 1e6, Doubts.assumed(model)));
        }
        Evaluation.stepped(model).ifPresent(notes::add);
        r.leftOut().ifPresent(why -> notes.add(node.name() + ": " + why));
        return Output.row(node.name(), e.stamps().name().toLowerCase(Locale.ROOT),
                Output.nanos(e.baseNanos(), e.offsetNanos()).toPlainString(),
                String.format(Locale.ROOT, "%.4f", e.slope() * 1e6), Nanos.micros(e.errStatNanos()),
                Nanos.micros(e.loNanos()), Nanos.micros(e.hiNanos()), answered, Evaluation.packets(r));
    }

    /** The stamps that {@code --stamps} asks for. */
    static Stamps kind(Recording r, String stamps) {
        return asked(stamps).orElseGet(() -> r.exchanges().best());
    }

    /** Empty for {@code auto}. */
    static Optional<Stamps> asked(String stamps) {
        return switch (stamps.toLowerCase(Locale.ROOT)) {
            case "auto" -> Optional.empty();
            case "kernel" -> Optional.of(Stamps.KERNEL);
            case "user" -> Optional.of(Stamps.USER);
            default -> throw RunbenchException.badInput("--stamps " + stamps + ": one of auto, kernel, user");
        };
    }
}
