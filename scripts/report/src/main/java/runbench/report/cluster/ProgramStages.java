package runbench.report.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.align.view.ClusterView;
import runbench.align.view.ClusterView.RankView;
import runbench.align.view.ClusterView.RankView.ProgramTimes;
import runbench.align.view.TimeAxis;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;
import runbench.plotter.theme.Ink;

/**
 * The stages of the programs of a plan: from the start to readiness, running, and from the request to end to the end.
 *
 * @param strip one row per program, in the order of the plan
 */
public record ProgramStages(Strip strip) {
    private static final List<String> STAGES = List.of("starting", "running", "ending");
    private static final double ROW_PIXELS = 18;

    /** Returns the stages within the window; empty: there are no programs of a plan. */
    public static Optional<ProgramStages> of(ClusterView view) {
        if (!view.isOfPrograms()) {
            return Optional.empty();
        }
        List<double[]> spans = new ArrayList<>();
        List<int[]> rowAndKind = new ArrayList<>();
        for (int row = 0; row < view.ranks().size(); row++) {
            ProgramTimes t = view.ranks().get(row).times();
            double end = Double.isFinite(t.endedS()) ? t.endedS() : view.ranks().get(row).endS();
            double stop = Double.isFinite(t.stoppedS()) ? Math.min(t.stoppedS(), end) : end;
            boolean becameReady = t.until() == null || Double.isFinite(t.readyS());
            double ready = t.until() == null ? t.startedS() : becameReady ? Math.min(t.readyS(), stop) : stop;
            double[] edges = {t.startedS(), ready, stop, end};
            for (int kind = 0; kind < STAGES.size(); kind++) {
                double from = Math.max(view.axis().fromS(), edges[kind]);
                double to = Math.min(view.axis().toS(), edges[kind + 1]);
                if (from < to) {
                    rowAndKind.add(new int[]{row, kind});
                    spans.add(new double[]{from, to});
                }
            }
        }
        return Optional.of(new ProgramStages(new Strip(rowAndKind.stream().mapToInt(r -> r[0]).toArray(),
                spans.stream().mapToDouble(s -> s[0]).toArray(), spans.stream().mapToDouble(s -> s[1]).toArray(),
                rowAndKind.stream().mapToInt(r -> r[1]).toArray(), STAGES)));
    }

    Panel panel(ClusterView view) {
        return Panel.of("Programs", Scale.names("", view.ranks().stream().map(RankView::title).toList()))
                .detail("start, readiness, and the request of the run to end")
                .strip(strip)
                .height(Math.max(46, ROW_PIXELS * view.ranks().size()));
    }

    /** Marks readiness and the request to end in a program's lane. */
    static void mark(RankView rank, TimeAxis axis, Panel panel) {
        if (rank.times() == null) {
            return;
        }
        mark(rank.times().readyS(), "ready", axis, panel);
        mark(rank.times().stoppedS(), "end", axis, panel);
    }

    private static void mark(double atS, String word, TimeAxis axis, Panel panel) {
        if (atS >= axis.fromS() && atS <= axis.toS()) {
            panel.rule(atS, word, Ink.GREY);
        }
    }
}
