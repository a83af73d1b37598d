package runbench.pas2p.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Creator of a trace of one run of a program. */
@FunctionalInterface
public interface TraceMaker {
    /**
     * Traces a run.
     *
     * @param folder target of the trace, empty
     * @param output target of the command's output
     * @throws runbench.base.error.RunbenchException the trace is incomplete; exit code 130: the thread was interrupted
     */
    void trace(List<String> command, Path folder, Path output) throws IOException;
}
