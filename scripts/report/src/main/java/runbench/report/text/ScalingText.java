package runbench.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import runbench.base.quantity.Units;
import runbench.pas2p.predict.Usability;
import runbench.pas2p.scaling.ScaledRun;
import runbench.pas2p.scaling.ScalingLaw;
import runbench.pas2p.scaling.ScalingPrediction;
import runbench.pas2p.scaling.ScalingPrediction.ScalingPhase;
import runbench.pas2p.scaling.ScalingReport;

/** Prints the prediction for another number of ranks. */
public final class ScalingText {
    private ScalingText() {
    }

    public static void print(Screen out, ScalingPrediction s) {
        Optional<Usability> unusable = ScalingReport.unusable(s);
        unusable.ifPresent(u -> out.println("not usable: " + u.reason() + "; " + u.remedy()));
        out.printf("%s with %d ranks, %s: %s s (%s: %s to %s s)%n", unusable.isEmpty() ? "predicted" : "estimate",
                s.ranks(), ScalingReport.kind(s), number(s.predictedS()), Units.percent(s.confidence()),
                number(s.intervalS()[0]), number(s.intervalS()[1]));
        if (s.actual() != null) {
            out.printf("it took: %s s (%s), error %s, %s the interval%n", number(s.actual().seconds()),
                    s.actual().source(), Units.percent(s.error()), s.holds() ? "inside" : "outside");
        }
        List<String[]> rows = new ArrayList<>();
        List<Object> head = new ArrayList<>(List.of("phase"));
        s.runs().forEach(r -> head.add("weight at " + r.ranks()));
        head.addAll(List.of("at " + s.ranks(), "law", "mean (s)", "law", "all (s)"));
        rows.add(TextTable.row(head.toArray()));
        s.phases().forEach(p -> rows.add(row(p)));
        rows.add(rest(s));
        out.table(rows);
        out.println("traced runs: " + String.join(", ", s.runs().stream().map(ScalingText::run).toList())
                + "; p is the number of ranks");
        s.phases().forEach(p -> out.println(p.label() + ": " + p.activity()));
        ScalingReport.remarks(s).forEach(r -> out.println("note: " + r));
    }

    private static String[] row(ScalingPhase p) {
        List<Object> row = new ArrayList<>(List.of(p.label()));
        p.weights().forEach(w -> row.add(String.format(Locale.ROOT, "%,d", w)));
        row.addAll(p.weight() == null ? List.of("-", "-", "-", p.time().formula())
                : List.of(value(p.weight()), p.weight().formula(), value(p.time()), p.time().formula()));
        row.add(number(p.timeS()) + "+-" + number(p.deviationS()));
        return TextTable.row(row.toArray());
    }

    private static String[] rest(ScalingPrediction s) {
        List<Object> row = new ArrayList<>(List.of("rest"));
        s.runs().forEach(r -> row.add("-"));
        row.addAll(List.of("-", "-", "-", s.rest().formula(), value(s.rest())));
        return TextTable.row(row.toArray());
    }

    private static String run(ScaledRun r) {
        return r.source() + " (" + Units.counted(r.ranks(), "rank") + ", " + number(r.runS()) + " s)";
    }

    private static String value(ScalingLaw law) {
        return law.deviation() == 0 ? number(law.value()) : number(law.value()) + "+-" + number(law.deviation());
    }

    private static String number(double v) {
        return String.format(Locale.ROOT, Math.abs(v) >= 10000 ? "%.0f" : "%.4g", v);
    }
}
