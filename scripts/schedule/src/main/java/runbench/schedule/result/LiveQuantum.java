package runbench.schedule.result;

import java.util.List;

/**
 * One quantum of a live schedule.
 *
 * @param number number of the quantum, from 0
 * @param fromSeconds start, since the start of the run
 * @param toSeconds end, since the start of the run
 * @param lateMillis delay after the due time, ms
 * @param early true if a program's end cut the previous quantum short
 * @param ran programs that ran
 */
public record LiveQuantum(long number, double fromSeconds, double toSeconds, double lateMillis, boolean early,
        List<Ran> ran) {
    public LiveQuantum {
        ran = List.copyOf(ran);
    }

    /**
     * A program in a quantum.
     *
     * @param program number in the workload, from 0
     * @param cpus CPUs that it had
     * @param share share of the quantum
     * @param fromSeconds start of the program, since the start of the run
     * @param toSeconds end of the quantum or time at which the program was stopped
     * @param cpuSeconds CPU time of all its threads
     * @param traffic traffic per time that it ran; null if unknown
     * @param basis source of the traffic; null if unknown
     */
    public record Ran(int program, List<Integer> cpus, double share, double fromSeconds, double toSeconds,
            double cpuSeconds, Double traffic, TrafficBasis basis) {}
}
