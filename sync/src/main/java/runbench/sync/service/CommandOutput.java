package runbench.sync.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.sync.clock.Clock;

/**
 * What a program printed, and when.
 *
 * @param text both outputs, stripped
 * @param middleNanos local time between its start and its end, ns
 * @param tookNanos how long it ran, ns
 */
record CommandOutput(String text, long middleNanos, long tookNanos) {

    static CommandOutput of(List<String> command, Clock local) throws IOException {
        long before = local.nanos();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        long took = local.nanos() - before;
        try {
            // Its CPU time counts from when somebody has waited for it.
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted").causedBy(e);
        }
        return new CommandOutput(text, before + took / 2, took);
    }
}
