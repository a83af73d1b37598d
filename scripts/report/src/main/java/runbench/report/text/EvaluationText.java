package runbench.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Units;
import runbench.pas2p.evaluate.Evaluation;
import runbench.pas2p.evaluate.Evaluation.EvaluatedRun;
import runbench.pas2p.evaluate.Evaluation.MethodResult;
import runbench.pas2p.evaluate.PublishedResult;

/** Prints an evaluation in the form of the thesis's tables 6.2 to 6.5, with the published rows of the same programs. */
public final class EvaluationText {
    private EvaluationText() {
    }

    public static void print(Screen out, Evaluation evaluation) {
        out.table(methods(evaluation));
        out.println();
        out.println("without phases:");
        out.table(baselines(evaluation));
        out.println();
        out.println("EPTE against the number of processes:");
        out.table(errors(evaluation));
        List<PublishedResult> published = evaluation.published();
        if (!published.isEmpty()) {
            out.println();
            out.println("published (" + PublishedResult.SOURCE + "):");
            out.table(published(published));
        }
        evaluation.failed()
                .forEach(f -> out
                        .println(f.program() + " with " + f.processes() + " processes" + " FAILED: " + f.why()));
        out.println("TEF: one occurrence of each relevant phase; PTE: mean time x weight of the relevant phases; both "
                + "as traced, by the thesis's rule (slowest process)");
        out.println("EPTE: error against TEA, the time of the untraced program; frontier: PTE from times that do not "
                + "overlap");
    }

    private static List<String[]> methods(Evaluation evaluation) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("program", "processes", "order", "method", "phases", "relevant", "coverage", "TEF (s)",
                "TEF/TEA", "PTE (s)", "TEA (s)", "EPTE", "frontier (s)", "EPTE"));
        for (EvaluatedRun run : evaluation.runs()) {
            for (MethodResult r : run.results()) {
                rows.add(TextTable.row(run.program(), run.processes(), Evaluation.word(r.order()),
                        Evaluation.word(r.method()), r.phases(), r.relevant(), Units.percent(r.coverage()),
                        seconds(r.tefS()), Units.percent(r.tefS() / run.teaS()), seconds(r.pteS()), seconds(run.teaS()),
                        Units.percent(run.error(r.pteS())), seconds(r.frontierS()),
                        Units.percent(run.error(r.frontierS()))));
            }
        }
        return rows;
    }

    private static List<String[]> baselines(Evaluation evaluation) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("program", "processes", "TEA (s)", "traced (s)", "tracing costs", "EPTE of the trace",
                "first " + Units.percent(Evaluation.FIRST_SHARE) + " (s)", "EPTE"));
        for (EvaluatedRun run : evaluation.runs()) {
            rows.add(TextTable.row(run.program(), run.processes(), seconds(run.teaS()), seconds(run.tracedS()),
                    Units.percent(run.overhead()), Units.percent(run.error(run.tracedS())), seconds(run.firstS()),
                    Units.percent(run.error(run.firstS()))));
        }
        return rows;
    }

    private static List<String[]> errors(Evaluation evaluation) {
        List<Integer> processes = evaluation.runs().stream().map(EvaluatedRun::processes).distinct().sorted().toList();
        List<String[]> rows = new ArrayList<>();
        List<Object> head = new ArrayList<>(List.of("program", "order", "method"));
        processes.forEach(head::add);
        rows.add(TextTable.row(head.toArray()));
        for (String program : evaluation.runs().stream().map(EvaluatedRun::program).distinct().toList()) {
            List<EvaluatedRun> runs = evaluation.runs().stream().filter(r -> r.program().equals(program)).toList();
            for (int i = 0; i < runs.get(0).results().size(); i++) {
                MethodResult result = runs.get(0).results().get(i);
                List<Object> row = new ArrayList<>(
                        List.of(program, Evaluation.word(result.order()), Evaluation.word(result.method())));
                for (int n : processes) {
                    int at = i;
                    row.add(runs.stream()
                            .filter(r -> r.processes() == n)
                            .findFirst()
                            .map(r -> Units.percent(r.error(r.results().get(at).pteS())))
                            .orElse("-"));
                }
                rows.add(TextTable.row(row.toArray()));
            }
        }
        return rows;
    }

    private static List<String[]> published(List<PublishedResult> published) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("table", "cluster", "program", "workload", "order", "method", "processes", "on",
                "TEF (s)", "PTE (s)", "TEA (s)", "EPTE"));
        published.forEach(r -> rows.add(TextTable.row(r.table(), r.cluster(), r.program(), r.workload(), r.order(),
                r.method(), r.processes(), r.resources(), r.tefS() == null ? "-" : seconds(r.tefS()), seconds(r.pteS()),
                seconds(r.teaS()), Units.percent(r.error()))));
        return rows;
    }

    private static String seconds(double s) {
        return String.format(Locale.ROOT, Math.abs(s) >= 100 ? "%.1f" : Math.abs(s) >= 1 ? "%.3f" : "%.4g", s);
    }
}
