package runbench.report.text;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.base.quantity.Units;
import runbench.base.stats.Statistics;
import runbench.pas2p.predict.PredictedPhase;
import runbench.pas2p.predict.Prediction;
import runbench.pas2p.predict.Prediction.Estimator;
import runbench.pas2p.predict.PredictionReport;
import runbench.pas2p.predict.StratumRatios.StratumRatio;
import runbench.pas2p.predict.Usability;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.workload.Growth;
import runbench.pas2p.workload.WorkloadPrediction.WorkloadPhase;
import runbench.pas2p.workload.WorkloadPrediction;
import runbench.pas2p.workload.WorkloadReport;
import runbench.pas2p.workload.WorkloadRun;

/** Prints predictions in the form of the thesis's tables, with the improved prediction and the thesis's own. */
public final class PredictionText {
    private static final int MAX_DIGITS = 6;
    private static final double ONE_POINT = 0.01;
    private static final double MIN_NAMED_WEIGHT = 0.01;

    private PredictionText() {
    }

    /**
     * Prints predictions.
     *
     * @param predictions predictions by the name of the measurement
     */
    public static void print(Screen out, Map<String, Prediction> predictions) {
        IdentityHashMap<Prediction, Optional<Usability>> unusable = new IdentityHashMap<>();
        predictions.values().forEach(p -> unusable.put(p, Usability.of(p)));
        predictions.forEach((name, p) -> one(out, name, p, unusable.get(p)));
        out.println("all");
        out.table(summary(predictions, unusable));
        List<Prediction> audited = predictions.values().stream().filter(p -> p.actual() != null).toList();
        if (audited.size() > 1) {
            out.println(audits(audited));
        }
        out.println("PTE: measured mean of each phase x its weight (thesis, 4.1); EPTE: error of a prediction against "
                + "TEA, the time of the whole run; signature: duration of its measurement, relative to TEA");
    }

    private static void one(Screen out, String name, Prediction p, Optional<Usability> unusable) {
        MeasuredSignature m = p.measured();
        unusable.ifPresent(u -> out.println("not usable: " + u.reason() + "; " + u.remedy()));
        out.println((unusable.isEmpty() ? "predicted: " : "estimate: ") + time(p));
        out.printf("%s: %s on %s%n", name, String.join(" ", m.command()), String.join(" ", m.hosts()));
        MachineText.lines(Stream.of(m)).forEach(out::println);
        out.printf("carried by: %s; %s times the traced run's %s s%n", carriers(p),
                ratio(p.predictedS() / m.signature().trace().teaS()), seconds(m.signature().trace().teaS()));
        if (p.actual() != null) {
            out.printf("it took: %s s (%s), %s%n", seconds(p.actual().seconds()), p.actual().source(),
                    p.holds() ? "within the interval" : "OUTSIDE the interval");
        }
        if (p.actual() != null && p.actual().spread() != null) {
            out.printf(
                    "its runs: %s s, standard deviation %s; error of this prediction %s; the interval contains %d of "
                            + "%d%n",
                    p.actual().runs().stream().map(r -> seconds(r.seconds())).collect(Collectors.joining(", ")),
                    Units.percent(p.actual().spread()), share(p.error()), p.runsHeld(), p.actual().runs().size());
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("phase", "weight P", "measured", "TEFase (s)", "deviation", "PTE (s)", "traced (s)",
                "ratio", "ours (s)", "load bal.", "comm. eff.", "TEA (s)"));
        for (PredictedPhase f : p.phases()) {
            rows.add(TextTable.row(f.label(), String.format(Locale.ROOT, "%,d", f.weight()), f.samples(),
                    cell(f.tefS()), cell(f.deviationS()), cell(f.thesisS()), seconds(f.traceMeanS()),
                    ratio(f.ratio()) + "+-" + ratio(error(p, f)), seconds(f.oursS()), share(f.loadBalance()),
                    share(f.communication()), "-"));
        }
        double covered = p.phases().stream().mapToDouble(PredictedPhase::oursS).sum();
        // Ranks that are in different phases simultaneously, or that catch up, need less than the sum of all.
        double rest = p.predictedS() - covered;
        rows.add(TextTable.row(rest < 0 ? "overlap" : "no phase", "-", "-", "-", "-", "-", "-", ratio(p.ratio()),
                seconds(rest), "-", "-", "-"));
        rows.add(TextTable.row("total", "-", p.phases().stream().mapToInt(PredictedPhase::samples).sum(),
                seconds(p.tefS()), "-", seconds(p.thesisS()), "-", "-", seconds(p.predictedS()), "-", "-",
                p.actual() == null ? "-" : seconds(p.actual().seconds())));
        out.table(rows);
        PredictionReport.remarks(p).forEach(r -> out.println("note: " + r));
        out.println();
    }

    /** Returns the predicted time, with as many digits as its interval permits. */
    private static String time(Prediction p) {
        String from = PredictionReport.weightsFrom(p);
        return predicted(p) + " s (" + Units.percent(p.confidence()) + ": " + interval(p, " to ") + " s)"
                + (from != null ? ", with the weights of the traced run (" + from + ")"
                        : p.measured().countedRatio() != null ? ", with the iterations counted in this run" : "");
    }

    private static String predicted(Prediction p) {
        return String.format(Locale.ROOT, format(p), p.predictedS());
    }

    private static String interval(Prediction p, String between) {
        return String.format(Locale.ROOT, format(p) + between + format(p), p.intervalS()[0], p.intervalS()[1]);
    }

    /** Returns the format of a time with the last digit that half the interval's half width reaches. */
    private static String format(Prediction p) {
        double half = (p.intervalS()[1] - p.intervalS()[0]) / 2;
        int digits = half > 0 ? (int) -Math.floor(Math.log10(half / 2)) : MAX_DIGITS;
        return "%." + Math.max(0, Math.min(MAX_DIGITS, digits)) + "f";
    }

    /** Returns the estimators by descending weight, without those of no weight. */
    private static String carriers(Prediction p) {
        return p.weights()
                .entrySet()
                .stream()
                .filter(e -> e.getValue() >= MIN_NAMED_WEIGHT)
                .sorted(Map.Entry.<Estimator, Double>comparingByValue().reversed())
                .map(e -> e.getKey().words + " " + Units.percent(e.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** Returns the largest standard error of the phase's strata. */
    private static double error(Prediction p, PredictedPhase f) {
        int at = p.phases().indexOf(f);
        return p.strata().stream().filter(r -> r.phase() == at).mapToDouble(StratumRatio::error).max().orElse(0);
    }

    /** Returns how several predictions compare with the times of whole runs. */
    private static String audits(List<Prediction> audited) {
        return String.format(Locale.ROOT,
                "intervals hold in %d of %d (median half width %s); error at most 1 point above EPTE of PTE in %d",
                audited.stream().filter(Prediction::holds).count(), audited.size(),
                Units.percent(Statistics.median(audited.stream().mapToDouble(Prediction::halfWidth).toArray())),
                audited.stream().filter(p -> p.error() <= p.thesisError() + ONE_POINT).count());
    }

    /** Returns the file name of the program. */
    private static String program(Prediction p) {
        List<String> command = p.measured().signature().program().command();
        return command.isEmpty() ? "-" : command.get(0).substring(command.get(0).lastIndexOf('/') + 1);
    }

    private static List<String[]> summary(Map<String, Prediction> predictions,
            IdentityHashMap<Prediction, Optional<Usability>> unusable) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("measured", "program", "processes/hosts", "ours (s)", "EPTE", "PTE (s)", "EPTE",
                "interval (s)", "TEA (s)", "holds", "usable", "signature/TEA"));
        predictions.forEach((name,
                p) -> rows.add(TextTable.row(name + (p.measured().forced() ? " (forced)" : ""), program(p),
                        p.measured().signature().ranks() + "/" + p.measured().hosts().size(), predicted(p),
                        share(p.error()), seconds(p.thesisS()), share(p.thesisError()), interval(p, "-"),
                        p.actual() == null ? "-" : seconds(p.actual().seconds()),
                        p.actual() == null ? "-" : p.holds() ? "yes" : "NO", unusable.get(p).isEmpty() ? "yes" : "NO",
                        p.actual() == null ? "-" : Units.percent(p.shareOfRun(p.signatureS())))));
        return rows;
    }

    private static String seconds(double s) {
        return String.format(Locale.ROOT, Math.abs(s) >= 100 ? "%.1f" : Math.abs(s) >= 1 ? "%.3f" : "%.4g", s);
    }

    private static String ratio(double r) {
        return String.format(Locale.ROOT, "%.3f", r);
    }

    private static String cell(Double s) {
        return s == null ? "-" : seconds(s);
    }

    private static String share(Double s) {
        return s == null ? "-" : Units.percent(s);
    }

    /** Prints a run time extrapolated to another workload, with its growth laws. */
    public static final class WorkloadText {
        private WorkloadText() {
        }

        public static void print(Screen out, String name, WorkloadPrediction w) {
            out.printf("%s, workload %s, %s: %s s (%s: %s to %s s; of which +-%s s from the growth laws)%n", name,
                    WorkloadRun.text(w.value()), WorkloadReport.kind(w), number(w.extrapolatedS()),
                    Units.percent(w.measured().confidence()), number(w.intervalS()[0]), number(w.intervalS()[1]),
                    number(w.lawErrorS()));
            List<String[]> rows = new ArrayList<>();
            List<Object> head = new ArrayList<>(List.of("phase"));
            w.runs().forEach(r -> head.add("weight at " + WorkloadRun.text(r.value())));
            head.addAll(
                    List.of("at " + WorkloadRun.text(w.value()), "law", "traced mean (s)", "law", "ratio", "all (s)"));
            rows.add(TextTable.row(head.toArray()));
            for (WorkloadPhase p : w.phases()) {
                List<Object> row = new ArrayList<>(List.of(p.label()));
                w.runs().forEach(r -> row.add(r.phases().get(p.key()).weight()));
                row.addAll(List.of(value(p.weight()), WorkloadReport.formula(p.weight()), value(p.meanS()),
                        WorkloadReport.formula(p.meanS()), number(p.ratio()), number(p.timeS())));
                rows.add(TextTable.row(row.toArray()));
            }
            out.table(rows);
            out.println(
                    "no phase: " + value(w.residual()) + " s traced (" + WorkloadReport.formula(w.residual()) + ")");
            WorkloadReport.remarks(w).forEach(r -> out.println("note: " + r));
        }

        private static String value(Growth g) {
            return number(g.value()) + "+-" + number(g.deviation());
        }

        private static String number(double v) {
            return String.format(Locale.ROOT, Math.abs(v) >= 10000 ? "%.0f" : "%.4g", v);
        }
    }
}
