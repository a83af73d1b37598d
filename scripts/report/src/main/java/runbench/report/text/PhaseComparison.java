package runbench.report.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.file.OutputFile;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Units;
import runbench.pas2p.hierarchy.PartPairs;
import runbench.pas2p.hierarchy.PhaseGroup.PhasePart;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhasePairs;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.trace.MpiTrace;

/** Compares the phases of two runs. */
public final class PhaseComparison {
    private final MpiTrace first;
    private final PhaseAnalysis inFirst;
    private final MpiTrace second;
    private final PhaseAnalysis inSecond;
    private final List<Map<String, Object>> rows;
    private final List<ScalingTable.Row> scaling;

    private PhaseComparison(MpiTrace first, PhaseAnalysis inFirst, MpiTrace second, PhaseAnalysis inSecond,
            boolean all) {
        this.first = first;
        this.inFirst = inFirst;
        this.second = second;
        this.inSecond = inSecond;
        // With different numbers of ranks, no phases of the traces have the same messages.
        rows = first.ranks() == second.ranks() ? rows(inFirst, inSecond, all) : List.of();
        scaling = ScalingTable.rows(PhaseHierarchy.of(inFirst), PhaseHierarchy.of(inSecond), all);
    }

    /**
     * Creates a comparison.
     *
     * @param all true to include phases that are relevant in neither run
     */
    public static PhaseComparison of(MpiTrace first, PhaseAnalysis inFirst, MpiTrace second, PhaseAnalysis inSecond,
            boolean all) {
        return new PhaseComparison(first, inFirst, second, inSecond, all);
    }

    public Map<String, Object> json() {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("first", side(first, inFirst));
        result.put("second", side(second, inSecond));
        result.put("hierarchy", ScalingTable.json(scaling));
        result.put("phases", rows);
        return result;
    }

    private static Map<String, Object> side(MpiTrace trace, PhaseAnalysis analysis) {
        Map<String, Object> side = new LinkedHashMap<>();
        side.put("program", PhaseReport.program(trace));
        side.put("ranks", trace.ranks());
        side.put("run_s", analysis.runNanos() / 1e9);
        side.put("coverage", analysis.coverage());
        side.put("complete", trace.complete());
        return side;
    }

    private static List<Map<String, Object>> rows(PhaseAnalysis a, PhaseAnalysis b, boolean all) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (PhasePairs.Pair pair : PhasePairs.of(a.phases(), b.phases())) {
            Phase one = pair.first();
            Phase two = pair.second();
            boolean relevant = one != null && a.relevant(one) || two != null && b.relevant(two);
            if (!relevant && !all) {
                continue;
            }
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("name", name(pair));
            row.put("description", description(one, two));
            row.put("in", one == null ? "second only" : two == null ? "first only" : "both");
            row.put("same_volumes", one != null && two != null && pair.sameVolumes());
            put(row, "first", a, one);
            put(row, "second", b, two);
            rows.add(row);
        }
        rows.sort(Comparator
                .comparingDouble((Map<String, Object> r) -> -Math.max(share(r, "first"), share(r, "second"))));
        return rows;
    }

    /** Returns the name; if the volumes differ in the second run, both names with their common part once. */
    private static String name(PhasePairs.Pair pair) {
        if (pair.first() == null) {
            return pair.second().name();
        }
        return pair.sameVolumes() ? pair.first().name()
                : pair.first().name() + "/" + pair.second().name().substring(pair.second().shape().length() + 1);
    }

    private static String description(Phase one, Phase two) {
        String a = one == null ? two.description() : one.description();
        String b = two == null ? a : two.description();
        return a.equals(b) ? a : a + " | " + b;
    }

    private static double share(Map<String, Object> row, String side) {
        Object share = row.get(side + "_share");
        return share == null ? 0 : (Double) share;
    }

    private static void put(Map<String, Object> row, String side, PhaseAnalysis analysis, Phase phase) {
        row.put(side + "_phase", phase == null ? null : phase.label());
        row.put(side + "_name", phase == null ? null : phase.name());
        row.put(side + "_description", phase == null ? null : phase.description());
        row.put(side + "_weight", phase == null ? null : phase.weight());
        row.put(side + "_mean_s", phase == null ? null : analysis.meanNanosOf(phase) / 1e9);
        row.put(side + "_share", phase == null ? null : analysis.shareOf(phase));
        row.put(side + "_bytes", phase == null ? null : phase.bytes());
    }

    /**
     * Writes one line per phase of the hierarchies, in seconds and shares 0..1; cells of a run without the phase are
     * empty.
     */
    public void writeCsv(Path file) throws IOException {
        ScalingTable.write(scaling, file);
    }

    public void print(Screen out) {
        out.printf("1: %s, %s, %s%n2: %s, %s, %s%n%n", PhaseReport.program(first), Units.counted(first.ranks(), "rank"),
                Durations.fourDigits(inFirst.runNanos()), PhaseReport.program(second),
                Units.counted(second.ranks(), "rank"), Durations.fourDigits(inSecond.runNanos()));
        ScalingTable.print(out, scaling, (double) inSecond.runNanos() / Math.max(1, inFirst.runNanos()));
        if (first.ranks() != second.ranks()) {
            out.println("different numbers of ranks: phases are matched by the activity of the ranks, "
                    + "not by their messages");
            return;
        }
        out.printf("%nphases of the trace%n");
        List<String[]> table = new ArrayList<>();
        table.add(TextTable.row("in 1", "in 2", "name", "weight 1", "weight 2", "mean 1", "mean 2", "share 1",
                "share 2", "activity of the ranks"));
        for (Map<String, Object> row : rows) {
            table.add(TextTable.row(label(row.get("first_phase")), label(row.get("second_phase")), row.get("name"),
                    cell(row.get("first_weight")), cell(row.get("second_weight")), time(row.get("first_mean_s")),
                    time(row.get("second_mean_s")), percent(row.get("first_share")), percent(row.get("second_share")),
                    row.get("description")));
        }
        out.table(table);
        long both = rows.stream().filter(r -> r.get("in").equals("both")).count();
        out.printf("%n%d of %d phases that are relevant in either run are in both%n", both, rows.size());
    }

    private static String label(Object phase) {
        return phase == null ? "-" : (String) phase;
    }

    private static String cell(Object value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%,d", (Long) value);
    }

    private static String time(Object seconds) {
        return seconds == null ? "-" : Durations.fourDigits((Double) seconds * 1e9);
    }

    private static String percent(Object share) {
        return share == null ? "-" : String.format(Locale.ROOT, "%.2f%%", 100 * (Double) share);
    }

    /** Compares each phase of the hierarchy between two runs: more ranks, another input, another machine. */
    static final class ScalingTable {
        /**
         * One phase in both runs.
         *
         * @param depth depth in the hierarchy, from 0
         * @param parent label of the enclosing phase in the first run (in the second, if the first lacks it); null at
         *     the top
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
                            part.times().meanNanos() / 1e9, part.times().deviationNanos() / 1e9,
                            part.times().nanos() / 1e9, hierarchy.shareOf(part.times()));
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
        static void print(Screen out, List<Row> rows, double ratio) {
            List<String[]> table = new ArrayList<>();
            table.add(TextTable.row("in 1", "in 2", "weight 1", "weight 2", "mean 1", "mean 2", "mean 2/1", "time 2/1",
                    "share 1", "share 2", "activity of the ranks"));
            table.add(TextTable.row("run", "run", "", "", "", "", "", factor(ratio), "", "", ""));
            for (Row row : rows) {
                Side a = row.first;
                Side b = row.second;
                table.add(TextTable.row("  ".repeat(row.depth) + (a == null ? "-" : a.label), b == null ? "-" : b.label,
                        count(a), count(b), mean(a), mean(b), factor(row.meanRatio), factor(row.ratio), share(a),
                        share(b), description(a, b)));
            }
            out.table(table);
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
}
