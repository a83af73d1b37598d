package runbench.report.text;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.file.OutputFile;
import runbench.base.quantity.Durations;
import runbench.pas2p.hierarchy.PartPairs;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.hierarchy.PhaseGroup.PhasePart;

/** Compares each phase of the hierarchy between two runs: more ranks, another input, another machine. */
final class ScalingTable {
    /**
     * One phase in both runs.
     *
     * @param depth depth in the hierarchy, from 0
     * @param parent label of the enclosing phase in the first run (in the second, if the first lacks it); null at the
     *     top
     * @param first values in the first run; null if it lacks the phase
     * @param second values in the second run; null if it lacks the phase
     * @param same method of matching
     * @param ratio total time, second run / first; null if one lacks the phase
     * @param meanRatio mean time, second run / first; null if one lacks the phase
     */
    record Row(int depth, String parent, Side first, Side second, String same, Double ratio, Double meanRatio) {}

    /**
     * The values of a phase in one run: seconds, shares 0..1.
     *
     * @param label label
     * @param name name
     * @param description activity of the ranks
     * @param weight number of occurrences
     * @param meanS mean time, s
     * @param deviationS standard deviation, s
     * @param totalS total time, s
     * @param share share of the run, 0..1
     */
    record Side(String label, String name, String description, long weight, double meanS, double deviationS,
            double totalS, double share) {}

    private ScalingTable() {
    }

    /**
     * Returns the rows.
     *
     * @param all true to include phases that are relevant in neither run
     */
    static List<Row> rows(PhaseHierarchy first, PhaseHierarchy second, boolean all) {
        List<Row> rows = new ArrayList<>();
        List<String> parents = new ArrayList<>();
        for (PartPairs.Pair pair : PartPairs.of(first, second)) {
            Side one = side(first, pair.first());
            Side two = side(second, pair.second());
            parents.subList(Math.min(pair.depth(), parents.size()), parents.size()).clear();
            parents.add(one == null ? two.label() : one.label());
            boolean relevant = one != null && first.relevant(pair.first().times())
                    || two != null && second.relevant(pair.second().times());
            if (all || relevant) {
                boolean both = one != null && two != null;
                rows.add(new Row(pair.depth(), pair.depth() == 0 ? null : parents.get(pair.depth() - 1), one, two,
                        pair.same().word(), both && one.totalS > 0 ? two.totalS / one.totalS : null,
                        both && one.meanS > 0 ? two.meanS / one.meanS : null));
            }
        }
        return rows;
    }

    private static Side side(PhaseHierarchy hierarchy, PhasePart part) {
        return part == null ? null
                : new Side(part.group().label(), part.group().name(), part.group().description(), part.count(),
                        part.times().meanNanos() / 1e9, part.times().deviationNanos() / 1e9, part.times().nanos() / 1e9,
                        hierarchy.shareOf(part.times()));
    }

    static List<Map<String, Object>> json(List<Row> rows) {
        List<Map<String, Object>> list = new ArrayList<>();
        for (Row row : rows) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("depth", row.depth);
            fields.put("part_of", row.parent);
            fields.put("same", row.same);
            put(fields, "first", row.first);
            put(fields, "second", row.second);
            fields.put("time_ratio", row.ratio);
            fields.put("mean_ratio", row.meanRatio);
            list.add(fields);
        }
        return list;
    }

    private static void put(Map<String, Object> fields, String run, Side side) {
        fields.put(run + "_label", side == null ? null : side.label);
        fields.put(run + "_name", side == null ? null : side.name);
        fields.put(run + "_weight", side == null ? null : side.weight);
        fields.put(run + "_mean_s", side == null ? null : side.meanS);
        fields.put(run + "_deviation_s", side == null ? null : side.deviationS);
        fields.put(run + "_total_s", side == null ? null : side.totalS);
        fields.put(run + "_share", side == null ? null : side.share);
        fields.put(run + "_description", side == null ? null : side.description);
    }

    static void write(List<Row> rows, Path file) throws IOException {
        CSVFormat format = CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();
        OutputFile.writeText(file, text -> {
            CSVPrinter csv = new CSVPrinter(text, format);
            boolean headed = false;
            for (Map<String, Object> fields : json(rows)) {
                if (!headed) {
                    csv.printRecord(fields.keySet());
                    headed = true;
                }
                csv.printRecord(fields.values());
            }
        });
    }

    /**
     * Prints the table.
     *
     * @param ratio time of the whole run, second / first
     */
    static void print(PrintWriter out, List<Row> rows, double ratio) {
        out.printf("%-14s %-12s %9s %9s %11s %11s %8s %8s %8s %8s  %s%n", "in 1", "in 2", "weight 1", "weight 2",
                "mean 1", "mean 2", "mean 2/1", "time 2/1", "share 1", "share 2", "activity of the ranks");
        out.printf("%-14s %-12s %9s %9s %11s %11s %8s %8s %8s %8s%n", "run", "run", "", "", "", "", "", factor(ratio),
                "", "");
        for (Row row : rows) {
            Side a = row.first;
            Side b = row.second;
            String indent = "  ".repeat(row.depth);
            out.printf("%-14s %-12s %9s %9s %11s %11s %8s %8s %8s %8s  %s%n", indent + (a == null ? "-" : a.label),
                    b == null ? "-" : b.label, count(a), count(b), mean(a), mean(b), factor(row.meanRatio),
                    factor(row.ratio), share(a), share(b), description(a, b));
        }
    }

    private static String description(Side a, Side b) {
        return a == null ? b.description
                : b == null || a.description.equals(b.description) ? a.description
                        : a.description + " | " + b.description;
    }

    private static String count(Side side) {
        return side == null ? "-" : String.format(Locale.ROOT, "%,d", side.weight);
    }

    private static String mean(Side side) {
        return side == null ? "-" : Durations.fourDigits(side.meanS * 1e9);
    }

    private static String share(Side side) {
        return side == null ? "-" : String.format(Locale.ROOT, "%.2f%%", 100 * side.share);
    }

    private static String factor(Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.3f", value);
    }
}
