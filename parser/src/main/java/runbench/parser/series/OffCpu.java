package runbench.parser.series;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import runbench.parser.record.Metadata;
import runbench.parser.record.Metadata.Observed;
import runbench.parser.record.Metadata.SampledBy;
import runbench.parser.record.Recording;
import runbench.parser.record.Recording.Trailer;
import runbench.parser.series.Scheduling.TaskTimes;
import runbench.parser.series.SeriesReport.AxisExtent;

/**
 * The wall time of a run in which no task of the program was on a CPU. Unknown values are null.
 *
 * @param source how the times were measured
 * @param reason why they are not from context switches; null if they are
 * @param wallS wall time that the others add up to, s
 * @param onCpuS wall time in which at least one task was on a CPU, s
 * @param offCpuS wall time in which no task was on a CPU, s
 * @param readyS part of it in which a task was ready to run, s
 * @param waitingS part of it in which all tasks waited, s
 * @param isMinimum whether the off-CPU time is a lower bound: tasks that ran at the same time may hide more
 * @param tasks times of all tasks, added up; null without context switches
 */
public record OffCpu(Source source, String reason, @JsonProperty("wall_s") double wallS,
        @JsonProperty("on_cpu_s") Double onCpuS, @JsonProperty("off_cpu_s") Double offCpuS,
        @JsonProperty("ready_s") Double readyS, @JsonProperty("waiting_s") Double waitingS,
        @JsonProperty("is_minimum") boolean isMinimum, TaskSums tasks) {

    /** Share of the wall time above which off-CPU time is stated first, and waiting time puts charts over wall time. */
    public static final double NOTEWORTHY_SHARE = 0.1;
    /** Off-CPU time below which its share says nothing about the program: starting and ending it takes as long, s. */
    private static final double MIN_NOTEWORTHY_S = 0.01;

    /** The source of the times. */
    public enum Source {
        @JsonProperty("context switches") SWITCHES("context switches"),
        @JsonProperty("wall time minus running time") DIFFERENCE("wall time minus running time"),
        @JsonProperty("wall time minus running time, schedstat") DIFFERENCE_AND_RUN_DELAY(
                "wall time minus running time; ready: /proc/PID/schedstat"),
        @JsonProperty("not measured") NONE("not measured");

        private final String words;

        Source(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /** Returns whether a considerable part of the wall time was spent off the CPUs. */
    @JsonIgnore
    public boolean isNoteworthy() {
        return isNoteworthy(offCpuS);
    }

    /**
     * Returns whether the program waited for a considerable part of the wall time. Ready time is not part of it: it
     * depends on other programs, whose time slices would appear as structure of this one.
     */
    @JsonIgnore
    public boolean isWaiting() {
        return isNoteworthy(waitingS);
    }

    /** Returns whether the program was able to run but had no CPU for a considerable part of the wall time. */
    @JsonIgnore
    public boolean isStarved() {
        return isNoteworthy(readyS);
    }

    private boolean isNoteworthy(Double seconds) {
        return seconds != null && seconds >= MIN_NOTEWORTHY_S && seconds > NOTEWORTHY_SHARE * wallS;
    }

    /**
     * Returns the times of a recording; empty if it has no times.
     *
     * @param scheduled states of the tasks; empty if context switches were not recorded to the end
     * @param stopped whether the recording of context switches stopped because they were too frequent
     * @param tasks number of tasks that started
     */
    static Optional<OffCpu> of(Recording recording, Optional<Scheduling> scheduled, boolean stopped, int tasks,
            AxisExtent extent) {
        Metadata metadata = recording.metadata();
        double wall = recording.trailer().map(Trailer::wallNanos).filter(n -> n > 0).orElse(extent.wallNanos()) / 1e9;
        if (metadata.countsInstructions()) {
            return Optional.empty();
        }
        if (metadata.cpuWide()) {
            return Optional.of(
                    new OffCpu(Source.NONE, "CPUs are observed, not tasks", wall, null, null, null, null, false, null));
        }
        if (scheduled.isPresent()) {
            return Optional.of(new Accounting(recording, scheduled.get()).ofProgram());
        }
        double cpu = cpuSeconds(recording);
        if (cpu == 0 && metadata.json().has("control")) {
            return Optional.of(new OffCpu(Source.NONE, "counting was disabled for a part of the time", wall, null, null,
                    null, null, false, null));
        }
        JsonNode end = recording.trailer().map(Trailer::json).orElse(metadata.json());
        boolean single = end.path("forks").asLong() == 0
                && (ofCgroup(metadata) ? metadata.observed().is(Observed.COMMAND) : tasks <= 1);
        Double delay = single && end.has("run_delay_ns") ? (Double) (end.path("run_delay_ns").asLong() / 1e9) : null;
        return Optional.of(
                ofDifference(wall, Math.max(cpu, extent.runNanos() / 1e9), delay, single, reason(metadata, stopped)));
    }

    /**
     * Returns the CPU time of the counted tasks as the kernel accounts for it, s; 0 if it is unknown. Of programs that
     * switch often it exceeds their clocks: these exclude the time in which the kernel exchanges counters.
     */
    private static double cpuSeconds(Recording recording) {
        return recording.trailer()
                .filter(end -> recording.metadata().inherit() && end.cpuNanos() >= 0)
                .map(end -> end.cpuNanos() / 1e9)
                .orElse(0.0);
    }

    private static boolean ofCgroup(Metadata metadata) {
        return metadata.json().path("counters_follow").asText("").equals("cgroup");
    }

    private static String reason(Metadata metadata, boolean stopped) {
        return stopped ? "more than 20,000 context switches in a second: add --switches to record all"
                : ofCgroup(metadata) ? "tasks of a control group are not distinguished"
                        : "no context switches were recorded";
    }

    /**
     * Returns the times of the tasks in descending order of CPU time, with the time in which the kernel exchanges
     * counters as time on a CPU.
     *
     * @param scheduling states of the tasks
     */
    static List<TaskTimes> times(Recording recording, Scheduling scheduling) {
        return new Accounting(recording, scheduling).ofTasks();
    }

    /**
     * The times between the records of switches, corrected by the clocks. The records exclude the time in which the
     * kernel exchanges counters, starts a task or ends it, but the task is on a CPU then. The clocks exclude a part of
     * it, which the kernel's CPU time contains: for the exchange at most as much again as the clocks contain, and the
     * rest for starts and ends, during which other tasks of the program wait and none is ready.
     */
    private static final class Accounting {
        private final List<TaskTimes> recorded;
        /** Time of the program in each state, ns. */
        private final long[] nanos;
        /** Time of an exchange of counters beyond the clocks of the tasks, s. */
        private final double exchange;
        /** Time of the start and the end of a task, s. */
        private final double ends;

        /** Time off the CPUs, s. */
        private record Off(double ready, double waiting) {
            /**
             * Returns the rest without exchanges of counters, which are at both kinds of switches, and without ends.
             */
            Off without(double exchanges, double ends) {
                double off = ready + waiting;
                double left = off > 0 ? Math.max(0, off - exchanges) / off : 0;
                return new Off(left * ready, Math.max(0, left * waiting - ends));
            }
        }

        Accounting(Recording recording, Scheduling scheduling) {
            recorded = scheduling.times(recording.metadata().mode().is(SampledBy.KERNEL));
            nanos = scheduling.programNanos();
            double wall = (nanos[0] + nanos[1] + nanos[2]) / 1e9;
            // CPU time before the first record and after the last one is no time between them.
            double outside = recording.trailer()
                    .map(Trailer::wallNanos)
                    .map(n -> Math.max(0, n / 1e9 - wall))
                    .orElse(0.0);
            double loading = recorded.stream().mapToDouble(Accounting::clockLoading).sum();
            double clocks = recorded.stream().mapToDouble(TaskTimes::onCpuS).sum() + loading;
            double beyondClocks = Math.max(0, cpuSeconds(recording) - outside - clocks);
            long switches = recorded.stream().mapToLong(TaskTimes::switches).sum();
            double exchanges = Math.min(beyondClocks, loading);
            exchange = switches == 0 ? 0 : exchanges / switches;
            ends = (beyondClocks - exchange * switches) / recorded.size();
        }

        private static double clockLoading(TaskTimes t) {
            return t.clockS() == null ? 0 : Math.max(0, t.clockS() - t.onCpuS());
        }

        private double exchanges(TaskTimes t) {
            return clockLoading(t) + exchange * t.switches();
        }

        /** Returns the times of the tasks. An exchange takes the same time in each of them, and so do start and end. */
        List<TaskTimes> ofTasks() {
            return recorded.stream().map(t -> {
                Off off = new Off(t.readyS(), t.waitingS()).without(exchanges(t), ends);
                return t.withOff(off.ready, off.waiting);
            }).sorted(Comparator.comparingDouble(TaskTimes::onCpuS).reversed()).toList();
        }

        /** Returns the times of the program; those of a program of one task are the times of that task. */
        OffCpu ofProgram() {
            double exchanges = recorded.stream().mapToDouble(this::exchanges).sum();
            Off off = new Off(nanos[1] / 1e9, nanos[2] / 1e9).without(exchanges, ends * recorded.size());
            double wall = (nanos[0] + nanos[1] + nanos[2]) / 1e9;
            double sum = off.ready + off.waiting;
            return new OffCpu(Source.SWITCHES, null, wall, wall - sum, sum, off.ready, off.waiting, false,
                    TaskSums.of(ofTasks()));
        }
    }

    private static OffCpu ofDifference(double wall, double run, Double delay, boolean single, String reason) {
        double off = Math.max(0, wall - run);
        Double ready = delay == null ? null : (Double) Math.min(off, delay);
        return new OffCpu(delay == null ? Source.DIFFERENCE : Source.DIFFERENCE_AND_RUN_DELAY, reason, wall, wall - off,
                off, ready, ready == null ? null : (Double) (off - ready), !single, null);
    }

    /**
     * The times of all tasks, added up, s.
     *
     * @param onCpuS time on a CPU, s
     * @param readyS time off the CPUs while able to run, s
     * @param waitingS waiting time, s
     */
    public record TaskSums(@JsonProperty("on_cpu_s") double onCpuS, @JsonProperty("ready_s") double readyS,
            @JsonProperty("waiting_s") double waitingS) {
        private static TaskSums of(List<TaskTimes> tasks) {
            return new TaskSums(tasks.stream().mapToDouble(TaskTimes::onCpuS).sum(),
                    tasks.stream().mapToDouble(TaskTimes::readyS).sum(),
                    tasks.stream().mapToDouble(TaskTimes::waitingS).sum());
        }
    }
}
