package runbench.cli.pas2p;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.quantity.Durations;
import runbench.cli.PrintedJson;
import runbench.cli.Terminal;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhasePairs;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.trace.MpiTrace;

/** {@code runbench pas2p compare}: the same phases in two runs, with other weights and times. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Shows the phases of two runs side by side. A phase is the same when its types of communication stand"
                + " in equal logical order; volumes (then the name has both, after the hyphen), weights and times may differ.",
        footerHeading = "%nExample:%n",
        footer = "  runbench pas2p compare run-small run-large")
public final class CompareCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "TRACE1", description = "Directory of the first trace.")
    private Path first;

    @Parameters(index = "1", paramLabel = "TRACE2", description = "Directory of the second trace.")
    private Path second;

    @Mixin
    private AnalysisOptions analysisOptions;

    @Option(names = "--all", order = 20, description = "Show phases that are relevant in neither run too.")
    private boolean all;

    @Option(names = "--json", order = 34, description = "Print as JSON.")
    private boolean json;

    @Option(names = {"-q", "--quiet"}, order = 35, description = "No progress.")
    private boolean quiet;

    @Override
    public Integer call() {
        try (Terminal terminal = Terminal.of(quiet)) {
            MpiTrace a = analysisOptions.open(List.of(first), terminal);
            PhaseAnalysis inA = analysisOptions.analyse(a, terminal);
            MpiTrace b = analysisOptions.open(List.of(second), terminal);
            PhaseAnalysis inB = analysisOptions.analyse(b, terminal);
            List<Map<String, Object>> rows = rows(inA, inB);
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                Map<String, Object> result = new LinkedHashMap<>();
                result.put("first", side(a, inA));
                result.put("second", side(b, inB));
                result.put("phases", rows);
                out.println(PrintedJson.text(result));
            } else {
                print(out, a, inA, b, inB, rows);
            }
        }
        return 0;
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

    private List<Map<String, Object>> rows(PhaseAnalysis a, PhaseAnalysis b) {
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
        rows.sort(Comparator.comparingDouble((Map<String, Object> r) -> -Math.max(share(r, "first"), share(r, "second"))));
        return rows;
    }

    /** Of a phase with other volumes in the second run both names, their common part once. */
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

    private static void print(PrintWriter out, MpiTrace a, PhaseAnalysis inA, MpiTrace b, PhaseAnalysis inB,
            List<Map<String, Object>> rows) {
        out.printf("1: %s, %d ranks, %s%n2: %s, %d ranks, %s%n%n", PhaseReport.program(a), a.ranks(),
                Durations.fourDigits(inA.runNanos()), PhaseReport.program(b), b.ranks(), Durations.fourDigits(inB.runNanos()));
        if (a.ranks() != b.ranks()) {
            out.println("note: with other numbers of ranks no phase can be the same");
        }
        out.printf("%6s %6s %-18s %10s %10s %12s %12s %9s %9s  %s%n", "in 1", "in 2", "name", "weight 1", "weight 2", "mean 1", "mean 2",
                "share 1", "share 2", "what ranks do in it");
        for (Map<String, Object> row : rows) {
            out.printf("%6s %6s %-18s %10s %10s %12s %12s %9s %9s  %s%n", label(row.get("first_phase")),
                    label(row.get("second_phase")), row.get("name"), cell(row.get("first_weight")),
                    cell(row.get("second_weight")), time(row.get("first_mean_s")), time(row.get("second_mean_s")),
                    percent(row.get("first_share")), percent(row.get("second_share")), row.get("description"));
        }
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
}
