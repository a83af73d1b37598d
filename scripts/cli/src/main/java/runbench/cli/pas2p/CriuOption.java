package runbench.cli.pas2p;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option for CRIU, the program that copies processes. */
public final class CriuOption {
    @Option(names = "--criu", paramLabel = "PATH", order = 7,
            description = "Path of CRIU, version 4 or newer. Default: $RUNBENCH_CRIU, or criu in PATH.")
    private Path path;

    /** Returns the path; null: not given. */
    public Path path() {
        return path;
    }
}
