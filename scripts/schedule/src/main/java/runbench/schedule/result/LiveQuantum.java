package runbench.schedule.result;

import java.util.List;

/**
 * A quantum as it was.
 *
 * @param fromSeconds when it had begun, since the run did
 * @param lateMillis after the time at which it was due
 * @param early the quantum before was cut short, as a program had ended
 */
public record LiveQuantum(long number, double fromSeconds, double toSeconds, double lateMillis, boolean early,
        List<Ran> ran) {
    public LiveQuantum {
        ran = List.copyOf(ran);
    }

    /**
     * A program in it.
     *
     * @param program number in the workload, from 0
     * @param share of the quantum that it was given
     * @param fromSeconds when it began to run, since the whole run did
     * @param toSeconds when it was stopped, or the quantum was over
     * @param cpuSeconds that all its threads took
     * @param traffic per time that it ran; null where not known
     * @param basis what told the traffic; null where it is not known
     */
    public record Ran(int program, List<Integer> cpus, double share, double fromSeconds, double toSeconds,
            double cpuSeconds, Double traffic, TrafficBasis basis) {}
}
