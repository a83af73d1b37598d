package runbench.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import runbench.parser.record.Recording;

/** Finds the recording that a person means. */
final class Recordings {
    private Recordings() {
    }

    /** @param run a run's folder or the recording itself */
    static Path find(Path run) {
        return Files.isDirectory(run) ? new RunFolder(run).recording() : run;
    }

    /** Where files made from a recording go: the folder asked for, else beside it. */
    static RunFolder folder(Recording recording, Path asked) throws IOException {
        if (asked != null) {
            return new RunFolder(Files.createDirectories(asked));
        }
        Path parent = recording.path().toAbsolutePath().getParent();
        return new RunFolder(parent);
    }
}
