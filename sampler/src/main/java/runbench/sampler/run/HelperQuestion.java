package runbench.sampler.run;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;
import runbench.base.process.HelperError;
import runbench.base.process.HelperLine;
import runbench.base.process.HelperProcess;
import runbench.base.process.IoReason;

/** Sends the helper a query that it answers with one message, without a run. */
final class HelperQuestion {
    private HelperQuestion() {
    }

    /**
 * Runs the helper and returns its answer.
 *
 * @param argv the helper and its options
 * @return the answer's members; empty if the helper sent no answer
 * @throws RunbenchException exit code 3: the helper cannot be started or reported an error
 */
    static Fields ask(List<String> argv) {
        try {
            Fields answer = Fields.ofAnswer(Map.of(), "the answer of " + String.join(" ", argv));
            for (HelperLine line : HelperProcess.answers(argv)) {
                if (line.isError()) {
                    HelperError e = HelperError.of(line.fields());
                    throw RunbenchException.machine(e.message()).remedy(e.remedy());
                }
                answer = line.fields();
            }
            return answer;
        } catch (IOException e) {
            throw RunbenchException.machine("cannot ask the sampling helper " + argv.get(0) + ": " + IoReason.of(e))
                    .causedBy(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted");
        }
    }
}
