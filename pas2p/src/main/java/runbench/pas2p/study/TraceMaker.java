package runbench.pas2p.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Traces one run of a program. */
@FunctionalInterface
public interface TraceMaker {
    /**
     * @param folder for the trace, empty
     * @param output for what the command prints
     * @throws runbench.base.error.RunbenchException there is no whole trace; exit code 130 where the thread was
     *     interrupted
     */
    void trace(List<String> command, Path folder, Path output) throws IOException;
}
