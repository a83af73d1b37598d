package runbench.pas2p.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.pas2p.trace.TracedProcess;

/**
 * Check of the hosts of a run that does not start for a missing interposer. Ranks without it continue in the program
 * while the others wait for all ranks in MPI_Init, without limit. The same launcher starts the check on the hosts of
 * the program.
 */
final class HostCheck implements AutoCloseable {
    private static final String ANSWERS = "hosts.txt";
    private static final String MISSING_PREFIX = "runbench: no interposer on ";
    private static final List<String> QUESTION = List.of("sh", "-c",
            "test -r \"$0\" || echo \"" + MISSING_PREFIX + "$(uname -n)\"");

    private final Path library;
    private final Path answers;
    /** The launched check; null: it cannot run, or all hosts have answered. */
    private Process process;

    private HostCheck(Path library, Path answers) {
        this.library = library;
        this.answers = answers;
    }

    /**
     * Starts the check.
     *
     * @param folder target of the hosts' answers
     */
    static HostCheck start(TracedProcess traced, Path folder) {
        HostCheck check = new HostCheck(traced.interposer(), folder.resolve(ANSWERS));
        List<String> question = new ArrayList<>(QUESTION);
        question.add(check.library.toString());
        traced.replacement(question, check.answers).ifPresent(b -> check.process = TracedProcess.start(b));
        return check;
    }

    /**
     * Evaluates the answers once all hosts have answered.
     *
     * @throws RunbenchException exit code 3: these hosts lack the interposer
     */
    void refuseAnyWithout() throws IOException {
        if (process == null || process.isAlive()) {
            return;
        }
        process = null;
        List<String> without = new String(Files.readAllBytes(answers), StandardCharsets.UTF_8).lines()
                .filter(l -> l.contains(MISSING_PREFIX))
                .map(l -> l.substring(l.indexOf(MISSING_PREFIX) + MISSING_PREFIX.length()).strip())
                .distinct()
                .sorted()
                .toList();
        if (!without.isEmpty()) {
            throw RunbenchException
                    .machine("no interposer on " + String.join(", ", without) + ": " + library
                            + " is missing there, and the ranks of other hosts wait for the ranks without it")
                    .remedy("copy it there: scp " + library + " " + without.get(0) + ":" + library
                            + " (the folder first: ssh " + without.get(0) + " mkdir -p " + library.getParent()
                            + "), or install Runbench on a file system that all hosts share");
        }
    }

    @Override
    public void close() throws IOException {
        if (process != null) {
            ProcessEnd.of(process);
        }
        Files.deleteIfExists(answers);
    }
}
