package runbench.pas2p.study;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.quantity.Units;
import runbench.pas2p.predict.PredictedPhase.PredictedTime;
import runbench.pas2p.predict.Prediction;
import runbench.pas2p.predict.PredictionReport;
import runbench.pas2p.study.StudyPlan.StudyTracing;
import runbench.pas2p.study.StudyResult.TargetEstimate;
import runbench.pas2p.study.StudyResult.TargetOutcome;

/**
 * Output of a study as values for JSON and CSV, and its recommendation in words. Times are seconds, shares 0..1; null:
 * not known.
 */
public final class StudyReport {
    private StudyReport() {
    }

    /** Returns all fields. */
    public static Map<String, Object> fields(StudyResult r) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("study", r.plan().name());
        all.put("fastest", r.ranking().best().target().name());
        all.put("advice", advice(r));
        all.put("targets", rows(r));
        all.put("comparisons", r.ranking().comparisons().stream().map(StudyReport::comparison).toList());
        all.put("failed", r.failed());
        Map<String, Object> cost = new LinkedHashMap<>();
        cost.put("study_s", r.cost().studyS());
        cost.put("traced_runs", r.cost().tracedRuns());
        cost.put("traced_s", r.cost().tracedS());
        cost.put("everything_predicted_s", r.cost().everythingS());
        cost.put("everything_s", r.cost().actualS());
        cost.put("share", r.cost().share());
        all.put("cost", cost);
        all.put("truly_fastest", r.truth() == null ? null : r.truth().target().name());
        all.put("lost", r.lost());
        all.put("missed_intervals", r.missed());
        List<Map<String, Object>> predictions = new ArrayList<>();
        r.named().forEach((name, p) -> predictions.add(PredictionReport.fields(name, p)));
        all.put("predictions", predictions);
        return all;
    }

    /** Returns the planned traces and runs of a study and their state, one row per run. */
    public static List<Map<String, Object>> planned(Study study) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (StudyTracing tracing : study.tracings()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("target", tracing.target());
            row.put("repetition", tracing.number());
            row.put("state", state(tracing));
            row.put("signature", null);
            row.put("trace", tracing.folder().toString());
            row.put("command", tracing.command());
            rows.add(row);
        }
        for (Study.Job job : study.jobs()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("target", job.target().name());
            row.put("repetition", job.repetition());
            row.put("state", state(job));
            row.put("signature", job.signature().toString());
            row.put("trace", null);
            row.put("command", job.command());
            rows.add(row);
        }
        return rows;
    }

    /** Returns the state of a trace, in words. */
    public static String state(StudyTracing tracing) {
        return tracing.done() ? "done" : "to trace";
    }

    /** Returns the state of a run, in one word. */
    public static String state(Study.Job job) {
        return job.state() == null ? "to run" : job.state().failed() ? "failed" : "done";
    }

    private static Map<String, Object> comparison(Ranking.Comparison c) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("target", c.with().target().name());
        fields.put("slower_s", c.slowerS());
        fields.put("slower_interval_s", new double[]{c.lowS(), c.highS()});
        fields.put("p", c.p());
        fields.put("clearly_slower", c.clear());
        return fields;
    }

    /** Returns one row per target, the fastest first. */
    static List<Map<String, Object>> rows(StudyResult r) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int i = 0; i < r.ranking().order().size(); i++) {
            TargetEstimate e = r.ranking().order().get(i);
            Prediction first = e.predictions().get(0);
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("target", e.target().name());
            row.put("command", String.join(" ", first.measured().command()));
            row.put("ranks", e.ranks());
            row.put("hosts", first.measured().hosts().size());
            row.put("mapping", first.measured().mapping());
            row.put("repetitions", e.predictions().size());
            row.put("forced", e.forced());
            row.put("predicted_s", e.predictedS());
            row.put("low_s", e.lowS());
            row.put("high_s", e.highS());
            row.put("probability_fastest", r.ranking().fastest()[i]);
            row.put("rank_seconds", e.predictedS() * e.ranks());
            row.put("tef_s", e.tefS());
            row.put("thesis_pte_s", e.thesisS());
            row.put("traced_s", e.tracedS());
            row.put("extrapolated_s", e.extrapolatedS());
            row.put("signature_s", e.signatureS());
            row.put("tea_s", e.actualS());
            row.put("error", error(e.predictedS(), e));
            row.put("thesis_epte", error(e.thesisS(), e));
            row.put("traced_error", error(e.tracedS(), e));
            row.put("extrapolated_error", e.extrapolatedS() == null ? null : error(e.extrapolatedS(), e));
            row.put("traced_runs", first.measured().signature().tracedRuns());
            rows.add(row);
        }
        return rows;
    }

    /** Returns the error of a prediction against the actual time; null without one. */
    public static Double error(double predictedS, TargetEstimate e) {
        return e.actualS() == null ? null : (Double) PredictedTime.error(predictedS, e.actualS());
    }

    /** Writes one line per target. */
    public static void csv(StudyResult r, Appendable out) throws IOException {
        CSVPrinter csv = new CSVPrinter(out, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
        List<Map<String, Object>> rows = rows(r);
        csv.printRecord(rows.get(0).keySet());
        for (Map<String, Object> row : rows) {
            csv.printRecord(row.values());
        }
        csv.flush();
    }

    /** Returns the recommended target and the certainty of the recommendation, in lines of text. */
    @SuppressWarnings("ReferenceEquality")
    public static List<String> advice(StudyResult r) {
        List<String> lines = new ArrayList<>();
        Ranking ranking = r.ranking();
        TargetEstimate best = ranking.best();
        String sure = ranking.order().size() == 1 ? ""
                : ", the fastest with probability " + Units.percent(ranking.fastest()[0]);
        if (ranking.order().size() == 1) {
            lines.add(name(best) + " is the only target measured: " + seconds(best.predictedS()));
        } else if (ranking.tiedForFastest().isEmpty()) {
            lines.add("choose " + name(best) + ": " + seconds(best.predictedS()) + sure
                    + "; all others are clearly slower");
        } else {
            lines.add(name(best) + " is predicted fastest: " + seconds(best.predictedS()) + sure);
            for (Ranking.Comparison c : ranking.tiedForFastest()) {
                lines.add(name(c.with()) + " may be as fast: slower by " + seconds(c.slowerS()) + ", interval "
                        + seconds(c.lowS()) + " to " + seconds(c.highS())
                        + String.format(Locale.ROOT, " (p = %.2g)", c.p()));
            }
        }
        if (r.truth() != null && ranking.order().size() > 1) {
            lines.add(r.truth() == best ? "it was in fact the fastest: " + seconds(best.actualS())
                    : "truly fastest was " + name(r.truth()) + ": " + seconds(r.truth().actualS()) + "; " + name(best)
                            + " took " + Units.percent(r.lost()) + " longer");
        }
        r.missed()
                .forEach(m -> lines.add(
                        "\"" + m.target() + "\"" + (r.plan().repetitions() > 1 ? ", repetition " + m.repetition() : "")
                                + ": took " + seconds(m.teaS()) + ", outside its interval, " + seconds(m.lowS())
                                + " to " + seconds(m.highS())));
        if (r.truth() != null && r.missed().isEmpty()) {
            lines.add("every interval contains the time that its runs took");
        }
        if (ranking.order().stream().allMatch(e -> e.predictions().size() == 1)) {
            lines.add("each target was measured once: the intervals do not include the variation between starts of "
                    + "the program (repetitions = 3 measures it)");
        }
        if (ranking.order().stream().map(TargetEstimate::ranks).distinct().count() > 1) {
            lines.add("targets have different numbers of ranks: rank-seconds show the cost of a result");
        }
        for (TargetOutcome f : r.failed()) {
            lines.add("\"" + f.target() + "\"" + (r.plan().repetitions() > 1 ? ", repetition " + f.repetition() : "")
                    + " FAILED: " + f.why());
        }
        ranking.order()
                .stream()
                .filter(TargetEstimate::forced)
                .forEach(e -> lines.add(name(e) + " was FORCED in spite of differences from the traced program"));
        return lines;
    }

    private static String name(TargetEstimate e) {
        return "\"" + e.target().name() + "\"";
    }

    private static String seconds(double s) {
        return String.format(Locale.ROOT, "%.4g s", s);
    }
}
