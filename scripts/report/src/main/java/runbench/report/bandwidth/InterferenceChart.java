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
import runbench.schedule.contention.InterferingProgram;
import runbench.schedule.contention.SlowedBy;

/** Slow-downs as a matrix of colours with their numbers: measured, predicted, or both over one another. */
public final class InterferenceChart {
    /** The slow-down that has the last colour where none is larger. */
    private static final double STRONG = 1.5;
    private static final int ROW = 44;
    private static final int SPACE = 40;
    /** So that numbers are centred in their cells, about. */
    private static final double LEFT = 0.32;

    private InterferenceChart() {
    }

    public static Figure of(Interference i) {
        List<String> names = i.programs().stream().map(InterferingProgram::name).toList();
        Figure figure = Figure.titled("Who slows whom")
                .label("time of the row's program beside the column's / alone")
                .provenance(
                        i.machine().getOrDefault("processor", "") + " · Linux " + i.machine().getOrDefault("kernel", "")
                                + " · " + InterferenceText.how(i) + " · " + i.madeUtc())
                .x(Scale.names("beside", names));
        add(figure, i, names, "Measured", SlowedBy::measured);
        add(figure, i, names, "Predicted", SlowedBy::predicted);
        i.programs().forEach(p -> InterferenceText.sentence(i, p).ifPresent(s -> figure.note(s + ".")));
        if (i.cells().stream().anyMatch(c -> !Double.isNaN(c.measured()) && c.inconclusive())) {
            figure.note("A number with ? has an interval that holds 1, or none: it cannot be told from no slow-down.");
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
                .detail("slow-down of the row beside the column")
                .heat(new Heat(values, -0.5, 1, null).on(lowest(i), highest(i)));
        boolean measured = title.equals("Measured");
        for (int row = 0; row < values.length; row++) {
            for (int column = 0; column < values.length; column++) {
                if (!Double.isNaN(values[row][column])) {
                    boolean doubtful = measured && i.cell(names.get(row), names.get(column)).inconclusive();
                    panel.text(column - LEFT, row, Numbers.fixed(values[row][column], 2) + (doubtful ? "?" : ""),
                            Ink.BLACK);
                }
            }
        }
        figure.add(panel);
    }

    /** Colours mean the same in both matrices, and hundredths look like hundredths. */
    private static double lowest(Interference i) {
        return Math.min(1, all(i).min().orElse(1));
    }

    private static double highest(Interference i) {
        return Math.max(STRONG, all(i).max().orElse(1));
    }

    private static DoubleStream all(Interference i) {
        return i.cells()
                .stream()
                .flatMapToDouble(c -> DoubleStream.of(c.measured(), c.predicted()))
                .filter(Double::isFinite);
    }
}
