package runbench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Units;
import runbench.pas2p.predict.Prediction;
import runbench.pas2p.study.StudyReport;
import runbench.pas2p.study.StudyResult;
import runbench.pas2p.study.StudyResult.TargetEstimate;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;

/**
 * The chart of a study's targets, fastest first: predicted run times with intervals, and measured times of whole runs
 * if available.
 */
public final class StudyChart {
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
        panel.rowIntervals("predicted, " + Units.percent(order.get(0).predictions().get(0).confidence()) + " interval",
                rows, ours, low, high, Ink.BLUE).height(Math.max(70, 34.0 * n));
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
