package runbench.cli.pas2p;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where the program is that copies processes. */
public final class CriuOption {
    @Option(names = "--criu", paramLabel = "PATH", order = 7,
            description = "The CRIU to use, version 4 or newer. Default: $RUNBENCH_CRIU, or criu in PATH.")
    private Path path;

    /** Null: not said. */
    public Path path() {
        return path;
    }
}
