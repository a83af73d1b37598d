package runbench.measure.compare;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

/**
 * Shell commands around several runs, which are not measured. Their output is appended to {@code around.log}.
 *
 * @param setup command before the first run; null: none
 * @param prepare command before each run, also before those of the warm-up; null: none
 * @param cleanup command after the last run, also after a failed one; null: none
 */
public record AroundRuns(String setup, String prepare, String cleanup) {
    public static final AroundRuns NOTHING = new AroundRuns(null, null, null);
    private static final int SIGNALLED = 128;
    private static final int SIGINT = 2;

    /** Several runs. */
    @FunctionalInterface
    public interface Runs<T> {
        T run() throws Exception;
    }

    /**
     * Executes several runs between {@link #setup} and {@link #cleanup}.
     *
     * @param folder folder of all runs
     * @throws RunbenchException a command failed, or the runs did
     */
    public <T> T around(Path folder, Runs<T> runs) throws Exception {
        execute("--setup", setup, folder);
        T result;
        try {
            result = runs.run();
        } catch (Exception e) {
            try {
                execute("--cleanup", cleanup, folder);
            } catch (RunbenchException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
        execute("--cleanup", cleanup, folder);
        return result;
    }

    /**
     * Executes {@link #prepare}.
     *
     * @throws RunbenchException it failed
     */
    void beforeRun(Path folder) throws IOException, InterruptedException {
        execute("--prepare", prepare, folder);
    }

    private static void execute(String option, String command, Path folder) throws IOException, InterruptedException {
        if (command == null) {
            return;
        }
        Path log = folder.resolve("around.log");
        int status = new ProcessBuilder("sh", "-c", command).redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(log.toFile()))
                .start()
                .waitFor();
        if (status == SIGNALLED + SIGINT) {
            throw RunbenchException.of(ExitCode.INTERRUPTED, option + " '" + command + "' was interrupted");
        }
        if (status != 0) {
            throw RunbenchException
                    .of(ExitCode.BENCHMARK_FAILED, option + " '" + command + "' ended with exit status " + status)
                    .remedy("its output is in " + log);
        }
    }
}
