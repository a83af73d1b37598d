package runbench.report.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Units;
import runbench.pas2p.workload.Growth;
import runbench.pas2p.workload.WorkloadPrediction.WorkloadPhase;
import runbench.pas2p.workload.WorkloadPrediction;
import runbench.pas2p.workload.WorkloadReport;
import runbench.pas2p.workload.WorkloadRun;

/** Prints a run time extrapolated to another workload, with its growth laws. */
public final class WorkloadText {
    private WorkloadText() {
    }

    public static void print(PrintWriter out, String name, WorkloadPrediction w) {
        out.printf("%s, workload %s, EXTRAPOLATED: %s s (%s: %s to %s s; of which +-%s s from the growth laws)%n", name,
                WorkloadRun.text(w.value()), number(w.extrapolatedS()), Units.percent(w.measured().confidence()),
                number(w.intervalS()[0]), number(w.intervalS()[1]), number(w.lawErrorS()));
        List<String[]> rows = new ArrayList<>();
        List<Object> head = new ArrayList<>(List.of("phase"));
        w.runs().forEach(r -> head.add("weight at " + WorkloadRun.text(r.value())));
        head.addAll(List.of("at " + WorkloadRun.text(w.value()), "law", "traced mean (s)", "law", "ratio", "all (s)"));
        rows.add(TextTable.row(head.toArray()));
        for (WorkloadPhase p : w.phases()) {
            List<Object> row = new ArrayList<>(List.of(p.label()));
            w.runs().forEach(r -> row.add(r.phases().get(p.key()).weight()));
            row.addAll(List.of(value(p.weight()), WorkloadReport.formula(p.weight()), value(p.meanS()),
                    WorkloadReport.formula(p.meanS()), number(p.ratio()), number(p.timeS())));
            rows.add(TextTable.row(row.toArray()));
        }
        out.println(TextTable.text(rows));
        out.println("no phase: " + value(w.residual()) + " s traced (" + WorkloadReport.formula(w.residual()) + ")");
        WorkloadReport.remarks(w).forEach(r -> out.println("note: " + r));
    }

    private static String value(Growth g) {
        return number(g.value()) + "+-" + number(g.deviation());
    }

    private static String number(double v) {
        return String.format(Locale.ROOT, Math.abs(v) >= 10000 ? "%.0f" : "%.4g", v);
    }
}
