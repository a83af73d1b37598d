package runbench.schedule.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import runbench.base.stats.Quantile;

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

    /**
     * The lateness of quanta: the delay from the due time until the programs were stopped, continued and placed.
     *
     * @param quanta number of quanta that started on schedule; quanta that started early do not count
     * @param medianMillis median delay, ms
     * @param p99Millis 99th percentile, ms
     * @param maxMillis maximum, ms
     */
    public record LiveLateness(long quanta, double medianMillis, double p99Millis, double maxMillis) {
        /** Returns the lateness, or null if no quantum started on schedule. */
        public static LiveLateness of(List<LiveQuantum> all) {
            double[] late = all.stream().filter(q -> !q.early()).mapToDouble(LiveQuantum::lateMillis).toArray();
            return late.length == 0 ? null
                    : new LiveLateness(late.length, Quantile.WEIBULL.of(late, 0.5), Quantile.WEIBULL.of(late, 0.99),
                            Arrays.stream(late).max().getAsDouble());
        }
    }

    /** The source of the programs' times alone. */
    public enum AloneSource {
        /** Each program ran alone first, on the same CPUs. */
        MEASURED("measured"),
        /** The profiles of the programs. */
        PROFILE("profile"),
        /** The result of an earlier run. */
        EARLIER("earlier run"),
        /** No source; there are no slow-downs. */
        UNKNOWN("unknown");

        private final String label;

        AloneSource(String label) {
            this.label = label;
        }

        /** Returns the label in files. */
        @JsonValue
        public String label() {
            return label;
        }
    }

    /** The mechanism that stops a program with all its processes. */
    public enum HeldBy {
        /** The freezer of a dedicated control group. */
        FREEZER("freezer"),
        /** SIGSTOP to all processes of the program. */
        SIGNALS("signals");

        private final String label;

        HeldBy(String label) {
            this.label = label;
        }

        /** Returns the label in files. */
        @JsonValue
        public String label() {
            return label;
        }

        public static HeldBy of(String label) {
            return label.equals(FREEZER.label) ? FREEZER : SIGNALS;
        }
    }

    /** The source of a traffic value in a live schedule. */
    public enum TrafficBasis {
        /** The program's own counters. */
        COUNTED("counted"),
        /** The profile at the program's position; nothing was counted. */
        PROFILE("profile"),
        /** The profile for the time in which nothing was counted, counters otherwise. */
        MIXED("counted and profile");

        private final String label;

        TrafficBasis(String label) {
            this.label = label;
        }

        /** Returns the label in files. */
        @JsonValue
        public String label() {
            return label;
        }

        /** Returns the source of a combination, or null if there is none. */
        public static TrafficBasis of(boolean counted, boolean profile) {
            return counted && profile ? MIXED : counted ? COUNTED : profile ? PROFILE : null;
        }
    }
}
