package runbench.cluster.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.base.progress.ProgressDisplay;
import runbench.cluster.align.Alignment;
import runbench.cluster.run.ClusterFolder;
import runbench.cluster.run.ClusterRun;
import runbench.cluster.view.ClusterReading;
import runbench.cluster.view.ClusterView;
import runbench.cluster.view.ViewRequest;
import runbench.measure.Metrics;
import runbench.parser.metrics.MetricTable;
import runbench.plotter.figure.Figure;
import runbench.plotter.render.awt.Charts;
import runbench.report.cluster.ClusterChart;
import runbench.report.text.ClusterPhasesText;

/** The chart and the phase table of a run. */
public final class ClusterResults {
    private final ClusterFolder folder;
    private final ClusterView view;
    private final List<String> asked;

    private ClusterResults(ClusterFolder folder, ClusterView view, List<String> asked) {
        this.folder = folder;
        this.view = view;
        this.asked = asked;
    }

    /** Reads the run. @throws RunbenchException (bad input) where there is nothing to show */
    public static ClusterResults of(ClusterRun run, ViewRequest request, ProgressDisplay display) {
        ClusterView view = ClusterReading.of(Alignment.of(run), Metrics.table().select(MetricTable.ALL), request, display);
        return new ClusterResults(run.folder(), view, request.events());
    }

    public ClusterView view() {
        return view;
    }

    /** Draws it. @param svg null: as PNG only */
    public void chart(Path png, Path svg, double scale) {
        Figure figure = ClusterChart.of(view, asked);
        Charts.writePng(figure, png, scale);
        if (svg != null) {
            Charts.writeSvg(figure, svg);
        }
    }

    /**
     * Writes phases.csv and phases.json.
     *
     * @throws RunbenchException (machine) where they cannot be written
     */
    public void tables() {
        try {
            ClusterPhasesText.csv(view, folder.phasesCsv());
            Files.writeString(folder.phases(), view.json() + "\n");
        } catch (IOException e) {
            throw RunbenchException.machine(folder.path() + ": the phase table cannot be written: " + e.getMessage())
                    .remedy("make room, then: runbench plot " + folder.path()).causedBy(e);
        }
    }
}
