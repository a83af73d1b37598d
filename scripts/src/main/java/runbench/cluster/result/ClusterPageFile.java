package runbench.cluster.result;

import java.io.IOException;
import java.nio.file.Path;
import runbench.base.error.RunbenchException;
import runbench.base.progress.ProgressDisplay;
import runbench.cluster.run.ClusterRun;
import runbench.cluster.view.ClusterView;
import runbench.cluster.view.ViewRequest;
import runbench.plotter.render.html.HtmlPage;
import runbench.report.page.ClusterPage;

/** The interactive page of a run: read again, in finer bins than a chart's. */
public final class ClusterPageFile {
    /** Events and metrics of a usual run: more of them get fewer bins. */
    private static final int QUANTITIES = 6;

    private ClusterPageFile() {
    }

    /**
     * Reads the run and writes the page.
     *
     * @throws RunbenchException (bad input) where there is nothing to show; (machine) where the file cannot be written
     */
    public static void write(ClusterRun run, Path file, ProgressDisplay display) {
        ViewRequest request = ViewRequest.whole().withBuckets(HtmlPage.usefulBins(run.ranks().size(), QUANTITIES));
        ClusterView view = ClusterResults.of(run, request, display).view();
        try {
            HtmlPage.write(ClusterPage.of(view), file);
        } catch (IOException e) {
            throw RunbenchException.machine(file + ": the page cannot be written: " + e.getMessage())
                    .remedy("make room or name another place: runbench plot " + run.folder().path() + " --page FILE").causedBy(e);
        }
    }
}
