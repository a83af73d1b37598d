package runbench.schedule.live;

import java.util.List;

/**
 * A program that runs in a quantum.
 *
 * @param program number in the workload
 * @param cpus numbers of CPUs of this machine
 * @param share of the quantum, above 0 and at most 1
 */
public record LivePlacement(int program, List<Integer> cpus, double share) {
    public LivePlacement {
        cpus = List.copyOf(cpus);
    }
}
