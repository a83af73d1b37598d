package runbench.measure.schedule;

import java.nio.file.Path;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.base.quantity.Durations;
import runbench.schedule.result.SustainedRate;
import runbench.schedule.workload.Workload;

/**
 * How a workload is to be run.
 *
 * @param cpus numbers of the CPUs that it shares
 * @param sustained what memory carries at most
 * @param outlive programs go on when this process has gone
 * @param signals do not try the freezer
 * @param folder where their output goes
 */
public record LiveRequest(Workload workload, long quantumNanos, List<Integer> cpus, SustainedRate sustained,
        boolean outlive, boolean signals, Path folder) {
    /** Stopping and continuing takes up to 14 ms on a loaded machine: of less than this too much would go into that. */
    public static final long LEAST_QUANTUM_NANOS = 100_000_000;

    public LiveRequest {
        cpus = List.copyOf(cpus);
        if (quantumNanos < LEAST_QUANTUM_NANOS) {
            throw RunbenchException
                    .badInput("a quantum of " + Durations.typed(quantumNanos)
                            + " is too short: stopping and continuing programs takes up "
                            + "to 14 ms on a loaded machine, and caches have to be filled again each time")
                    .remedy("give --quantum 100ms or more");
        }
        for (var p : workload.programs()) {
            if (p.command().isEmpty() && p.benchmark().isEmpty()) {
                throw RunbenchException
                        .badInput("program '" + p.name() + "' of workload '" + workload.name()
                                + "' has nothing that could be started")
                        .remedy("give it command = [\"./mine\", \"argument\"] or benchmark = \"470.lbm\"; what has only a profile can be simulated");
            }
        }
    }

    /** The same in another folder. */
    public LiveRequest in(Path where) {
        return of(workload, where);
    }

    /** The same with another workload, in another folder. */
    LiveRequest of(Workload other, Path where) {
        return new LiveRequest(other, quantumNanos, cpus, sustained, outlive, signals, where);
    }
}
