package runbench.schedule.contention;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.base.stats.Interval;
import runbench.base.stats.Statistics;
import runbench.base.stats.Statistics.MedianInterval;

/**
 * The result of {@code runbench schedule corun}: programs alone and in three groups, as in figures 1 and 2 of
 * Antonopoulos, Nikolopoulos, Papatheodorou: Scheduling algorithms with bus bandwidth considerations for SMPs, ICPP
 * 2003.
 *
 * @param machine host, processor, microcode, kernel
 * @param madeUtc time of the measurement, ISO 8601
 * @param cpus number of CPUs that the programs could use
 * @param threads CPUs of each measured program
 * @param antagonists number of bbma or nbbma programs in a group
 * @param rounds number of complete rounds
 * @param interrupted true if the user stopped the measurement early
 * @param load 1-minute load average before the measurement; negative if unknown
 * @param trafficSource description of the counters of memory traffic; empty: not counted
 * @param programs the programs
 * @param notes remarks that a reader needs in order to interpret the result
 */
public record CoRun(Map<String, String> machine, String madeUtc, int cpus, int threads, int antagonists, int rounds,
        boolean interrupted, double load, String trafficSource, List<CoRunProgram> programs, List<String> notes) {
    public CoRun {
        programs = List.copyOf(programs);
        notes = List.copyOf(notes);
    }

    /** The programs that run at the same time as the measured one. */
    public enum Group {
        ALONE("alone"),
        /** A second copy of the program. */
        COPY("with a copy"),
        /** Programs that load the memory. */
        BBMA("with bbma"),
        /** Programs that load only their own cache. */
        NBBMA("with nbbma");

        private final String label;

        Group(String label) {
            this.label = label;
        }

        /** Returns the label in files and tables. */
        @JsonValue
        public String label() {
            return label;
        }
    }

    /**
     * The run of a program in a group.
     *
     * @param round number of the round, from 0
     * @param program name of the program
     * @param seconds wall time of the program; of two copies, the mean
     * @param traffic memory traffic of all programs of the group together, bytes per second; null: not counted
     */
    public record TimedGroup(int round, String program, Group group, double seconds, Double traffic) {}

    /**
     * A program in its groups.
     *
     * @param name name as typed
     * @param label description of the program that actually ran
     * @param groups the measured groups; the first is {@link Group#ALONE}
     */
    public record CoRunProgram(String name, String label, List<CoRunGroup> groups) {
        public CoRunProgram {
            groups = List.copyOf(groups);
        }

        public Optional<CoRunGroup> in(Group group) {
            return groups.stream().filter(g -> g.group() == group).findFirst();
        }
    }

    /**
     * A program in one group.
     *
     * @param seconds wall time of the program, median over the rounds
     * @param slowdown time relative to alone in the same round, median; 1 for {@link Group#ALONE}
     * @param interval confidence interval of the slowdown; null with too few rounds and for {@link Group#ALONE}
     * @param rounds number of measured rounds
     * @param traffic memory traffic of all programs of the group together, bytes per second, median; null: not counted
     */
    public record CoRunGroup(Group group, double seconds, double slowdown, Interval interval, int rounds,
            Double traffic) {
        /** Returns whether the interval does not prove a slowdown or a speed-up. */
        @JsonIgnore
        public boolean isInconclusive() {
            return interval == null || interval.contains(1);
        }
    }

    /**
     * Summarises the runs of one program.
     *
     * @param runs runs of all programs in any order; a group counts only with its program alone in the same round
     */
    public static CoRunProgram program(String name, String label, List<TimedGroup> runs) {
        Map<Integer, Double> alone = runs.stream()
                .filter(r -> r.program().equals(name) && r.group() == Group.ALONE)
                .collect(Collectors.toMap(TimedGroup::round, TimedGroup::seconds));
        List<CoRunGroup> groups = new ArrayList<>();
        for (Group group : Group.values()) {
            List<TimedGroup> own = runs.stream()
                    .filter(r -> r.program().equals(name) && r.group() == group && alone.containsKey(r.round()))
                    .toList();
            if (!own.isEmpty()) {
                groups.add(group(group, own, alone));
            }
        }
        return new CoRunProgram(name, label, groups);
    }

    private static CoRunGroup group(Group group, List<TimedGroup> runs, Map<Integer, Double> alone) {
        MedianInterval slowdown = MedianInterval
                .of(runs.stream().mapToDouble(r -> r.seconds() / alone.get(r.round())).toArray());
        double[] traffic = runs.stream()
                .map(TimedGroup::traffic)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        return new CoRunGroup(group, Statistics.median(runs.stream().mapToDouble(TimedGroup::seconds).toArray()),
                slowdown.median(), group == Group.ALONE ? null : InterferenceAnalysis.interval(slowdown), runs.size(),
                traffic.length == runs.size() ? (Double) Statistics.median(traffic) : null);
    }
}
