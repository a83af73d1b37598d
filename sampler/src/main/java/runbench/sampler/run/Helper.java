package runbench.sampler.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.base.json.Fields;
import runbench.base.process.HelperError;
import runbench.base.process.HelperLine;
import runbench.base.process.HelperProcess;
import runbench.base.process.IoReason;
import runbench.sampler.events.Event;

/** Locates the native helper that forks, counts and samples. */
public final class Helper {
    private static final String NAME = "runbench-sampler";

    private Helper() {
    }

    /**
     * Returns the path of the built helper.
     *
     * @param home the project's folder
     * @throws RunbenchException exit code 3: the helper is not built
     */
    public static Path locate(Path home) {
        Path helper = path(home);
        if (!Files.isExecutable(helper)) {
            throw RunbenchException.machine("the sampling helper has not been built: " + helper + " is missing")
                    .remedy(ProjectHome.rebuildRemedy(home));
        }
        return helper;
    }

    /** Returns the path of the helper, built or not. */
    public static Path path(Path home) {
        return ProjectHome.program(home, NAME);
    }

    /** Returns one argument of the helpers' option {@code --event} per event, in their order. */
    public static List<String> eventArguments(List<Event> events) {
        return events.stream().map(HelperCommand::event).toList();
    }

    /**
     * Runs the helper and returns its answer.
     *
     * @param argv the helper and its options
     * @return the answer's members; empty if the helper sent no answer
     * @throws RunbenchException exit code 3: the helper cannot be started or reported an error
     */
    static Fields ask(List<String> argv) {
        try {
            Fields answer = Fields.ofAnswer(Map.of(), "the answer of " + String.join(" ", argv));
            for (HelperLine line : HelperProcess.answers(argv)) {
                if (line.isError()) {
                    HelperError e = HelperError.of(line.fields());
                    throw RunbenchException.machine(e.message()).remedy(e.remedy());
                }
                answer = line.fields();
            }
            return answer;
        } catch (IOException e) {
            throw RunbenchException.machine("cannot ask the sampling helper " + argv.get(0) + ": " + IoReason.of(e))
                    .causedBy(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted");
        }
    }
}
