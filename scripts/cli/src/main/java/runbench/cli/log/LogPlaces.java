package runbench.cli.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Parameters;
import runbench.align.log.LogReading;
import runbench.livelog.StoredLog;

/** The logs that a command reads. */
final class LogPlaces {
    @Parameters(paramLabel = "STORE|RUN", arity = "1..*",
            description = "Folders of live logs or runs, or files of logs, in the time of one reference.")
    private List<Path> places;

    LogReading read() throws IOException {
        return StoredLog.of(places);
    }
}
