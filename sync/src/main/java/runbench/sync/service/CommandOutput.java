package runbench.sync.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.sync.clock.Clock;

/**
 * The output of a program with its time.
 *
 * @param text standard output and error, stripped
 * @param middleNanos local time in the middle of its run, ns
 * @param tookNanos duration of its run, ns
 */
record CommandOutput(String text, long middleNanos, long tookNanos) {

    static CommandOutput of(List<String> command, Clock local) throws IOException {
        long before = local.nanos();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        long took = local.nanos() - before;
        try {
            // The kernel adds the CPU time of a child only after a wait for its end.
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted").causedBy(e);
        }
        return new CommandOutput(text, before + took / 2, took);
    }
}
