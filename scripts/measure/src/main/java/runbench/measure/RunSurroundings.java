package runbench.measure;

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

/** The state of the machine around a run: in run.json and in the recording itself, which may be moved away alone. */
final class RunSurroundings {
    /** In run.json and in the recording's metadata. */
    static final String KEY = "machine_state";

    /** In run.json. @param stealShare of the CPUs' time while the run lasted, 0..1; null where nobody knows */
    record During(Double stealShare, Double loadAtEnd, Double temperatureAtEndC) {}

    private final MachineState before;
    private final List<Disturbance> disturbances;
    private final Optional<CpuTimes> times;

    private RunSurroundings(MachineState before) {
        this.before = before;
        disturbances = Disturbance.before(before, Runtime.getRuntime().availableProcessors());
        times = CpuTimes.read(SystemFiles.THIS_MACHINE);
    }

    /** Begins to read the state of now: beside it, whatever else a run needs at its start can go on. */
    static CompletableFuture<MachineState> begin() {
        return HeadStart.machine();
    }

    /** Tells what disturbs. */
    static RunSurroundings of(CompletableFuture<MachineState> state, RunRecord record, RunObserver observer) {
        RunSurroundings s = new RunSurroundings(state.join());
        record.with(KEY, s.before)
                .with("java", System.getProperty("java.version"))
                .with("disturbances", s.disturbances);
        if (!s.disturbances.isEmpty()) {
            observer.disturbed(s.disturbances);
        }
        return s;
    }

    /** For the recording. */
    Map<String, Object> meta() {
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put(KEY, RunRecord.JSON.convertValue(before, Map.class));
        meta.put("java", System.getProperty("java.version"));
        return meta;
    }

    /** Adds what the end shows. @return what disturbed, before and meanwhile */
    List<Disturbance> after(RunRecord record) {
        MachineState now = MachineState.read(SystemFiles.THIS_MACHINE);
        Double stolen = times.flatMap(t -> CpuTimes.read(SystemFiles.THIS_MACHINE).flatMap(end -> end.stolenSince(t)))
                .orElse(null);
        record.with("machine_during", new During(stolen, now.load(), now.temperatureC()));
        List<Disturbance> all = Stream.concat(disturbances.stream(), Disturbance.after(stolen).stream()).toList();
        record.with("disturbances", all);
        return all;
    }
}
