package runbench.schedule.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * A workload's run on this machine.
 *
 * @param workload what its file calls it
 * @param policy as it is typed
 * @param cpus numbers of the CPUs that were shared
 * @param unit of all traffic
 * @param sustained what memory carries at most; null where not known
 * @param sustainedFrom where that is known from, for a person
 * @param trafficSource what told the traffic, for a person: a counter's name, "profile-guided", of whom, or "none"
 * @param trafficBasis the same of all programs together; null where nothing did
 * @param aloneSource where the programs' times alone come from
 * @param makespanSeconds until the last one that is judged had ended
 * @param meanSlowdown of those that are judged; null where it is not known of one, or one failed
 * @param fairness Jain's index of their speeds beside alone; null as before
 * @param lateness of the quanta that began on their own time
 * @param pausedSeconds in which all were stopped (Ctrl-Z), which count nowhere else
 * @param quanta what ran in each
 */
public record LiveResult(String workload, String policy, double quantumSeconds, List<Integer> cpus, String unit,
        Double sustained, SustainedRate.Source sustainedSource, String sustainedFrom, String trafficSource,
        TrafficBasis trafficBasis, AloneSource aloneSource, String began, double makespanSeconds, Double meanSlowdown,
        Double maxSlowdown, Double fairness, LiveLateness lateness, double pausedSeconds, boolean interrupted,
        List<LiveOutcome> programs, List<LiveQuantum> quanta) {
    /** What told the traffic where it was not counted. */
    public static final String BY_PROFILE = "profile-guided";

    public LiveResult {
        cpus = List.copyOf(cpus);
        programs = List.copyOf(programs);
        quanta = List.copyOf(quanta);
    }

    /** Those that are judged: not in the background. */
    @JsonIgnore
    public List<LiveOutcome> judged() {
        return programs.stream().filter(p -> !p.background()).toList();
    }

    /** All that are judged did their work. */
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

    /** Jain's index: 1 when all are slowed alike, 1/n when one has everything. */
    public static double jain(double[] slowdowns) {
        double sum = 0;
        double squares = 0;
        for (double s : slowdowns) {
            sum += 1 / s;
            squares += 1 / (s * s);
        }
        return sum * sum / (slowdowns.length * squares);
    }

    /** Of a program. */
    public OptionalDouble seconds(String program) {
        return judged().stream()
                .filter(p -> p.name().equals(program) && p.succeeded())
                .mapToDouble(LiveOutcome::seconds)
                .findFirst();
    }
}
