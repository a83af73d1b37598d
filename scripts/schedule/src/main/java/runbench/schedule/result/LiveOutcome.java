package runbench.schedule.result;

import java.util.List;

/**
 * The result of one program in a live schedule. Null means unknown or not counted.
 *
 * @param name name of the program
 * @param threads number of threads
 * @param background true if the program repeated until the others ended; it is not judged
 * @param command command, for people
 * @param arrivedSeconds arrival, since the start of the run
 * @param seconds time from arrival to end, without pauses of the whole run
 * @param aloneSeconds time with these CPUs to itself
 * @param slowdown {@code seconds / aloneSeconds}
 * @param cpuSeconds CPU time of all its processes
 * @param ranSeconds wall time for which the policy selected it
 * @param quanta number of quanta in which it ran
 * @param rounds number of complete executions
 * @param switches context switches of all its processes
 * @param voluntary voluntary context switches
 * @param involuntary involuntary context switches
 * @param migrations migrations between CPUs
 * @param traffic mean traffic over the time for which it is known, in the run's unit
 * @param trafficBasis source of the traffic
 * @param heldBy mechanism that stopped the program
 * @param whySignals reason for the lack of a freezer
 * @param exitStatus exit status
 * @param signal signal that ended it
 * @param succeeded true if it completed its work
 * @param failures failures with their remedies
 */
public record LiveOutcome(String name, int threads, boolean background, String command, double arrivedSeconds,
        double seconds, Double aloneSeconds, Double slowdown, double cpuSeconds, double ranSeconds, long quanta,
        int rounds, Long switches, Long voluntary, Long involuntary, Long migrations, Double traffic,
        TrafficBasis trafficBasis, HeldBy heldBy, String whySignals, Integer exitStatus, Integer signal,
        boolean succeeded, List<String> failures) {
    public LiveOutcome {
        failures = List.copyOf(failures);
    }
}
