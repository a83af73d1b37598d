package runbench.cli.sync;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import runbench.cli.Failures;
import runbench.base.progress.Progress;
import runbench.base.error.RunbenchException;
import runbench.sync.estimate.Estimate;
import runbench.sync.exchange.Recording;
import runbench.sync.model.Hops;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;
import runbench.sync.model.NodeModels;
import runbench.sync.model.WindowModel;
import runbench.sync.tree.Machine;
import runbench.sync.tree.TreeSession;
import runbench.sync.window.Answers;
import runbench.sync.window.Plan;

/** A tree of gateways: each hop's model in {@code hops/}, and every machine's to the root. */
final class TreeMeasurement implements Measurement {
    private static final String HOPS = "hops";

    private final Plan plan;
    private final Machine root;
    private final NodeModels models;
    private final Evaluation evaluation;
    private TreeSession session;

    TreeMeasurement(Plan plan, Machine root, NodeModels models, Evaluation evaluation) {
        this.plan = plan;
        this.root = root;
        this.models = models;
        this.evaluation = evaluation;
    }

    @Override
    public List<String> declaration() {
        List<String> lines = new ArrayList<>();
        List<List<Machine>> levels = root.levels();
        for (int depth = 0; depth < levels.size(); depth++) {
            int nodes = levels.get(depth).stream().mapToInt(m -> m.children().size()).sum();
            int most = levels.get(depth).stream().mapToInt(m -> m.children().size()).max().orElse(0);
            lines.add(String.format(Locale.ROOT, "level %d: %s %s %d nodes, %s, at most %d packets and %.1f kB", depth + 1,
                    names(levels.get(depth)), levels.get(depth).size() > 1 ? "measure" : "measures", nodes, StarMeasurement.duration(plan, most),
                    nodes * plan.packetsPerNode(), nodes * plan.bytesPerNode() / 1e3));
        }
        int all = root.below().size();
        lines.add(String.format(Locale.ROOT, "window: %d levels at the same time, %d packets and %.1f kB in all; probes neither before nor after, and"
                + " while it runs what started the programs (ssh) has nothing to carry", levels.size(), all * plan.packetsPerNode(), all * plan.bytesPerNode() / 1e3));
        return lines;
    }

    @Override
    public List<String> nodes() {
        return root.below().stream().map(Machine::name).toList();
    }

    private static String names(List<Machine> machines) {
        String some = machines.stream().limit(4).map(Machine::name).collect(Collectors.joining(", "));
        return machines.size() > 4 ? some + " and " + (machines.size() - 4) + " more" : some;
    }

    @Override
    public void start(Progress progress) {
        session = TreeSession.start(root, plan, progress);
    }

    @Override
    public WindowReport window(Progress progress) throws IOException {
        Instant begin = Instant.now();
        Path raw = Files.createDirectories(WindowReport.folder(models, begin));
        models.begin();
        Answers answers = session.window(plan, raw, progress);
        ObjectNode json = Output.object();
        json.put("reference", models.reference()).put("begin", begin.toString()).put("end", Instant.now().toString());
        int all = root.below().size();
        json.put("declared_packets", all * plan.packetsPerNode()).put("declared_bytes", all * plan.bytesPerNode());
        Telling telling = new Telling(json, answers);
        telling.below(root, null, 1);
        Files.writeString(raw.resolve("window.json"), Output.json(json) + "\n");
        if (answers.recordings().isEmpty()) {
            throw new Answers(Map.of(), telling.troubles).nothing();
        }
        return new WindowReport(json, telling.rows, telling.troubles.isEmpty(), WindowReport.inWords(telling.troubles), telling.notes, telling.measured,
                answers.interrupted());
    }

    @Override
    public void close() {
        if (session != null) {
            session.close();
        }
    }

    /** One window, from the root downwards: each machine's way to the root rests on its parent's. */
    private final class Telling {
        private final ObjectNode json;
        private final Answers answers;
        private final List<String[]> rows = new ArrayList<>();
        private final Map<String, String> troubles = new HashMap<>();
        private final List<String> notes = new ArrayList<>();
        private final Set<String> measured = new LinkedHashSet<>();

        Telling(ObjectNode json, Answers answers) {
            this.json = json;
            this.answers = answers;
            rows.add(Output.row("node", "by", "stamps", "offset_ns", "slope_ppm", "stat_us", "lo_us", "hi_us", "answered", "packets"));
        }

        /** @param upper the parent's window model to the root; null for the root itself, or where there is none */
        void below(Machine parent, WindowModel upper, int depth) throws IOException {
            NodeModels hops = new NodeModels(Files.createDirectories(models.folder().resolve(HOPS)), parent.name(),
                    models.wander(), models.toleranceNanos());
            for (Machine child : parent.children()) {
                ObjectNode entry = json.withArray("/nodes").addObject().put("node", child.name()).put("by", parent.name()).put("depth", depth);
                Recording r = answers.recordings().get(child.name());
                WindowModel whole = null;
                String trouble = answers.troubles().get(child.name());
                if (r != null) {
                    try {
                        whole = measured(parent, child, upper, hops, r, entry);
                        if (whole == null) {
                            trouble = (trouble == null ? "" : trouble + "; ") + "measured by " + parent.name() + " (" + HOPS + "/" + child.name()
                                    + ".model.json), which itself was not measured";
                        }
                    } catch (RunbenchException | IOException e) {
                        rows.add(Output.row(child.name(), parent.name(), "not usable", "", "", "", "", "", r.exchanges().size(), Evaluation.packets(r)));
                        trouble = (trouble == null ? "" : trouble + "; ") + Failures.explain(e).getMessage();
                    }
                } else {
                    rows.add(Output.row(child.name(), parent.name(), "no answer", "", "", "", "", "", "0", ""));
                    trouble = trouble != null ? trouble : answers.troubles().containsKey(parent.name())
                            ? "not measured, because " + parent.name() + " was to do it" : "no answer";
                }
                if (trouble != null) {
                    entry.put("error", trouble);
                    troubles.put(child.name(), trouble);
                }
                below(child, whole, depth + 1);
            }
        }

        /** The child's window to the root; null if its parent has none. */
        private WindowModel measured(Machine parent, Machine child, WindowModel upper, NodeModels hops, Recording r, ObjectNode entry)
                throws IOException {
            Estimate e = evaluation.of(r);
            String answered = evaluation.tell(entry, r, e, plan);
            Doubts.of(e, models.toleranceNanos()).forEach(doubt -> notes.add(child.name() + ", measured by " + parent.name() + ": " + doubt));
            r.leftOut().ifPresent(why -> notes.add(child.name() + ": " + why));
            WindowModel hop = WindowModel.of(e, r);
            hops.add(child.name(), hop, r);
            WindowModel whole = parent == root ? hop : upper == null ? null : Hops.through(hop, upper, models.wander());
            rows.add(whole == null ? Output.row(child.name(), parent.name(), "no way to " + root.name(), "", "", "", "", "", answered, Evaluation.packets(r))
                    : row(parent, whole, keep(child, whole, r, entry), answered, Evaluation.packets(r)));
            return whole;
        }

        private NodeModel keep(Machine child, WindowModel whole, Recording r, ObjectNode entry) throws IOException {
            NodeModel model = models.add(child.name(), whole, r);
            measured.add(child.name());
            entry.set("model", ModelFile.toJson(model, models.toleranceNanos()));
            Evaluation.stepped(model).ifPresent(notes::add);
            return model;
        }

        private String[] row(Machine parent, WindowModel w, NodeModel model, String answered, long packets) {
            return Output.row(model.node(), parent.name(), w.stamps(), Output.nanos(w.baseNanos(), w.offsetNanos()).toPlainString(),
                    String.format(Locale.ROOT, "%.4f", w.slope() * 1e6), Nanos.micros(w.errStatNanos()),
                    Nanos.micros(w.loNanos() - w.offsetNanos()), Nanos.micros(w.hiNanos() - w.offsetNanos()), answered, packets);
        }
    }
}
