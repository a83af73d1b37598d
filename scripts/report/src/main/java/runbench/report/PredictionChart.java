package runbench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import runbench.base.quantity.Units;
import runbench.pas2p.predict.Prediction;
import runbench.pas2p.study.StudyReport;
import runbench.pas2p.study.StudyResult;
import runbench.pas2p.study.StudyResult.TargetEstimate;
import runbench.pas2p.scaling.ScaledRun;
import runbench.pas2p.scaling.ScalingPrediction;
import runbench.pas2p.scaling.ScalingReport;
import runbench.pas2p.workload.WorkloadPrediction;
import runbench.pas2p.workload.WorkloadReport;
import runbench.pas2p.workload.WorkloadRun;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;

/** The chart of predicted run times with their intervals, compared with measured ones. */
public final class PredictionChart {
    private PredictionChart() {
    }

    /**
     * Draws the chart.
     *
     * @param predictions predictions by the name of the measurement
     */
    public static Figure of(Map<String, Prediction> predictions) {
        List<Prediction> all = List.copyOf(predictions.values());
        int n = all.size();
        double[] rows = new double[n];
        double[] ours = new double[n];
        double[] low = new double[n];
        double[] high = new double[n];
        double[] thesis = new double[n];
        double[] actual = new double[n];
        List<String> names = new ArrayList<>();
        int compared = 0;
        for (int i = 0; i < n; i++) {
            Prediction p = all.get(i);
            rows[i] = i;
            ours[i] = p.predictedS();
            low[i] = p.intervalS()[0];
            high[i] = p.intervalS()[1];
            thesis[i] = p.thesisS();
            actual[i] = p.actual() == null ? Double.NaN : p.actual().seconds();
            compared += p.actual() == null ? 0 : 1;
            names.add(List.copyOf(predictions.keySet()).get(i) + (p.measured().forced() ? " (forced)" : ""));
        }
        Panel panel = Panel.of("Run time of the whole program", Scale.names("", names))
                .x(Scale.linear("s"))
                .rowIntervals("predicted, " + Units.percent(all.get(0).confidence()) + " interval", rows, ours, low,
                        high, Ink.BLUE)
                .points("PTE (thesis)", thesis, rows, Ink.GREY)
                .height(Math.max(70, 34.0 * n));
        if (compared > 0) {
            panel.points("whole run, measured", actual, rows, Ink.ORANGE).remark(errors(all));
        }
        Prediction first = all.get(0);
        return Figure.titled("Predicted run times of " + name(first))
                .label(first.measured().signature().ranks() + " ranks · traced run: "
                        + String.format(Locale.ROOT, "%.4g s", first.measured().signature().trace().teaS()))
                .provenance("signature of " + first.measured().signature().made().trace())
                .add(panel);
    }

    private static String errors(List<Prediction> all) {
        double most = all.stream().filter(p -> p.error() != null).mapToDouble(Prediction::error).max().orElse(0);
        double thesis = all.stream()
                .filter(p -> p.thesisError() != null)
                .mapToDouble(Prediction::thesisError)
                .max()
                .orElse(0);
        long compared = all.stream().filter(p -> p.actual() != null).count();
        return "largest error: " + Units.percent(most) + " (PTE " + Units.percent(thesis) + "); "
                + (compared == 1
                        ? all.stream().anyMatch(p -> Boolean.TRUE.equals(p.holds())) ? "the interval contains it"
                                : "the interval does NOT contain it"
                        : "intervals contain " + all.stream().filter(p -> Boolean.TRUE.equals(p.holds())).count()
                                + " of " + compared);
    }

    static String name(Prediction p) {
        List<String> command = p.measured().signature().program().command();
        return command.isEmpty() ? "a program" : java.nio.file.Path.of(command.get(0)).getFileName().toString();
    }

    /**
     * The chart of a study's targets, fastest first: predicted run times with intervals, and measured times of whole
     * runs if available.
     */
    public static final class StudyChart {
        private StudyChart() {
        }

        public static Figure of(StudyResult r) {
            List<TargetEstimate> order = r.ranking().order();
            int n = order.size();
            double[] rows = new double[n];
            double[] ours = new double[n];
            double[] low = new double[n];
            double[] high = new double[n];
            double[] actual = new double[n];
            List<Double> runRows = new ArrayList<>();
            List<Double> runs = new ArrayList<>();
            List<String> names = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                TargetEstimate e = order.get(i);
                rows[i] = i;
                ours[i] = e.predictedS();
                low[i] = e.lowS();
                high[i] = e.highS();
                actual[i] = e.actualS() == null ? Double.NaN : e.actualS();
                names.add(e.target().name() + (e.forced() ? " (forced)" : ""));
                for (Prediction p : e.predictions()) {
                    runRows.add((double) i);
                    runs.add(p.predictedS());
                }
            }
            Panel panel = Panel.of("Run time of the whole program, fastest first", Scale.names("", names))
                    .x(Scale.linear("s"));
            if (runs.size() > n) {
                panel.points("individual repetitions", values(runs), values(runRows), Ink.GREY);
            }
            panel.rowIntervals(
                    "predicted, " + Units.percent(order.get(0).predictions().get(0).confidence()) + " interval", rows,
                    ours, low, high, Ink.BLUE).height(Math.max(70, 34.0 * n));
            long compared = order.stream().filter(e -> e.actualS() != null).count();
            if (compared > 0) {
                panel.points("whole run, measured", actual, rows, Ink.ORANGE)
                        .remark("intervals contain " + order.stream()
                                .filter(e -> e.actualS() != null && e.lowS() <= e.actualS() && e.actualS() <= e.highS())
                                .count() + " of " + compared);
            }
            Prediction first = order.get(0).predictions().get(0);
            return Figure.titled("Study " + r.plan().name() + ": " + StudyReport.advice(r).get(0))
                    .label(PredictionChart.name(first) + " · traced run: "
                            + String.format(Locale.ROOT, "%.4g s", first.measured().signature().trace().teaS()))
                    .provenance("signature of " + first.measured().signature().made().trace())
                    .add(panel);
        }

        private static double[] values(List<Double> of) {
            return of.stream().mapToDouble(v -> v).toArray();
        }
    }

    /**
     * The chart of a run time extrapolated to another workload, with its interval and the traced runs that support it.
     */
    public static final class WorkloadChart {
        private static final int HEIGHT = 220;

        private WorkloadChart() {
        }

        /**
         * Draws the chart.
         *
         * @param name name of the measurement
         */
        public static Figure of(String name, WorkloadPrediction w) {
            double[] x = w.runs().stream().mapToDouble(WorkloadRun::value).toArray();
            double[] traced = w.runs().stream().mapToDouble(WorkloadRun::teaS).toArray();
            double[] there = w.runs().stream().mapToDouble(w::secondsOnMeasured).toArray();
            Panel panel = Panel.of("Run time by workload", Scale.linear("s"))
                    .x(Scale.linear("workload"))
                    .lineWithPoints("traced runs, on their machine", x, traced, Ink.GREY)
                    .lineWithPoints("the same, with the measured ratios", x, there, Ink.BLUE)
                    .intervals("predicted, " + Units.percent(w.measured().confidence()) + " interval",
                            new double[]{w.value()}, new double[]{w.extrapolatedS()}, new double[]{w.intervalS()[0]},
                            new double[]{w.intervalS()[1]}, Ink.ORANGE)
                    .height(HEIGHT)
                    .remark("this workload was neither traced nor measured");
            return Figure.titled(WorkloadReport.kind(w) + " run time for workload " + WorkloadRun.text(w.value()))
                    .label("where " + name + " was measured · " + w.runs().size() + " analysed workloads")
                    .add(panel);
        }
    }

    /** The chart of a prediction for another number of ranks: time of the traced runs, and the prediction. */
    public static final class ScalingChart {
        private static final int HEIGHT = 220;

        private ScalingChart() {
        }

        public static Figure of(ScalingPrediction s) {
            double[] x = s.runs().stream().mapToDouble(ScaledRun::ranks).toArray();
            double[] traced = s.runs().stream().mapToDouble(ScaledRun::runS).toArray();
            Panel panel = Panel.of("Run time by number of ranks", Scale.linear("s"))
                    .x(Scale.linear("ranks"))
                    .lineWithPoints("traced runs", x, traced, Ink.BLUE)
                    .intervals("predicted, " + Units.percent(s.confidence()) + " interval", new double[]{s.ranks()},
                            new double[]{s.predictedS()}, new double[]{s.intervalS()[0]},
                            new double[]{s.intervalS()[1]}, Ink.ORANGE);
            if (s.actual() != null) {
                panel = panel.lineWithPoints("run with this number of ranks", new double[]{s.ranks()},
                        new double[]{s.actual().seconds()}, Ink.GREY);
            }
            return Figure.titled(ScalingReport.kind(s) + " run time with " + s.ranks() + " ranks")
                    .label("on the machine of " + Units.counted(s.runs().size(), "traced run"))
                    .add(panel.height(HEIGHT));
        }
    }
}
