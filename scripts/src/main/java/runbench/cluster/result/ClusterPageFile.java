package runbench.cluster.result;

import java.io.IOException;
import java.nio.file.Path;
import runbench.base.error.RunbenchException;
import runbench.base.progress.ProgressDisplay;
import runbench.cluster.align.Alignment;
import runbench.cluster.run.ClusterRun;
import runbench.cluster.view.ClusterReading;
import runbench.cluster.view.ClusterView;
import runbench.cluster.view.ViewRequest;
import runbench.measure.Metrics;
import runbench.parser.metrics.MetricTable;
import runbench.plotter.render.html.HtmlPage;
import runbench.report.page.ClusterPage;

/** The interactive page of a run: read again, in finer bins than a chart's. */
public final class ClusterPageFile {
    /** Events and metrics of a usual run: more of them get fewer bins. */
    private static final int QUANTITIES = 6;

    private ClusterPageFile() {
    }

    /** Where it is written unless somebody says otherwise. */
    public static Path in(ClusterRun run) {
        return run.folder().path().resolve("page.html");
    }

    /**
     * Reads the run and writes the page.
     *
     * @throws RunbenchException (bad input) where there is nothing to show; (machine) where the file cannot be written
     */
    public static void write(ClusterRun run, Path file, ProgressDisplay display) {
        ViewRequest request = ViewRequest.whole().withBuckets(HtmlPage.usefulBins(run.ranks().size(), QUANTITIES));
        ClusterView view = ClusterReading.of(Alignment.of(run), Metrics.table().select(MetricTable.ALL), request, display);
        try {
            HtmlPage.write(ClusterPage.of(view), file);
        } catch (IOException e) {
            throw RunbenchException.machine(file + ": the page cannot be written: " + e.getMessage())
                    .remedy("make room or name another place: runbench plot " + run.folder().path() + " --page FILE").causedBy(e);
        }
    }
}
