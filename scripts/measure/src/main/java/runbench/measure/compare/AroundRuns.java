package runbench.measure.compare;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.process.IoReason;
import runbench.sync.window.Template.Words;

/**
 * Commands around several runs, which are not measured. Their output is appended to {@code around.log}.
 *
 * @param shell the shell that executes the commands
 * @param setup command before the first run; null: none
 * @param prepare command before each run, also before those of the warm-up; null: none
 * @param cleanup command after the last run, also after a failed one; null: none
 */
public record AroundRuns(Shell shell, String setup, String prepare, String cleanup) {
    private static final int SIGNALLED = 128;
    private static final int SIGINT = 2;

    /** The program that executes a command. */
    public enum Shell {
        SH("sh"), BASH("bash"),
        /** No shell: the command is a program and its arguments, which quotes join. */
        NONE(null);

        private static final Pattern QUOTED = Pattern.compile("'[^']*'|\"[^\"]*\"");
        private static final Pattern SYNTAX = Pattern.compile("[|<>;&`$*?~\\\\]");

        private final String program;

        Shell(String program) {
            this.program = program;
        }

        /**
         * Returns the words to start.
         *
         * @throws RunbenchException (bad input) the command needs a shell, and there is none
         */
        List<String> words(String option, String command) {
            if (program != null) {
                return List.of(program, "-c", command);
            }
            String unquoted = QUOTED.matcher(command).replaceAll("");
            Matcher syntax = SYNTAX.matcher(unquoted);
            if (syntax.find()) {
                throw RunbenchException
                        .badInput(option + " '" + command + "': only a shell interprets " + syntax.group())
                        .remedy("choose one: --shell sh");
            }
            List<String> words = Words.split(command);
            if (unquoted.contains("'") || unquoted.contains("\"") || words.isEmpty()) {
                throw RunbenchException
                        .badInput(option + " '" + command + "': "
                                + (words.isEmpty() ? "there is no program" : "a quote is not closed"))
                        .remedy("write a program and its arguments, or choose --shell sh");
            }
            return words;
        }
    }

    /**
     * Checks the commands before any run.
     *
     * @throws RunbenchException (bad input) a command cannot be started without a shell
     */
    public void check() {
        if (shell == Shell.NONE) {
            Map<String, String> commands = new LinkedHashMap<>();
            commands.put("--setup", setup);
            commands.put("--prepare", prepare);
            commands.put("--cleanup", cleanup);
            commands.forEach((option, command) -> {
                if (command != null) {
                    shell.words(option, command);
                }
            });
        }
    }

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

    private void execute(String option, String command, Path folder) throws IOException, InterruptedException {
        if (command == null) {
            return;
        }
        Path log = folder.resolve("around.log");
        ProcessBuilder program = new ProcessBuilder(shell.words(option, command))
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(log.toFile()));
        Process process;
        try {
            process = program.start();
        } catch (IOException e) {
            throw RunbenchException
                    .badInput(option + " '" + command + "' cannot be started: " + program.command().get(0) + ": "
                            + IoReason.of(e))
                    .remedy(shell == Shell.NONE ? "check the name of the program, or choose --shell sh"
                            : "install " + shell.program + ", or choose another --shell")
                    .causedBy(e);
        }
        int status = process.waitFor();
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
