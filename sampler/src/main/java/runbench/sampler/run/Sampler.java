package runbench.sampler.run;

import runbench.base.error.RunbenchException;
import runbench.sampler.events.EventSelection;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Runs programs under counters: the entrance of this package. */
public final class Sampler {
    private final Path helper;

    /**
 * Creates a sampler.
 *
 * @param helper path from {@link Helper#locate}
 */
    public Sampler(Path helper) {
        this.helper = Objects.requireNonNull(helper);
    }

    /**
     * Distributes events over the smallest number of runs that count each of them without multiplexing.
 *
 * @param events the selection
 * @return one selection per run; one if all events fit
 * @throws RunbenchException exit code 3: the helper cannot be started or reported an error
     */
    public List<EventSelection> runsFor(EventSelection events) {
        return events.events().size() < 2 ? List.of(events) : EventPlan.runs(helper, events);
    }

    /**
     * Starts the helper and returns without waiting for the program.
 *
 * @param request the program and its events
 * @param listener receives the helper's progress
 * @return the run in progress
 * @throws RunbenchException exit code 3: none of the events can be counted, the helper cannot be started, or the
 *     recording's folder is not writable
     */
    public Sampling start(SamplingRequest request, SamplingListener listener) {
        if (request.events().events().isEmpty()) {
            throw nothingToCount(request);
        }
        return HelperLaunch.start(notes -> HelperCommand.of(helper, request, notes), request.environment(),
                request.recording(), RunNotes.of(request), request.stdin(), listener);
    }

    private static RunbenchException nothingToCount(SamplingRequest request) {
        var events = request.events();
        String reasons = events.notCounted()
                .stream()
                .map(n -> n.name() + ": " + n.reason())
                .collect(Collectors.joining("; "));
        String remedy = events.notCounted()
                .stream()
                .findFirst()
                .map(n -> n.remedy() + "; or choose what can be counted here: --events auto")
                .orElse("use --events auto");
        return RunbenchException.machine("none of the events can be counted here: " + reasons).remedy(remedy);
    }
}
