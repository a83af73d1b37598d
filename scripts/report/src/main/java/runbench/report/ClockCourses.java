package runbench.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import runbench.base.quantity.Durations;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;
import runbench.sync.estimate.Estimate;
import runbench.sync.scenario.DriftRun.CourseError;
import runbench.sync.session.ClockPrediction;
import runbench.sync.session.ClockPrediction.PredictedWindow;
import runbench.sync.session.DriftStudy;

/**
 * Panels of clocks over hours: the offsets of several nodes, and the errors of their predictions, as in figures 7 and 8
 * of Kobayashi, Ohkama, Fujiwara, "Design of real-time logging system for PC cluster Clop".
 */
public final class ClockCourses {
    private static final double MINUTE = 60;
    private static final double HOUR = 3600;

    private ClockCourses() {
    }

    /**
     * Returns the panel of the offsets of all nodes, each minus its offset in its first window.
     *
     * @param windows estimates of each node in order of time; nodes with one window are left out
     */
    static Panel offsets(Map<String, List<Estimate>> windows) {
        long begin = windows.values().stream().mapToLong(w -> w.get(0).x0Nanos()).min().orElseThrow();
        long end = windows.values().stream().mapToLong(w -> w.get(w.size() - 1).x0Nanos()).max().orElseThrow();
        AxisTime time = AxisTime.of((end - begin) * 1e-9);
        Panel panel = Panel.of("offset of each node", Scale.linear("").si("s"))
                .x(time.scale("reference time since the first window"))
                .detail("minus its offset in its first window");
        int series = 0;
        for (Map.Entry<String, List<Estimate>> node : windows.entrySet()) {
            List<Estimate> all = node.getValue();
            if (all.size() > 1) {
                panel.lineWithPoints(node.getKey(), Columns.of(all, e -> (e.x0Nanos() - begin) * 1e-9 / time.seconds()),
                        Columns.of(all, e -> ClockPrediction.change(all.get(0), e) * 1e-9), Ink.series(series++));
            }
        }
        return panel;
    }

    /** Returns the panel of the errors of all predictions. */
    static Panel errors(List<ClockPrediction> predictions) {
        AxisTime time = AxisTime.of(predictions.stream()
                .flatMap(p -> p.predicted().stream())
                .mapToDouble(PredictedWindow::seconds)
                .max()
                .orElseThrow());
        ClockPrediction worst = predictions.get(0);
        Panel panel = Panel.of("error of the prediction", Scale.linear("").si("s"))
                .x(time.scale("time since the first window"))
                .detail("predicted minus measured offset; band: guaranteed interval");
        int series = 0;
        for (ClockPrediction p : predictions) {
            double[] x = times(p.predicted(), PredictedWindow::seconds, time);
            Ink ink = Ink.series(series++);
            panel.band("", x, seconds(p.predicted(), PredictedWindow::loNanos),
                    seconds(p.predicted(), PredictedWindow::hiNanos), ink)
                    .lineWithPoints(p.node(), x, seconds(p.predicted(), PredictedWindow::errorNanos), ink);
            worst = Math.abs(p.worst().errorNanos()) > Math.abs(worst.worst().errorNanos()) ? p : worst;
        }
        return panel.level(0, "", Ink.GREY)
                .remark(String.format(Locale.ROOT, "worst: %s, %s after %.0f s", worst.node(),
                        Durations.fourDigits(Math.abs(worst.worst().errorNanos())), worst.worst().seconds()));
    }

    /** Returns the chart of a simulation of oscillators that wander: the errors of predictions over time. */
    public static Figure drift(List<DriftStudy.Row> rows) {
        Figure figure = Figure.titled("Errors of predicted clocks")
                .label("simulated oscillators whose frequency wanders; lines: first run of each standard deviation");
        List<String> done = new ArrayList<>();
        for (DriftStudy.Row row : rows) {
            String title = row.bounded() ? "re-synchronised, tolerance " + Durations.typed((long) row.toleranceNanos())
                    : "prediction alone, rate learned in " + Durations.typed(Math.round(row.learnSeconds() * 1e9));
            if (!done.contains(title)) {
                done.add(title);
                figure.add(drift(title, rows.stream().filter(r -> samePolicy(r, row)).toList()));
            }
        }
        List<DriftStudy.Row> alone = rows.stream().filter(r -> !r.bounded()).toList();
        if (alone.stream().mapToDouble(DriftStudy.Row::learnSeconds).distinct().count() > 1) {
            figure.add(byLearning(alone));
        }
        return figure;
    }

    private static boolean samePolicy(DriftStudy.Row a, DriftStudy.Row b) {
        return Double.compare(a.learnSeconds(), b.learnSeconds()) == 0
                && Double.compare(a.toleranceNanos(), b.toleranceNanos()) == 0;
    }

    private static Panel drift(String title, List<DriftStudy.Row> rows) {
        AxisTime time = AxisTime.of(
                rows.stream().flatMap(r -> r.first().stream()).mapToDouble(CourseError::seconds).max().orElseThrow());
        double worst = rows.stream().mapToDouble(DriftStudy.Row::worst).max().orElseThrow();
        Panel panel = Panel.of(title, Scale.linear("").si("s"))
                .x(time.scale("time since the first reading"))
                .detail("predicted minus true difference")
                .remark("worst of all runs " + Durations.fourDigits(worst));
        int series = 0;
        for (DriftStudy.Row r : rows) {
            panel.line(r.wanderPpm() + " ppm", times(r.first(), CourseError::seconds, time),
                    seconds(r.first(), CourseError::errorNanos), Ink.series(series++));
        }
        return panel.level(0, "", Ink.GREY);
    }

    private static Panel byLearning(List<DriftStudy.Row> alone) {
        AxisTime time = AxisTime.of(alone.stream().mapToDouble(DriftStudy.Row::learnSeconds).max().orElseThrow());
        Panel panel = Panel.of("worst error by the time of learning", Scale.log("").si("s"))
                .x(time.scale("time that the rate was learned from"))
                .detail("prediction alone, largest error of all runs");
        int series = 0;
        for (double wander : alone.stream().mapToDouble(DriftStudy.Row::wanderPpm).distinct().toArray()) {
            List<DriftStudy.Row> node = alone.stream().filter(r -> r.wanderPpm() == wander).toList();
            panel.lineWithPoints(wander + " ppm", times(node, DriftStudy.Row::learnSeconds, time),
                    seconds(node, DriftStudy.Row::worst), Ink.series(series++));
        }
        return panel;
    }

    private static <T> double[] times(Collection<T> rows, ToDoubleFunction<T> seconds, AxisTime time) {
        return Columns.of(rows, r -> seconds.applyAsDouble(r) / time.seconds());
    }

    /** Returns times in s; unbounded ones leave a gap. */
    private static <T> double[] seconds(Collection<T> rows, ToDoubleFunction<T> nanos) {
        return Columns.of(rows, r -> {
            double value = nanos.applyAsDouble(r) * 1e-9;
            return Double.isFinite(value) ? value : Double.NaN;
        });
    }

    /**
     * A unit of a horizontal axis.
     *
     * @param seconds length of the unit, s
     * @param name its name
     */
    record AxisTime(double seconds, String name) {
        static AxisTime of(double span) {
            return span >= 2 * HOUR ? new AxisTime(HOUR, "h")
                    : span >= 2 * MINUTE ? new AxisTime(MINUTE, "min") : new AxisTime(1, "s");
        }

        Scale scale(String label) {
            return Scale.linear(label + " (" + name + ")");
        }
    }
}
