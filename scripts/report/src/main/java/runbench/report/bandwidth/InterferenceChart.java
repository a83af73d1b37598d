package runbench.report.bandwidth;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import runbench.base.quantity.Numbers;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Heat;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;
import runbench.schedule.contention.Interference;
import runbench.schedule.contention.Interference.InterferingProgram;
import runbench.schedule.contention.Interference.SlowedBy;

/** The chart of interference: slow-downs as a coloured matrix with numbers, measured, predicted or both. */
public final class InterferenceChart {
    /** Minimum slow-down of the last colour. */
    private static final double MIN_COLOUR_TOP = 1.5;
    private static final int ROW = 44;
    private static final int SPACE = 40;
    /** Offset that approximately centres numbers in their cells. */
    private static final double TEXT_OFFSET = 0.32;

    private InterferenceChart() {
    }

    public static Figure of(Interference i) {
        List<String> names = i.programs().stream().map(InterferingProgram::name).toList();
        Figure figure = Figure.titled("Mutual slow-down of programs")
                .label("time of the row's program with the column's / alone")
                .provenance(
                        i.machine().getOrDefault("processor", "") + " · Linux " + i.machine().getOrDefault("kernel", "")
                                + " · " + InterferenceText.method(i) + " · " + i.madeUtc())
                .x(Scale.names("with", names));
        add(figure, i, names, "Measured", SlowedBy::measured);
        add(figure, i, names, "Predicted", SlowedBy::predicted);
        i.programs().forEach(p -> InterferenceText.sentence(i, p).ifPresent(s -> figure.note(s + ".")));
        if (i.cells().stream().anyMatch(c -> !Double.isNaN(c.measured()) && c.inconclusive())) {
            figure.note("A number with ? has an interval that contains 1, or no interval: a slow-down is not proven.");
        }
        if (i.error() != null) {
            figure.note(InterferenceText.error(i.error()) + ".");
        }
        i.notes().forEach(n -> figure.note(n + "."));
        return figure;
    }

    private static void add(Figure figure, Interference i, List<String> names, String title,
            ToDoubleFunction<SlowedBy> of) {
        if (i.cells().stream().mapToDouble(of).allMatch(Double::isNaN)) {
            return;
        }
        double[][] values = new double[names.size()][names.size()];
        for (int row = 0; row < values.length; row++) {
            for (int column = 0; column < values.length; column++) {
                values[row][column] = of.applyAsDouble(i.cell(names.get(row), names.get(column)));
            }
        }
        Panel panel = Panel.of(title, Scale.names("", names))
                .height(SPACE + ROW * names.size())
                .detail("slow-down of the row by the column")
                .heat(new Heat(values, -0.5, 1, null).on(lowest(i), highest(i)));
        boolean measured = title.equals("Measured");
        for (int row = 0; row < values.length; row++) {
            for (int column = 0; column < values.length; column++) {
                if (!Double.isNaN(values[row][column])) {
                    boolean doubtful = measured && i.cell(names.get(row), names.get(column)).inconclusive();
                    panel.text(column - TEXT_OFFSET, row, Numbers.fixed(values[row][column], 2) + (doubtful ? "?" : ""),
                            Ink.BLACK);
                }
            }
        }
        figure.add(panel);
    }

    /** Returns the lowest value of both matrices, so that they share one colour scale. */
    private static double lowest(Interference i) {
        return Math.min(1, all(i).min().orElse(1));
    }

    private static double highest(Interference i) {
        return Math.max(MIN_COLOUR_TOP, all(i).max().orElse(1));
    }

    private static DoubleStream all(Interference i) {
        return i.cells()
                .stream()
                .flatMapToDouble(c -> DoubleStream.of(c.measured(), c.predicted()))
                .filter(Double::isFinite);
    }
}
