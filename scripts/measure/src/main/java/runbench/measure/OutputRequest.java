package runbench.measure;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import runbench.base.home.ProjectHome.ResultFolders;

/**
 * The location of a run's files and the files to write.
 *
 * @param directory folder of the run; null: a new one in the default place
 * @param tables write the tables, and find phases; false: only the summary of the counts and the names of functions
 * @param chart write a chart
 * @param svg write the chart as SVG too
 * @param page write an interactive page
 * @param programOut receives the program's standard output while it runs; null: it is not shown
 * @param programErr receives the program's standard error while it runs; null: it is not shown
 */
public record OutputRequest(Path directory, boolean tables, boolean chart, boolean svg, boolean page,
        OutputStream programOut, OutputStream programErr) {
    /**
     * Returns the files of one run of a comparison, which reads only its summary. All other files can be made later
     * from the recording.
     */
    public static OutputRequest ofComparedRun(Path directory) {
        return new OutputRequest(directory, false, false, false, false, null, null);
    }

    RunFolder folder(String name, Instant start) throws IOException {
        return directory == null ? RunFolder.create(ResultFolders.root(), name, start) : RunFolder.at(directory);
    }

    /** Shows the program's output while it runs, if requested. */
    void follow(RunLife life, Path out, Path err) {
        if (programOut != null) {
            life.show(out, programOut);
        }
        if (programErr != null) {
            life.show(err, programErr);
        }
    }
}
