package runbench.report;

import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.base.quantity.Units;
import runbench.pas2p.evaluate.Evaluation;
import runbench.pas2p.evaluate.Evaluation.EvaluatedRun;
import runbench.pas2p.evaluate.Evaluation.MethodResult;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Theme;

/**
 * The chart of an evaluation: prediction errors of each program (figures 6.1 and 6.2 of the PAS2P thesis) and its
 * numbers of relevant phases (figure 6.3), one bar per logical order and method.
 */
public final class EvaluationChart {
    /** Width of the bars of one program with one number of processes, pixels at scale 1. */
    private static final int GROUP_WIDTH = 80;

    private final List<EvaluatedRun> runs;

    private EvaluationChart(List<EvaluatedRun> runs) {
        this.runs = runs;
    }

    /**
     * Draws the chart.
     *
     * @param evaluation at least one evaluated run
     */
    public static Figure of(Evaluation evaluation) {
        EvaluationChart chart = new EvaluationChart(evaluation.runs());
        List<String> series = evaluation.runs()
                .get(0)
                .results()
                .stream()
                .map(r -> Evaluation.word(r.order()) + " " + Evaluation.word(r.method()))
                .toList();
        List<String> unnamed = series.stream().map(s -> "").toList();
        return Figure.titled("Phases and prediction errors by logical order and method")
                .label(Units.counted(chart.runs.stream().map(EvaluatedRun::program).distinct().count(), "program")
                        + " · processes: "
                        + chart.runs.stream()
                                .map(EvaluatedRun::processes)
                                .distinct()
                                .sorted()
                                .map(String::valueOf)
                                .collect(Collectors.joining(", ")))
                .x(Scale.names("program, processes",
                        chart.runs.stream().map(r -> r.program() + ", " + r.processes()).toList()))
                .width(Math.max(Theme.WIDTH, GROUP_WIDTH * chart.runs.size()))
                .add(Panel.of("Error of the predicted time", Scale.linear("EPTE (%)"))
                        .detail("times of the slowest process, which overlap")
                        .bars(series, chart.values((run, r) -> 100 * run.error(r.pteS()))))
                .add(Panel.of("Error of the predicted time, frontier", Scale.linear("EPTE (%)"))
                        .detail("times that do not overlap")
                        .bars(unnamed, chart.values((run, r) -> 100 * run.error(r.frontierS()))))
                .add(Panel.of("Relevant phases", Scale.linear("number"))
                        .bars(unnamed, chart.values((run, r) -> r.relevant())))
                .note("EPTE: error of PTE against TEA, the time of the untraced program. Times are those of the trace.")
                .note(evaluation.failed()
                        .stream()
                        .map(f -> f.program() + " with " + f.processes() + " processes FAILED: " + f.why())
                        .collect(Collectors.joining(" · ")));
    }

    /** Returns a value of each order and method by run: {@code [order and method][run]}. */
    private double[][] values(ToDoubleBiFunction<EvaluatedRun, MethodResult> value) {
        return IntStream.range(0, runs.get(0).results().size())
                .mapToObj(
                        i -> runs.stream().mapToDouble(run -> value.applyAsDouble(run, run.results().get(i))).toArray())
                .toArray(double[][]::new);
    }
}
