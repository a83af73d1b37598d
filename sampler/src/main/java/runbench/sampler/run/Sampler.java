package runbench.sampler.run;

import runbench.parser.RunbenchException;
import runbench.sampler.json.Json;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Runs programs under counters: the entrance of this package. */
public final class Sampler {
    private final Path helper;

    /** @param helper from {@link Helper#locate} */
    public Sampler(Path helper) {
        this.helper = Objects.requireNonNull(helper);
    }

    /**
     * Starts the helper and returns at once.
     *
     * @throws RunbenchException exit code 3: nothing of what was asked for can be counted, the helper cannot be
     *                           started, or the folder of the recording cannot be written to
     */
    public Sampling start(SamplingRequest request, SamplingListener listener) {
        if (request.events().events().isEmpty()) {
            throw nothingToCount(request);
        }
        Path notes = request.recording().resolveSibling(request.recording().getFileName() + ".run.json");
        try {
            Json.write(notes, RunNotes.of(request));
        } catch (IOException e) {
            throw RunbenchException.machine("cannot write " + notes + ": " + IoReason.of(e))
                    .remedy("check the folder's permissions and free space, or choose another with -o").causedBy(e);
        }
        ProcessBuilder builder = new ProcessBuilder(HelperCommand.of(helper, request, notes));
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.putAll(request.environment());
        try {
            return new Sampling(builder.start(), notes, Objects.requireNonNull(listener));
        } catch (IOException e) {
            notes.toFile().delete();
            throw cannotStart(e);
        }
    }

    private RunbenchException cannotStart(IOException e) {
        String why = IoReason.of(e);
        String remedy = why.contains("too long") ? "shorten the benchmark's arguments or environment (getconf ARG_MAX)"
                : "build it with make -C native, and check that its folder is not mounted noexec";
        return RunbenchException.machine("cannot start the sampling helper " + helper + ": " + why).remedy(remedy).causedBy(e);
    }

    private static RunbenchException nothingToCount(SamplingRequest request) {
        var events = request.events();
        String reasons = events.notCounted().stream().map(n -> n.name() + ": " + n.reason()).collect(Collectors.joining("; "));
        String remedy = events.notCounted().stream().findFirst().map(n -> n.remedy() + "; or choose what can be counted here: --events auto")
                .orElse("use --events auto");
        return RunbenchException.machine("none of the events can be counted here: " + reasons).remedy(remedy);
    }
}
