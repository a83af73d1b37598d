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
import runbench.pas2p.trace.TracedProcess;

/**
 * CRIU, as it is on this machine: copies processes into files, and makes processes of those again.
 *
 * @param program absolute path
 * @param version as it says it
 */
public record Checkpointer(Path program, String version) {
    /** Where it is, where no option says so. */
    public static final String VARIABLE = "RUNBENCH_CRIU";
    private static final int LEAST_VERSION = 4;
    private static final List<String> TOOLS = List.of("setsid", "unshare", "mount", "ip", "taskset", "xargs");
    private static final int ANSWER_SECONDS = 20;
    private static final Pattern VERSION = Pattern.compile("Version: (\\d+)(\\S*)");

    /** What it answered. @param status -1: it could not be asked, for this reason */
    record Answer(int status, String text) {}

    /** What was found, or why it cannot be used; one of them is null. */
    public record Found(Checkpointer usable, String obstacle) {}

    /** @param given null: the variable, else PATH and where a system has its programs */
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
     * A pure function of what it says of itself.
     *
     * @param version answer to {@code criu --version}
     * @param check answer to {@code criu check}: whether this kernel has what it needs
     */
    static Found judge(Path program, Answer version, Answer check) {
        Matcher m = VERSION.matcher(version.text());
        if (!m.find()) {
            return new Found(null,
                    program + " does not tell its version" + (version.status() < 0 ? ": " + version.text() : ""));
        }
        String name = "CRIU " + m.group(1) + m.group(2);
        String verdict = check.status() == 0 ? "criu check is content"
                : "criu check fails: "
                        + CriuLog.reason(check.text()).orElse(check.text().strip().replaceAll("\\s*\n\\s*", " "));
        if (Integer.parseInt(m.group(1)) < LEAST_VERSION) {
            return new Found(null, name + " (" + program + ") is older than " + LEAST_VERSION + ", and " + verdict);
        }
        return check.status() == 0 ? new Found(new Checkpointer(program, m.group(1) + m.group(2)), null)
                : new Found(null, name + " (" + program + "): " + verdict);
    }

    /** @throws RunbenchException exit code 3: there is none, or it does not work here */
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
                .map(p -> "; " + p + " is here, but DMTCP's images are not used")
                .orElse("");
        boolean root = "root".equals(System.getProperty("user.name"));
        throw RunbenchException.machine("no checkpoint signature: " + found.obstacle() + dmtcp)
                .remedy((root ? ""
                        : "run it as root: copying processes needs CAP_CHECKPOINT_RESTORE and CAP_SYS_PTRACE, restoring them namespaces of their own; ")
                        + "install CRIU " + LEAST_VERSION + " or newer, or say where it is (--criu PATH, or " + VARIABLE
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
