package runbench.measure;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import runbench.sampler.environment.MachineState.CpuTimes;
import runbench.sampler.environment.Disturbance;
import runbench.sampler.environment.MachineState;
import runbench.sampler.events.machine.SystemFiles;

/**
 * The state of the machine before and during a run, for run.json and the recording. The recording holds it too because
 * it may be moved without its folder.
 */
final class RunSurroundings {
    /** Key in run.json and in the recording's metadata. */
    static final String KEY = "machine_state";

    private static final String DISTURBANCES = "disturbances";

    /**
     * State during the run, for run.json.
     *
     * @param stealShare share of CPU time taken by the hypervisor, 0..1; null: unknown
     * @param loadAtEnd load average at the end; null: unknown
     * @param temperatureAtEndC temperature at the end in °C; null: unknown
     */
    record During(Double stealShare, Double loadAtEnd, Double temperatureAtEndC) {}

    private final MachineState before;
    private final List<Disturbance> disturbances;
    private final Optional<CpuTimes> times;

    private RunSurroundings(MachineState before) {
        this.before = before;
        disturbances = Disturbance.before(before, Runtime.getRuntime().availableProcessors());
        times = CpuTimes.read(SystemFiles.THIS_MACHINE);
    }

    /** Starts to read the current state; other preparations can run in parallel. */
    static CompletableFuture<MachineState> begin() {
        return HeadStart.machine();
    }

    /** Records the state before the run and reports disturbances. */
    static RunSurroundings of(CompletableFuture<MachineState> state, RunRecord record, RunObserver observer) {
        RunSurroundings s = new RunSurroundings(state.join());
        record.with(KEY, s.before).with("java", System.getProperty("java.version")).with(DISTURBANCES, s.disturbances);
        if (!s.disturbances.isEmpty()) {
            observer.disturbed(s.disturbances);
        }
        return s;
    }

    /**
     * Returns the disturbances in a record, without those of a kind that this version does not know.
     *
     * @param record contents of run.json; a missing node if there is none
     */
    static List<Disturbance> disturbances(JsonNode record) {
        List<Disturbance> all = new ArrayList<>();
        record.path(DISTURBANCES)
                .forEach(d -> Disturbance.Kind.of(d.path("kind").asText())
                        .ifPresent(kind -> all.add(new Disturbance(kind, d.path("detail").asText(),
                                d.path("consequence").asText(), d.path("remedy").asText()))));
        return List.copyOf(all);
    }

    /** Returns the metadata for the recording. */
    Map<String, Object> meta() {
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put(KEY, RunRecord.JSON.convertValue(before, Map.class));
        meta.put("java", System.getProperty("java.version"));
        return meta;
    }

    /**
     * Records the state at the end.
     *
     * @return disturbances before and during the run
     */
    List<Disturbance> after(RunRecord record) {
        Double stolen = times.flatMap(t -> CpuTimes.read(SystemFiles.THIS_MACHINE).flatMap(end -> end.stolenSince(t)))
                .orElse(null);
        record.with("machine_during", new During(stolen, MachineState.load(SystemFiles.THIS_MACHINE),
                MachineState.temperature(SystemFiles.THIS_MACHINE)));
        List<Disturbance> all = Stream.concat(disturbances.stream(), Disturbance.after(stolen).stream()).toList();
        record.with(DISTURBANCES, all);
        return all;
    }
}
