package runbench.report;

import java.util.ArrayList;
import java.util.List;
import runbench.base.quantity.Units;
import runbench.pas2p.workload.WorkloadPrediction;
import runbench.pas2p.workload.WorkloadRun;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;

/** A run time extrapolated to another workload, with its interval, beside the traced runs that it stands on. */
public final class WorkloadChart {
    private WorkloadChart() {
    }

    /** @param name of what was measured */
    public static Figure of(String name, WorkloadPrediction w) {
        int n = w.runs().size() + 1;
        double[] rows = new double[n];
        double[] traced = new double[n];
        double[] value = new double[n];
        double[] low = new double[n];
        double[] high = new double[n];
        List<String> names = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            boolean last = i == n - 1;
            rows[i] = i;
            traced[i] = last ? Double.NaN : w.runs().get(i).teaS();
            value[i] = last ? w.extrapolatedS() : Double.NaN;
            low[i] = last ? w.intervalS()[0] : Double.NaN;
            high[i] = last ? w.intervalS()[1] : Double.NaN;
            names.add(WorkloadRun.text(last ? w.value() : w.runs().get(i).value()) + (last ? " (extrapolated)" : " (traced)"));
        }
        Panel panel = Panel.of("Run time by workload", Scale.names("", names)).x(Scale.linear("s"))
                .rowIntervals("extrapolated, " + Units.percent(w.measured().confidence()) + " interval", rows, value, low, high, Ink.ORANGE)
                .points("traced run, on its machine", traced, rows, Ink.GREY).height(Math.max(70, 34.0 * n)).remark("neither traced nor measured with this workload");
        return Figure.titled("EXTRAPOLATED run time for workload " + WorkloadRun.text(w.value()))
                .label("where " + name + " was measured · " + w.runs().size() + " analysed workloads").add(panel);
    }
}
