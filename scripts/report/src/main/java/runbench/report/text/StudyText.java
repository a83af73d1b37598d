package runbench.report.text;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Units;
import runbench.pas2p.predict.PredictedPhase;
import runbench.pas2p.predict.Prediction;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.study.Ranking;
import runbench.pas2p.study.Study;
import runbench.pas2p.study.StudyReport;
import runbench.pas2p.study.StudyResult;
import runbench.pas2p.study.StudyResult.TargetEstimate;

/**
 * Prints a study in the form of two of the thesis's tables. 6.7 has one row per mapping: pattern, processes and nodes,
 * TEF, PTE, TEA, EPTE. Added here are the improved prediction with its interval and error, the probability to be the
 * fastest, and the duration of the signature's measurement. 6.8 has one row per phase of each workload or rank count:
 * weight and execution time (TEFase). Added here is the phase's part of the prediction.
 */
public final class StudyText {
    /** Maximum number of phases of a target; study.json contains all. */
    private static final int MAX_PHASES = 5;

    private StudyText() {
    }

    public static void print(Screen out, StudyResult r) {
        out.println("study: " + r.plan().name());
        out.table(mappings(r));
        MachineText.lines(r.ranking().order().stream().flatMap(e -> e.predictions().stream()).map(Prediction::measured))
                .forEach(out::println);
        out.println();
        out.table(phases(r));
        out.println();
        if (r.ranking().order().stream().anyMatch(e -> e.actualS() != null)) {
            out.println("without phases:");
            out.table(baselines(r));
            out.println();
        }
        if (!r.ranking().comparisons().isEmpty()) {
            out.table(comparisons(r.ranking()));
            out.println();
        }
        StudyReport.advice(r).forEach(out::println);
        out.println("cost: " + seconds(r.cost().studyS()) + " s for the study, "
                + (r.cost().actualS() == null ? seconds(r.cost().everythingS()) + " s (predicted) for complete runs: "
                        : seconds(r.cost().actualS()) + " s for complete runs: ")
                + Units.percent(r.cost().share()) + "; once before it, "
                + Units.counted(r.cost().tracedRuns(), "traced run") + " of " + seconds(r.cost().tracedS()) + " s");
        out.println("TEF: one occurrence of each phase; PTE: TEF of each phase x its weight (thesis); EPTE: error of a "
                + "prediction against TEA");
    }

    private static List<String[]> mappings(StudyResult r) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("mapping", "processes", "nodes x processes", "TEF (s)", "PTE (s)", "ours (s)",
                "interval (s)", "fastest", "TEA (s)", "EPTE", "EPTE ours", "signature (s)", "rank-s"));
        for (int i = 0; i < r.ranking().order().size(); i++) {
            TargetEstimate e = r.ranking().order().get(i);
            rows.add(TextTable.row(e.target().name() + (e.forced() ? " (forced)" : ""), e.ranks(),
                    nodes(e.predictions().get(0).measured()), seconds(e.tefS()), seconds(e.thesisS()),
                    seconds(e.predictedS()), seconds(e.lowS()) + "-" + seconds(e.highS()),
                    Units.percent(r.ranking().fastest()[i]), e.actualS() == null ? "-" : seconds(e.actualS()),
                    share(StudyReport.error(e.thesisS(), e)), share(StudyReport.error(e.predictedS(), e)),
                    seconds(e.signatureS()), seconds(e.predictedS() * e.ranks())));
        }
        r.failed()
                .stream()
                .map(f -> f.target())
                .distinct()
                .filter(n -> r.ranking().order().stream().noneMatch(e -> e.target().name().equals(n)))
                .forEach(n -> rows.add(TextTable.row(n, "-", "-", "-", "-", "FAILED")));
        return rows;
    }

    /** Returns the processes on each node; of older results, which do not contain them, the number of nodes. */
    private static String nodes(MeasuredSignature measured) {
        return measured.mapping() != null ? measured.mapping() : Integer.toString(measured.hosts().size());
    }

    private static List<String[]> phases(StudyResult r) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("mapping", "phase", "weight", "TEFase (s)", "PTE (s)", "ours (s)", "of its time"));
        for (TargetEstimate e : r.ranking().order()) {
            Prediction first = e.predictions().get(0);
            List<PredictedPhase> largest = first.phases()
                    .stream()
                    .sorted(Comparator.comparingDouble(PredictedPhase::oursS).reversed())
                    .toList();
            for (PredictedPhase p : largest.subList(0, Math.min(MAX_PHASES, largest.size()))) {
                rows.add(TextTable.row(e.target().name(), p.label(), String.format(Locale.ROOT, "%,d", p.weight()),
                        p.tefS() == null ? "-" : seconds(p.tefS()), p.thesisS() == null ? "-" : seconds(p.thesisS()),
                        seconds(p.oursS()), Units.percent(p.oursS() / first.predictedS())));
            }
            if (largest.size() > MAX_PHASES) {
                double rest = largest.subList(MAX_PHASES, largest.size())
                        .stream()
                        .mapToDouble(PredictedPhase::oursS)
                        .sum();
                rows.add(TextTable.row(e.target().name(), (largest.size() - MAX_PHASES) + " more", "", "", "",
                        seconds(rest), Units.percent(rest / first.predictedS())));
            }
        }
        return rows;
    }

    private static List<String[]> baselines(StudyResult r) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("mapping", "TEA (s)", "EPTE ours", "the trace's own time (s)", "EPTE",
                "measured part, extrapolated (s)", "EPTE"));
        for (TargetEstimate e : r.ranking().order()) {
            Double extrapolated = e.extrapolatedS();
            rows.add(TextTable.row(e.target().name(), e.actualS() == null ? "-" : seconds(e.actualS()),
                    share(StudyReport.error(e.predictedS(), e)), seconds(e.tracedS()),
                    share(StudyReport.error(e.tracedS(), e)), extrapolated == null ? "-" : seconds(extrapolated),
                    extrapolated == null ? "-" : share(StudyReport.error(extrapolated, e))));
        }
        return rows;
    }

    private static List<String[]> comparisons(Ranking ranking) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("compared with " + ranking.best().target().name(), "slower by (s)", "interval (s)", "p",
                ""));
        for (Ranking.Comparison c : ranking.comparisons()) {
            rows.add(TextTable.row(c.with().target().name(), seconds(c.slowerS()),
                    seconds(c.lowS()) + " to " + seconds(c.highS()), String.format(Locale.ROOT, "%.2g", c.p()),
                    c.clear() ? "clearly slower" : "may be as fast"));
        }
        return rows;
    }

    /** Prints the runs of a study and their state. */
    public static void plan(Screen out, Study study, Path folder) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("target", "repetition", "state", "signature or trace", "command"));
        study.tracings()
                .forEach(t -> rows.add(TextTable.row(t.target(), t.number(), StudyReport.state(t), t.folder(),
                        String.join(" ", t.command()))));
        study.jobs()
                .forEach(job -> rows.add(TextTable.row(job.target().name(), job.repetition(), StudyReport.state(job),
                        job.signature(), String.join(" ", job.command()))));
        study.plan()
                .targets()
                .stream()
                .filter(t -> !t.measured().isEmpty())
                .forEach(t -> rows
                        .add(TextTable.row(t.name(), t.measured().size(), "measured", t.measured().get(0), "")));
        out.table(rows);
        out.println("results: " + folder);
    }

    private static String seconds(double s) {
        return String.format(Locale.ROOT, Math.abs(s) >= 100 ? "%.1f" : Math.abs(s) >= 1 ? "%.3f" : "%.4g", s);
    }

    private static String share(Double s) {
        return s == null ? "-" : Units.percent(s);
    }
}
