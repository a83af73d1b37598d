package runbench.pas2p.checkpoint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.base.error.RunbenchException;
import runbench.pas2p.checkpoint.CriuCommand.CriuLog;
import runbench.pas2p.trace.TracedProcess;

/**
 * The CRIU installation of this machine, which copies processes into files and restores them.
 *
 * @param program absolute path
 * @param version version number as CRIU prints it
 */
public record Checkpointer(Path program, String version) {
    /** The environment variable that names CRIU's program if no option does. */
    public static final String VARIABLE = "RUNBENCH_CRIU";
    private static final int MIN_VERSION = 4;
    private static final List<String> TOOLS = List.of("setsid", "unshare", "mount", "ip", "taskset", "xargs");
    private static final int ANSWER_SECONDS = 20;
    private static final Pattern VERSION = Pattern.compile("Version: (\\d+)(\\S*)");

    /**
     * Output of a CRIU command.
     *
     * @param status exit status; -1: the command did not run
     * @param text output, or the reason why the command did not run
     */
    record Answer(int status, String text) {}

    /** The result of the search: either a usable CRIU, or the reason why there is none; the other one is null. */
    public record Found(Checkpointer usable, String obstacle) {}

    /**
     * Searches for CRIU.
     *
     * @param given path from the command line; null: the environment variable, then PATH and the usual system folders
     */
    public static Found find(Path given) {
        String variable = System.getenv(VARIABLE);
        String word = given != null ? given.toString() : variable != null && !variable.isBlank() ? variable : "criu";
        Optional<Path> program = TracedProcess.find(word)
                .or(() -> word.equals("criu") ? Optional.of(Path.of("/usr/sbin/criu")).filter(Files::isExecutable)
                        : Optional.empty());
        if (program.isEmpty()) {
            return new Found(null, word.equals("criu") ? "criu is not in PATH" : "there is no program " + word);
        }
        Path path = program.get().toAbsolutePath();
        return judge(path, ask(path, "--version"), ask(path, "check"));
    }

    /**
     * Evaluates CRIU's own output; a pure function.
     *
     * @param version output of {@code criu --version}
     * @param check output of {@code criu check}, which tests the kernel's features
     */
    static Found judge(Path program, Answer version, Answer check) {
        Matcher m = VERSION.matcher(version.text());
        if (!m.find()) {
            return new Found(null,
                    program + " does not print its version" + (version.status() < 0 ? ": " + version.text() : ""));
        }
        String name = "CRIU " + m.group(1) + m.group(2);
        String verdict = check.status() == 0 ? "criu check succeeds"
                : "criu check fails: "
                        + CriuLog.reason(check.text()).orElse(check.text().strip().replaceAll("\\s*\n\\s*", " "));
        if (Integer.parseInt(m.group(1)) < MIN_VERSION) {
            return new Found(null, name + " (" + program + ") is older than " + MIN_VERSION + ", and " + verdict);
        }
        return check.status() == 0 ? new Found(new Checkpointer(program, m.group(1) + m.group(2)), null)
                : new Found(null, name + " (" + program + "): " + verdict);
    }

    /**
     * Returns a usable CRIU.
     *
     * @throws RunbenchException exit code 3: CRIU is not installed or does not work here
     */
    public static Checkpointer require(Path given) {
        Found found = find(given);
        if (found.usable() != null) {
            TOOLS.stream().filter(t -> TracedProcess.find(t).isEmpty()).findFirst().ifPresent(t -> {
                throw RunbenchException.machine("no checkpoint signature: " + t + " is not in PATH")
                        .remedy("apt-get install util-linux iproute2");
            });
            return found.usable();
        }
        String dmtcp = TracedProcess.find("dmtcp_launch")
                .map(p -> "; " + p + " is installed, but Runbench does not use DMTCP's images")
                .orElse("");
        boolean root = "root".equals(System.getProperty("user.name"));
        throw RunbenchException.machine("no checkpoint signature: " + found.obstacle() + dmtcp)
                .remedy((root ? ""
                        : "run it as root: copying processes needs CAP_CHECKPOINT_RESTORE and CAP_SYS_PTRACE, "
                                + "restoring them namespaces of their own; ")
                        + "install CRIU " + MIN_VERSION + " or newer, or name its path (--criu PATH, or " + VARIABLE
                        + "); runbench pas2p signature run needs none: it runs the program up to the last occurrence");
    }

    private static Answer ask(Path program, String word) {
        try {
            Process process = new ProcessBuilder(program.toString(), word).redirectErrorStream(true).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS) ? new Answer(process.exitValue(), text)
                    : new Answer(-1, "no answer");
        } catch (IOException e) {
            return new Answer(-1, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer(-1, "interrupted");
        }
    }
}
