package runbench.pas2p.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.base.error.RunbenchException;
import runbench.pas2p.trace.TracedProcess;

/** Whether processes can be checkpointed and restored here, as a checkpoint signature would need: CRIU 4 or DMTCP. */
public final class CheckpointTools {
    private static final int CRIU_VERSION = 4;
    private static final int ANSWER_SECONDS = 20;
    private static final Pattern VERSION = Pattern.compile("Version: (\\d+)(\\S*)");

    private CheckpointTools() {
    }

    private record Answer(int status, String text) {
    }

    /** Why there is no checkpoint signature on this machine: exit code 3, always. */
    public static RunbenchException unavailable() {
        String criu = TracedProcess.find("criu").map(CheckpointTools::criu).orElse("criu is not in PATH");
        String dmtcp = TracedProcess.find("dmtcp_launch").map(p -> p + " is here, but DMTCP's images are not used").orElse("DMTCP (dmtcp_launch) is not in PATH");
        return RunbenchException.machine("no checkpoint signature: " + criu + "; " + dmtcp)
                .remedy("leave --checkpoint out: the program is then run again up to the last occurrence, which needs neither");
    }

    private static String criu(Path program) {
        Optional<Answer> version = ask(program, "--version");
        Matcher m = VERSION.matcher(version.map(Answer::text).orElse(""));
        if (!m.find()) {
            return program + " does not tell its version";
        }
        Optional<Answer> check = ask(program, "check");
        String verdict = check.isEmpty() ? "criu check does not answer"
                : check.get().status() == 0 ? "criu check is content" : "criu check fails: " + reason(check.get().text());
        String name = "CRIU " + m.group(1) + m.group(2);
        return Integer.parseInt(m.group(1)) < CRIU_VERSION ? name + " is older than " + CRIU_VERSION + ", and " + verdict
                : check.isPresent() && check.get().status() == 0 ? name + " works here, but its images are not used" : name + ": " + verdict;
    }

    /** Its last complaints only say that there were some. */
    private static String reason(String text) {
        List<String> errors = text.lines().filter(l -> l.startsWith("Error") && !l.contains("exited, status"))
                .map(l -> l.replaceFirst("^Error \\([^)]*\\): ", "")).toList();
        return errors.isEmpty() ? text.strip().replace('\n', ' ') : errors.get(0);
    }

    private static Optional<Answer> ask(Path program, String word) {
        try {
            Process process = new ProcessBuilder(program.toString(), word).redirectErrorStream(true).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS) ? Optional.of(new Answer(process.exitValue(), text)) : Optional.empty();
        } catch (IOException e) {
            return Optional.of(new Answer(-1, e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
