package runbench.sampler.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;

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
            Process helper = new ProcessBuilder(argv).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            Fields answer = new Fields(Map.of());
            try (InputStream in = helper.getInputStream();
                 BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    HelperMessage message = HelperMessage.parse(line);
                    if (message instanceof HelperMessage.Failed f) {
                        throw RunbenchException.machine(f.message()).remedy(f.remedy());
                    }
                    if (message instanceof HelperMessage.Other o) {
                        answer = new Fields(o.fields());
                    }
                }
            }
            helper.waitFor();
            return answer;
        } catch (IOException e) {
            throw RunbenchException.machine("cannot ask the sampling helper " + argv.get(0) + ": " + IoReason.of(e)).causedBy(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted");
        }
    }
}
