package runbench.measure.schedule;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;
import runbench.base.json.Json;
import runbench.base.process.IoReason;
import runbench.schedule.result.LiveResult.AloneSource;
import runbench.schedule.result.LiveResult;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadProgram;

/**
 * The run times of programs that have all CPUs to themselves.
 *
 * @param source source of the times
 * @param seconds seconds by program name; missing: unknown
 */
record AloneTimes(AloneSource source, Map<String, Double> seconds) {
    /** Source of times that are measured before the run. */
    static final String MEASURE = "measure";
    static final AloneTimes UNKNOWN = new AloneTimes(AloneSource.UNKNOWN, Map.of());

    public AloneTimes {
        seconds = Map.copyOf(seconds);
    }

    /**
     * Returns the times in the profiles of a workload.
     *
     * @throws RunbenchException (bad input) a foreground program has no profile
     */
    static AloneTimes ofProfiles(Workload workload) {
        if (workload.programs().stream().anyMatch(p -> !p.background() && p.profile().isEmpty())) {
            throw RunbenchException
                    .badInput("--alone profile: not every program of '" + workload.name() + "' has a profile")
                    .remedy("leave --alone out: each program then runs alone first");
        }
        Map<String, Double> seconds = new LinkedHashMap<>();
        workload.programs().forEach(p -> p.profile().ifPresent(f -> seconds.put(p.name(), f.aloneSeconds())));
        return new AloneTimes(AloneSource.PROFILE, seconds);
    }

    /**
     * Returns known times.
     *
     * @param source {@code measure}, {@code none}, {@code profile}, or the folder of an earlier run
     * @return empty: each program must run alone first
     */
    static Optional<AloneTimes> known(String source, Workload workload) {
        return switch (source) {
            case MEASURE -> Optional.empty();
            case "none" -> Optional.of(UNKNOWN);
            case "profile" -> Optional.of(ofProfiles(workload));
            default -> Optional.of(ofEarlier(Path.of(source), workload));
        };
    }

    /**
     * Reads the times from an earlier run.
     *
     * @param result schedule.json, or its folder
     * @throws RunbenchException exit code 2: not a result, or a program is missing
     */
    static AloneTimes ofEarlier(Path result, Workload workload) {
        Path file = Files.isDirectory(result) ? result.resolve(LiveFolder.RESULT) : result;
        Map<String, Double> seconds = new LinkedHashMap<>();
        try (var in = Files.newInputStream(file)) {
            for (Fields p : Fields.ofFile(Json.object(in), file).listOrNone("programs")) {
                if (p.realOr("alone_seconds", 0) > 0) {
                    seconds.put(p.text("name"), p.realOr("alone_seconds", 0));
                }
            }
        } catch (IOException e) {
            throw RunbenchException.badInput("no earlier run can be read from " + file + ": " + IoReason.of(e))
                    .remedy("name the folder of a run of 'runbench schedule run', or leave --alone out")
                    .causedBy(e);
        }
        List<String> missing = workload.programs()
                .stream()
                .filter(p -> !p.background())
                .map(WorkloadProgram::name)
                .filter(n -> !seconds.containsKey(n))
                .toList();
        if (!missing.isEmpty()) {
            throw RunbenchException.badInput(file + " does not know how long '" + missing.get(0) + "' takes alone")
                    .remedy("leave --alone out: each program then runs alone first");
        }
        return new AloneTimes(AloneSource.EARLIER, seconds);
    }

    /**
     * Runs every foreground program alone, identical programs only once, on the same CPUs and with the same counters.
     */
    static AloneTimes measured(LiveRequest request, TrafficMeter meter, LiveBenches benches, LiveObserver observer)
            throws IOException {
        Map<List<String>, Double> known = new LinkedHashMap<>();
        Map<String, Double> seconds = new LinkedHashMap<>();
        for (WorkloadProgram p : request.workload().programs()) {
            List<String> what = p.benchmark().map(List::of).orElse(p.command());
            if (p.background()) {
                continue;
            }
            if (!known.containsKey(what)) {
                WorkloadProgram alone = new WorkloadProgram(p.name(), p.threads(), p.profile(), p.command(),
                        p.benchmark(), 0, false);
                Workload one = new Workload(request.workload().name(), request.workload().unit(), List.of(alone));
                LiveResult result = new LiveRun(request.of(one, request.folder().resolve("alone")), meter, benches,
                        UNKNOWN, observer).run(LivePolicies.create(LivePolicies.KERNEL));
                if (result.interrupted()) {
                    throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted while '" + p.name() + "' ran alone");
                }
                known.put(what, result.seconds(p.name()).orElse(Double.NaN));
            }
            if (!Double.isNaN(known.get(what))) {
                seconds.put(p.name(), known.get(what));
            }
        }
        return new AloneTimes(AloneSource.MEASURED, seconds);
    }
}
