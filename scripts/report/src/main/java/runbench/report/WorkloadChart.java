package runbench.report;

import runbench.base.quantity.Units;
import runbench.pas2p.workload.WorkloadPrediction;
import runbench.pas2p.workload.WorkloadRun;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;

/** The chart of a run time extrapolated to another workload, with its interval and the traced runs that support it. */
public final class WorkloadChart {
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
        double[] there = w.runs().stream().mapToDouble(w::there).toArray();
        Panel panel = Panel.of("Run time by workload", Scale.linear("s"))
                .x(Scale.linear("workload"))
                .lineWithPoints("traced runs, on their machine", x, traced, Ink.GREY)
                .lineWithPoints("the same, with the measured ratios", x, there, Ink.BLUE)
                .intervals("extrapolated, " + Units.percent(w.measured().confidence()) + " interval",
                        new double[]{w.value()}, new double[]{w.extrapolatedS()}, new double[]{w.intervalS()[0]},
                        new double[]{w.intervalS()[1]}, Ink.ORANGE)
                .height(HEIGHT)
                .remark("this workload was neither traced nor measured");
        return Figure.titled("EXTRAPOLATED run time for workload " + WorkloadRun.text(w.value()))
                .label("where " + name + " was measured · " + w.runs().size() + " analysed workloads")
                .add(panel);
    }
}
