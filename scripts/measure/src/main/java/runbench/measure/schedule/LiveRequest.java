package runbench.measure.schedule;

import java.nio.file.Path;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.base.quantity.Durations;
import runbench.schedule.result.SustainedRate;
import runbench.schedule.workload.Workload;

/**
 * A request to run a workload.
 *
 * @param workload the workload
 * @param quantumNanos length of a quantum in ns
 * @param cpus numbers of the shared CPUs
 * @param sustained maximum memory traffic of the machine
 * @param outlive programs continue after this process has ended
 * @param signals stop programs with signals, not with the freezer
 * @param folder folder of the programs' output
 */
public record LiveRequest(Workload workload, long quantumNanos, List<Integer> cpus, SustainedRate sustained,
        boolean outlive, boolean signals, Path folder) {
    /**
     * Minimum length of a quantum in ns: stopping and continuing takes up to 14 ms on a loaded machine, which must stay
     * a small share.
     */
    public static final long MIN_QUANTUM_NANOS = 100_000_000;

    public LiveRequest {
        cpus = List.copyOf(cpus);
        if (quantumNanos < MIN_QUANTUM_NANOS) {
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
                        .remedy("give it command = [\"./mine\", \"argument\"] or benchmark = \"470.lbm\"; what"
                                + " has only a profile can be simulated");
            }
        }
    }

    /** Returns the same request with another workload and folder. */
    LiveRequest of(Workload other, Path where) {
        return new LiveRequest(other, quantumNanos, cpus, sustained, outlive, signals, where);
    }
}
