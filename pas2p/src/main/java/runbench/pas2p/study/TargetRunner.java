package runbench.pas2p.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import runbench.pas2p.session.SignatureRun;

/** Runner of one measurement of a signature. */
@FunctionalInterface
public interface TargetRunner {
    /**
     * Measures a signature.
     *
     * @param signature its file
     * @param folder target of the result, empty
     * @param output target of the command's output
     * @return the outcome; interrupted if the thread was
     * @throws runbench.base.error.RunbenchException it was not measured
     */
    SignatureRun.Outcome run(Path signature, List<String> command, Path folder, Path output, boolean full)
            throws IOException;
}
