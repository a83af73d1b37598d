package runbench.cli.cluster;

import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import runbench.base.error.ExceptionTranslator;
import runbench.cli.Failures;
import runbench.cluster.result.ClusterResults;
import runbench.cluster.run.ClusterRun;

/** Whether a run on many nodes gets its interactive page, and where. */
public final class PageOptions {
    @Option(names = "--no-page", order = 33, description = "Write no interactive page.")
    private boolean none;

    @Option(names = "--page", paramLabel = "FILE", order = 33, description = "The interactive page of a run on many nodes (default: page.html in its "
            + "folder).")
    private Path file;

    /**
     * Writes it, or says why it could not be: what was measured is there all the same.
     *
     * @param out where its name is printed; null: nowhere
     * @return false where it failed
     */
    public boolean write(ClusterRun run, ClusterResults results, PrintWriter out, PrintWriter err) {
        if (none) {
            return true;
        }
        Path to = file == null ? run.folder().page() : file;
        try {
            results.page(to);
        } catch (RuntimeException e) {
            Failures.print(ExceptionTranslator.translate(e), err);
            err.flush();
            return false;
        }
        if (out != null) {
            out.println("  page: " + to);
        }
        return true;
    }

    /** Asked for by name. */
    public boolean asked() {
        return none || file != null;
    }
}
