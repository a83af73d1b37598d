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

/** Asks the helper what it answers in one message, without a run. */
final class HelperQuestion {
    private HelperQuestion() {
    }

    /**
     * @param argv the helper and its options
     * @return the answer's members; none where it gave none
     * @throws RunbenchException exit code 3, or what the helper objects to
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
