package runbench.sync.keep;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

/**
 * A permission by the exit status of a shell command: 0 permits a window. The command runs once per second from
 * shortly before a window is due.
 */
public final class AskCommand implements Permission {
    private static final long PAUSE = 1_000_000_000L;
    private static final double FROM = 0.8;
    private static final long TIMEOUT_SECONDS = 30;

    private final BooleanSupplier permitted;

    AskCommand(BooleanSupplier permitted) {
        this.permitted = permitted;
    }

    public static AskCommand of(String command) {
        return new AskCommand(() -> succeeds(command));
    }

    @Override
    public Answer ask(long now, long due, long begun, long length) {
        long from = begun + (long) (FROM * (due - begun));
        if (now < from) {
            return Answer.askAgain(from);
        }
        return permitted.getAsBoolean() ? Answer.go(now) : Answer.askAgain(now + PAUSE);
    }

    private static boolean succeeds(String command) {
        try {
            Process process = new ProcessBuilder("/bin/sh", "-c", command).redirectInput(new File("/dev/null"))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            if (ended && process.exitValue() == 127) {
                throw RunbenchException.badInput("--permit-when '" + command + "': the shell does not find it")
                        .remedy("Try it by hand; exit status 0 permits a window, any other does not");
            }
            return ended && process.exitValue() == 0;
        } catch (IOException e) {
            throw RunbenchException.machine("--permit-when '" + command + "' cannot be started: " + e.getMessage())
                    .causedBy(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted; what was measured is kept");
        }
    }
}
