package runbench.measure.schedule;

import java.util.List;

/**
 * A program that runs in a quantum.
 *
 * @param program number in the workload
 * @param cpus numbers of CPUs of this machine
 * @param from the part of the quantum that goes by before it runs, from 0
 * @param to the part of the quantum after which it is stopped, at most 1
 */
public record LivePlacement(int program, List<Integer> cpus, double from, double to) {
    public LivePlacement {
        cpus = List.copyOf(cpus);
    }

    /** Of the quantum, above 0 and at most 1. */
    public double share() {
        return to - from;
    }
}
