package runbench.measure;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import runbench.base.home.ResultFolders;

/**
 * Where a run's files go, and what is made of them.
 *
 * @param directory the run's own folder; null for one in the usual place
 * @param chart a chart is drawn
 * @param svg as SVG too
 * @param page an interactive page is written
 * @param programOut what the program prints is printed there too while it runs; null for not at all
 * @param programErr likewise for its errors
 */
public record OutputRequest(Path directory, boolean chart, boolean svg, boolean page, OutputStream programOut,
        OutputStream programErr) {
    RunFolder folder(String name, Instant start) throws IOException {
        return directory == null ? RunFolder.create(ResultFolders.root(), name, start) : RunFolder.at(directory);
    }

    /** Has the program's output followed, where that was asked for. */
    void follow(RunLife life, Path out, Path err) {
        if (programOut != null) {
            life.show(out, programOut);
        }
        if (programErr != null) {
            life.show(err, programErr);
        }
    }
}
