package runbench.pas2p.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import runbench.pas2p.session.SignatureRun;

/** Measures a signature once. */
@FunctionalInterface
public interface TargetRunner {
    /**
     * @param signature its file
     * @param folder for the result, empty
     * @param output for what the command prints
     * @return interrupted where the thread was
     * @throws runbench.base.error.RunbenchException it was not measured
     */
    SignatureRun.Outcome run(Path signature, List<String> command, Path folder, Path output, boolean full)
            throws IOException;
}
