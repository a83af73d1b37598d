package runbench.report.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Printable;
import runbench.base.quantity.Units;
import runbench.sync.model.ModelFile.ExactNanos;
import runbench.sync.model.WindowModel;
import runbench.sync.session.ExchangeEvaluation.Evaluated;
import runbench.sync.session.Measurement.Declaration;
import runbench.sync.session.WindowReport;
import runbench.sync.session.WindowReport.NodeResult;
import runbench.sync.session.WindowReport.Note;
import runbench.sync.window.WindowPlan;

/** Formats the declaration and the result of {@code runbench sync measure}. */
public final class MeasureText {
    private static final int MAX_NAMES = 4;

    private MeasureText() {
    }

    /** Returns the maximum traffic of a window and its duration. */
    public static List<String> declaration(Declaration declaration) {
        return declaration instanceof Declaration.Tree tree ? tree(tree)
                : List.of(star((Declaration.Star) declaration));
    }

    private static String star(Declaration.Star star) {
        WindowPlan plan = star.plan();
        return String.format(Locale.ROOT,
                "window: %s, %s, at most %d packets and %.1f kB per node%s; no packets before or after",
                Units.counted(star.nodes(), "node"), duration(plan, star.nodes()), plan.packetsPerNode(),
                plan.bytesPerNode() / 1e3,
                plan.packetsForAll() == 0 ? ""
                        : String.format(Locale.ROOT,
                                " and %d broadcast packets; a node that receives too few of those takes another"
                                        + " %.1f s, at most %d packets and %.1f kB",
                                plan.packetsForAll(), plan.windowNanos() * 1e-9, plan.separate().packetsPerNode(),
                                plan.separate().bytesPerNode() / 1e3));
    }

    private static List<String> tree(Declaration.Tree tree) {
        WindowPlan plan = tree.plan();
        List<String> lines = new ArrayList<>();
        for (Declaration.Level level : tree.levels()) {
            lines.add(String.format(Locale.ROOT, "level %d: %s %s %s, %s, at most %d packets and %.1f kB",
                    lines.size() + 1, names(level.measuring()), level.measuring().size() > 1 ? "measure" : "measures",
                    Units.counted(level.nodes(), "node"), duration(plan, level.most()),
                    level.nodes() * plan.packetsPerNode(), level.nodes() * plan.bytesPerNode() / 1e3));
        }
        lines.add(String.format(Locale.ROOT,
                "window: %d simultaneous levels, %d packets and %.1f kB in total; no probes before or after, and"
                        + " the connections that started the programs (ssh) are idle during the window",
                lines.size(), tree.packets(), tree.bytes() / 1e3));
        return lines;
    }

    private static String duration(WindowPlan plan, int nodes) {
        return String.format(Locale.ROOT, "%d simultaneously, %.1f s (%.1f s without answers)",
                Math.min(nodes, plan.parallel()), plan.windowNanos() * 1e-9, plan.longestNanos(nodes) * 1e-9);
    }

    private static String names(List<String> all) {
        String shown = String.join(", ", all.subList(0, Math.min(MAX_NAMES, all.size())));
        return all.size() > MAX_NAMES ? shown + " and " + (all.size() - MAX_NAMES) + " more" : shown;
    }

    public static List<String[]> rows(WindowReport report) {
        boolean tree = report.declaration() instanceof Declaration.Tree;
        List<String[]> rows = new ArrayList<>();
        rows.add(row(tree, "node", "by", "stamps", "offset_ns", "slope_ppm", "stat_us", "lo_us", "hi_us", "answered",
                "packets"));
        for (NodeResult node : report.nodes()) {
            rows.add(row(tree, cells(node, report.reference())));
        }
        return rows;
    }

    /** Returns the cells; in a star, without the second column, because the reference measures all nodes. */
    private static String[] row(boolean tree, String... cells) {
        return tree ? cells
                : IntStream.range(0, cells.length).filter(i -> i != 1).mapToObj(i -> cells[i]).toArray(String[]::new);
    }

    private static String[] cells(NodeResult node, String reference) {
        String by = String.valueOf(node.parent());
        return switch (node.state()) {
            case SILENT -> TextTable.row(node.node(), by, "no answer", "", "", "", "", "", "0", "");
            case UNUSABLE -> TextTable.row(node.node(), by, "not usable", "", "", "", "", "",
                    node.recording().exchanges().size(), node.packets());
            case DETACHED -> TextTable.row(node.node(), by, "no path to " + reference, "", "", "", "", "",
                    answered(node.evaluated()), node.packets());
            case MEASURED -> {
                WindowModel w = node.toReference();
                yield TextTable.row(node.node(), by, stamps(node, w),
                        ExactNanos.of(w.baseNanos(), w.offsetNanos()).toPlainString(),
                        String.format(Locale.ROOT, "%.4f", w.slope() * 1e6), Durations.micros(w.errStatNanos()),
                        Durations.micros(w.loNanos() - w.offsetNanos()),
                        Durations.micros(w.hiNanos() - w.offsetNanos()), answered(node.evaluated()), node.packets());
            }
        };
    }

    /** Returns the kind of stamps: those of the kernel are hardware stamps if interfaces of both sides made them. */
    private static String stamps(NodeResult node, WindowModel w) {
        return w.stamps().equals("kernel") && node.recording().meta().hardwareStamps().onBothSides() ? "hardware"
                : w.stamps();
    }

    private static String answered(Evaluated e) {
        return e.answered() + "/" + e.planned()
                + (e.hasBeats() ? " beats " + e.beatsReceived() + "/" + e.plan().beats() : "");
    }

    public static List<String> notes(WindowReport report) {
        Stream<String> unused = report.nodes()
                .stream()
                .filter(node -> node.recording() != null)
                .flatMap(node -> node.recording().meta().hardwareStamps().unused().stream())
                .distinct();
        return Stream.concat(unused, nodeNotes(report)).map(Printable::line).toList();
    }

    private static Stream<String> nodeNotes(WindowReport report) {
        return report.nodes()
                .stream()
                .flatMap(node -> node.notes()
                        .stream()
                        .map(note -> node.node() + (note.kind() == Note.Kind.ESTIMATE && node.parent() != null
                                ? ", measured by " + node.parent()
                                : "") + ": " + note.text()));
    }

    /** Returns failures in the order of the nodes' names; a failure of several nodes is reported once. */
    public static List<String> failures(WindowReport report) {
        Map<String, List<String>> nodes = new LinkedHashMap<>();
        report.failures().entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(e -> {
            String own = e.getKey() + ": ";
            String what = e.getValue().startsWith(own) ? e.getValue().substring(own.length()) : e.getValue();
            nodes.computeIfAbsent(what, none -> new ArrayList<>()).add(e.getKey());
        });
        return nodes.entrySet().stream().map(e -> String.join(", ", e.getValue()) + ": " + e.getKey()).toList();
    }
}
