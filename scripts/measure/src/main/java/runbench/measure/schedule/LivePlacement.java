package runbench.measure.schedule;

import java.util.List;

/**
 * The placement of a program in a quantum.
 *
 * @param program number in the workload
 * @param cpus CPU numbers of this machine
 * @param from share of the quantum before the program runs, from 0
 * @param to share of the quantum after which it is stopped, up to 1
 */
public record LivePlacement(int program, List<Integer> cpus, double from, double to) {
    public LivePlacement {
        cpus = List.copyOf(cpus);
    }

    /** Returns the share of the quantum in which the program runs, above 0 and up to 1. */
    public double share() {
        return to - from;
    }
}
