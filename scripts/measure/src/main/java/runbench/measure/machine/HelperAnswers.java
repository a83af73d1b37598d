package runbench.measure.machine;

import java.io.IOException;
import java.util.List;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.base.process.HelperError;
import runbench.base.process.HelperLine;
import runbench.base.process.HelperProcess;
import runbench.base.process.IoReason;

/** Runs a helper program that only answers a question, and returns its answers. */
public final class HelperAnswers {
    private HelperAnswers() {
    }

    /**
     * Runs a helper.
     *
     * @param what description of the helper for error messages
     * @throws RunbenchException exit code 3: it cannot be started or reports an error; 130: interrupted
     */
    public static List<HelperLine> of(List<String> command, String what) {
        try {
            List<HelperLine> lines = HelperProcess.answers(command);
            for (HelperLine line : lines) {
                if (line.isError()) {
                    HelperError e = HelperError.of(line.fields());
                    throw RunbenchException.machine(e.message()).remedy(e.remedy());
                }
            }
            if (lines.isEmpty()) {
                throw RunbenchException.machine(String.join(" ", command) + " said nothing")
                        .remedy(ProjectHome.rebuildRemedy());
            }
            return lines;
        } catch (IOException e) {
            throw RunbenchException.machine("cannot run " + what + ", " + command.get(0) + ": " + IoReason.of(e))
                    .causedBy(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted");
        }
    }
}
