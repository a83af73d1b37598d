package runbench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import runbench.base.quantity.Units;
import runbench.pas2p.predict.Prediction;
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
}
