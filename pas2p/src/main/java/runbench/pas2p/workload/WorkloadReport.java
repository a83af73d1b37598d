package runbench.pas2p.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import runbench.base.quantity.Units;
import runbench.pas2p.predict.PredictionReport;
import runbench.pas2p.workload.WorkloadPrediction.ApartPhase;
import runbench.pas2p.workload.WorkloadPrediction.WorkloadPhase;

/** Output of an extrapolation as values for JSON, and remarks. Times are seconds. */
public final class WorkloadReport {
    private static final double MAX_REACH = 4;

    private WorkloadReport() {
    }

    /**
     * Returns all fields.
     *
     * @param name name of the measured signature, as typed
     */
    public static Map<String, Object> fields(String name, WorkloadPrediction w) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("extrapolated", !w.isInterpolated());
        all.put("measured", name);
        all.put("workload", w.value());
        all.put("extrapolated_s", w.extrapolatedS());
        all.put("interval_s", w.intervalS());
        all.put("confidence", w.measured().confidence());
        all.put("law_error_s", w.lawErrorS());
        all.put("from", w.runs().stream().map(WorkloadReport::run).toList());
        all.put("phases", w.phases().stream().map(WorkloadReport::phase).toList());
        all.put("relevant_in_some", w.apart().stream().map(WorkloadReport::apart).toList());
        all.put("residual", growth(w.residual()));
        all.put("remarks", remarks(w));
        return all;
    }

    private static Map<String, Object> run(WorkloadRun r) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("workload", r.value());
        fields.put("source", r.source());
        fields.put("tea_s", r.teaS());
        return fields;
    }

    private static Map<String, Object> phase(WorkloadPhase p) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("phase", p.label());
        fields.put("shape", p.key());
        fields.put("description", p.description());
        fields.put("weight", growth(p.weight()));
        fields.put("traced_mean_s", growth(p.meanS()));
        fields.put("ratio", p.ratio());
        fields.put("extrapolated_s", p.timeS());
        return fields;
    }

    private static Map<String, Object> apart(ApartPhase p) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("phase", p.label());
        fields.put("shape", p.key());
        fields.put("source", p.source());
        fields.put("share", p.share());
        return fields;
    }

    private static Map<String, Object> growth(Growth g) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("value", g.value());
        fields.put("deviation", g.deviation());
        fields.put("law", g.law().name().toLowerCase(Locale.ROOT));
        fields.put("a", g.a());
        fields.put("b", g.b());
        return fields;
    }

    /** Returns the law as a formula of the workload x. */
    public static String formula(Growth g) {
        return switch (g.law()) {
            case CONSTANT -> String.format(Locale.ROOT, "%.4g", g.a());
            case LINEAR -> String.format(Locale.ROOT, "%.4g %s %.4g x", g.a(), g.b() < 0 ? "-" : "+", Math.abs(g.b()));
            case POWER -> String.format(Locale.ROOT, "%.4g x^%.3g", g.a(), g.b());
            case UNDECIDED -> "line or power";
        };
    }

    /** Returns INTERPOLATED for a workload between the analysed ones, EXTRAPOLATED otherwise. */
    public static String kind(WorkloadPrediction w) {
        return w.isInterpolated() ? "INTERPOLATED" : "EXTRAPOLATED";
    }

    /** Returns remarks for readers. */
    public static List<String> remarks(WorkloadPrediction w) {
        List<String> all = new ArrayList<>();
        all.add(kind(w) + ": a run with workload " + WorkloadRun.text(w.value())
                + " was neither traced nor measured; its phases are assumed to be those"
                + " of the analysed runs, and ratios those measured");
        if (w.runs().size() == 2) {
            all.add("two workloads do not tell a line from a power law: the mean is shown, and the interval "
                    + "includes both; a third workload decides");
        }
        if (w.reach() > MAX_REACH) {
            all.add(String.format(Locale.ROOT, "%.1f times beyond the analysed range: the laws may not apply that far",
                    w.reach()));
        }
        w.phases()
                .stream()
                .filter(WorkloadPhase::ofAll)
                .forEach(p -> all.add(p.label() + " was not measured: the ratio of all phases is used"));
        w.apart()
                .forEach(p -> all.add(p.label() + " (" + p.key() + ", " + Units.percent(p.share()) + " of " + p.source()
                        + ") is not relevant in all analysed runs: its time is part of the rest"));
        PredictionReport.remarks(w.measured()).forEach(r -> all.add("measured: " + r));
        return all;
    }
}
