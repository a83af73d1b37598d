package runbench.measure.batch;

import java.io.IOException;
import java.nio.file.Path;
import runbench.base.error.RunbenchException;
import runbench.plotter.render.html.HtmlPage;
import runbench.report.page.BatchPage;
import runbench.report.page.ShownBatch;

/** Writes the page of a batch. */
public final class BatchReport {
    /** So many batches are looked at, where nobody says otherwise. */
    public static final int BATCHES = 12;

    private BatchReport() {
    }

    /** Where it goes, where nobody says otherwise. */
    public static Path file(BatchFolder batch) {
        return batch.path().resolve("page.html");
    }

    /**
     * A page with what is beside it.
     *
     * @param last so many batches, this one included
     * @return what is on it
     * @throws RunbenchException (machine) where it cannot be written
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
