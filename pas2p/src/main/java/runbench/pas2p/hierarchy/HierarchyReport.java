package runbench.pas2p.hierarchy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.file.OutputFile;
import runbench.pas2p.hierarchy.PhaseGroup.PhasePart;
import runbench.pas2p.hierarchy.PhaseGroup.Times;
import runbench.pas2p.phase.Phase;

/**
 * Output of a hierarchy: hierarchy.json contains everything but the occurrences, hierarchy.csv one line per phase and
 * parent.
 */
public final class HierarchyReport {
    public static final String JSON_FILE = "hierarchy.json";
    public static final String CSV_FILE = "hierarchy.csv";
    private static final ObjectMapper JSON = new ObjectMapper();

    private HierarchyReport() {
    }

    /** Returns the hierarchy. Times are nanoseconds, shares 0..1. */
    public static ObjectNode json(PhaseHierarchy hierarchy) {
        ObjectNode root = JSON.createObjectNode();
        root.put("format", "runbench phases of phases").put("version", 1).put("levels", hierarchy.depth());
        PhaseGroup iteration = hierarchy.iteration();
        root.put("iteration", iteration == null ? null : iteration.label())
                .put("main_loop", hierarchy.mainLoop().map(LoopNest::text).orElse(null));
        PhaseLevel top = hierarchy.top();
        List<PhasePart> phases = top.phases();
        root.put("top_occurrences", top.size())
                .put("top_phases", phases.size())
                .put("top_coverage", hierarchy.coverage(phases));
        ArrayNode list = root.putArray("top");
        phases.forEach(p -> part(list.addObject(), hierarchy, p));
        ArrayNode groups = root.putArray("groups");
        for (PhaseGroup group : hierarchy.groups()) {
            ObjectNode node = groups.addObject()
                    .put("label", group.label())
                    .put("name", group.name())
                    .put("shape", group.shape())
                    .put("description", group.description())
                    .put("weight", group.weight())
                    .put("odd", group.oddOnes());
            times(node, hierarchy, group.times());
            if (group.isSequence()) {
                ArrayNode parts = node.putArray("parts");
                group.parts().forEach(p -> part(parts.addObject(), hierarchy, p));
            } else {
                ArrayNode members = node.putArray("phases");
                group.phases().stream().map(Phase::label).forEach(members::add);
            }
        }
        return root;
    }

    private static void part(ObjectNode node, PhaseHierarchy hierarchy, PhasePart part) {
        node.put("label", part.group().label())
                .put("name", part.group().name())
                .put("description", part.group().description())
                .put("weight", part.count());
        times(node, hierarchy, part.times());
    }

    private static void times(ObjectNode node, PhaseHierarchy hierarchy, Times times) {
        node.put("mean_ns", times.meanNanos())
                .put("deviation_ns", times.deviationNanos())
                .put("min_ns", times.leastNanos())
                .put("max_ns", times.maxNanos())
                .put("total_ns", times.nanos())
                .put("share", hierarchy.shareOf(times))
                .put("relevant", hierarchy.relevant(times));
    }

    /** Writes both files into a directory. */
    public static void write(PhaseHierarchy hierarchy, Path directory) throws IOException {
        Files.createDirectories(directory);
        OutputFile.writeText(directory.resolve(JSON_FILE), out -> {
            JSON.writerWithDefaultPrettyPrinter().writeValue(out, json(hierarchy));
        });
        CSVFormat format = CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();
        OutputFile.writeText(directory.resolve(CSV_FILE), text -> {
            CSVPrinter csv = new CSVPrinter(text, format);
            csv.printRecord("part_of", "label", "name", "weight", "mean_s", "deviation_s", "min_s", "max_s", "total_s",
                    "share", "description");
            for (PhasePart part : hierarchy.top().phases()) {
                line(csv, "", hierarchy, part);
            }
            for (PhaseGroup group : hierarchy.groups()) {
                for (PhasePart part : group.parts()) {
                    line(csv, group.label(), hierarchy, part);
                }
            }
        });
    }

    private static void line(CSVPrinter csv, String partOf, PhaseHierarchy hierarchy, PhasePart part)
            throws IOException {
        Times t = part.times();
        csv.printRecord(partOf, part.group().label(), part.group().name(), t.count(), t.meanNanos() / 1e9,
                t.deviationNanos() / 1e9, t.leastNanos() / 1e9, t.maxNanos() / 1e9, t.nanos() / 1e9,
                hierarchy.shareOf(t), part.group().description());
    }
}
