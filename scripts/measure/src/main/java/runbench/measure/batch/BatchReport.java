package runbench.measure.batch;

import java.io.IOException;
import java.nio.file.Path;
import runbench.base.error.RunbenchException;
import runbench.plotter.render.html.HtmlPage;
import runbench.report.page.BatchPage;
import runbench.report.page.ShownBatch;

/** Writes the page of a batch. */
public final class BatchReport {
    /** Default number of batches on the page. */
    public static final int BATCHES = 12;

    private BatchReport() {
    }

    /** Returns the default file of the page. */
    public static Path file(BatchFolder batch) {
        return batch.path().resolve("page.html");
    }

    /**
     * Writes the page and the files next to it.
     *
     * @param last maximum number of batches, including this one
     * @return contents of the page
     * @throws RunbenchException (machine) it cannot be written
     */
    public static ShownBatch write(BatchFolder batch, int last, Path to) throws IOException {
        ShownBatch shown = BatchHistory.of(batch, last);
        try {
            HtmlPage.write(BatchPage.of(shown), to);
        } catch (IOException e) {
            throw RunbenchException.machine(to + ": the page cannot be written: " + e.getMessage())
                    .remedy("name another place: runbench batch report " + batch.path() + " -o FILE")
                    .causedBy(e);
        }
        return shown;
    }
}
