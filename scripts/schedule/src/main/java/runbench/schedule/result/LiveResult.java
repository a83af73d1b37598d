package runbench.schedule.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The result of a workload on this machine.
 *
 * @param workload name in the workload file
 * @param policy name of the policy as typed
 * @param quantumSeconds length of a quantum
 * @param cpus numbers of the shared CPUs
 * @param unit unit of all traffic
 * @param sustained sustained memory bandwidth; null if unknown
 * @param sustainedSource source of that bandwidth
 * @param sustainedFrom description of that source, for people
 * @param trafficSource description of the source of the traffic: the name of a counter with its scope,
 *     "profile-guided", or "none"
 * @param trafficBasis source of the traffic of all programs together; null if none
 * @param aloneSource source of the programs' times alone
 * @param began start of the run, ISO 8601
 * @param makespanSeconds time until the last judged program ended
 * @param meanSlowdown mean slow-down of the judged programs; null if one is unknown or a program failed
 * @param maxSlowdown maximum slow-down; null under the same conditions
 * @param fairness Jain's index of the speeds relative to alone; null under the same conditions
 * @param lateness lateness of the quanta that started on schedule; null if there is none
 * @param pausedSeconds time in which the whole run was stopped (Ctrl-Z); no other value includes it
 * @param interrupted true if the user stopped the run
 * @param programs results of the programs
 * @param quanta the quanta
 */
public record LiveResult(String workload, String policy, double quantumSeconds, List<Integer> cpus, String unit,
        Double sustained, SustainedRate.Source sustainedSource, String sustainedFrom, String trafficSource,
        TrafficBasis trafficBasis, AloneSource aloneSource, String began, double makespanSeconds, Double meanSlowdown,
        Double maxSlowdown, Double fairness, LiveLateness lateness, double pausedSeconds, boolean interrupted,
        List<LiveOutcome> programs, List<LiveQuantum> quanta) {
    /** The value of {@link #trafficSource} if profiles replaced counters. */
    public static final String BY_PROFILE = "profile-guided";

    public LiveResult {
        cpus = List.copyOf(cpus);
        programs = List.copyOf(programs);
        quanta = List.copyOf(quanta);
    }

    /** Returns the judged programs, which are those not in the background. */
    @JsonIgnore
    public List<LiveOutcome> judged() {
        return programs.stream().filter(p -> !p.background()).toList();
    }

    /** Returns whether all judged programs completed their work. */
    @JsonIgnore
    public boolean succeeded() {
        return judged().stream().allMatch(LiveOutcome::succeeded);
    }

    public static Double overJudged(List<LiveOutcome> judged, ToDoubleFunction<double[]> of) {
        double[] slowdowns = judged.stream()
                .filter(p -> p.succeeded() && p.slowdown() != null)
                .mapToDouble(LiveOutcome::slowdown)
                .toArray();
        return slowdowns.length == judged.size() && slowdowns.length > 0 ? of.applyAsDouble(slowdowns) : null;
    }

    /** Returns Jain's fairness index: 1 if all programs are slowed equally, 1/n if one program has all resources. */
    public static double jain(double[] slowdowns) {
        double sum = 0;
        double squares = 0;
        for (double s : slowdowns) {
            sum += 1 / s;
            squares += 1 / (s * s);
        }
        return sum * sum / (slowdowns.length * squares);
    }

    /** Returns the turnaround of a program in seconds; empty if it failed or is unknown. */
    public OptionalDouble seconds(String program) {
        return judged().stream()
                .filter(p -> p.name().equals(program) && p.succeeded())
                .mapToDouble(LiveOutcome::seconds)
                .findFirst();
    }
}
