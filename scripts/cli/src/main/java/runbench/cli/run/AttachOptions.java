package runbench.cli.run;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Option;
import runbench.base.error.RunbenchException;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.sampler.run.Attachment;
import runbench.sampler.run.CountingControl;
import runbench.sampler.run.SamplingPeriod;

/** Options for the observation of running programs. */
@OptionSection("Observation of running programs")
final class AttachOptions {
    /** The delay of perf that only a command ends. */
    private static final String UNTIL_ENABLED = "-1";

    @Option(names = {"-p", "--pid"}, paramLabel = "PID", order = 3,
            description = "Observe a running process: its threads, its child processes, and all processes that "
                    + "these start "
                    + "(--no-inherit: only its threads). The process continues after the observation, which ends with "
                    + "--for, Ctrl-C or the end of the process.")
    private String pid;

    @Option(names = {"-t", "--tid"}, paramLabel = "TID", order = 4,
            description = "Observe a running thread, and the threads and processes that it starts.")
    private String tid;

    @Option(names = {"-C", "--cpus"}, paramLabel = "LIST", order = 5,
            description = "Observe all programs on CPUs (0-3,7 or all) while CMD runs, or until --for or Ctrl-C. Needs "
                    + "kernel.perf_event_paranoid 0 or root.")
    private String cpus;

    @Option(names = "--cgroup", paramLabel = "PATH", order = 5,
            description = "Observe all programs in a control group and below it (a container, a Slurm step): a "
                    + "directory, "
                    + "or a name as in /proc/PID/cgroup. Ends with the group, with --for, Ctrl-C or CMD. Repeatable. "
                    + "Needs kernel.perf_event_paranoid 0 or root.")
    private List<String> cgroups = List.of();

    @Option(names = {"-D", "--delay"}, paramLabel = "TIME", order = 6,
            description = "Start counting this long after the start of CMD, or of the observation, for example 5s. "
                    + "-1: not before the command enable of --control.")
    private String delay;

    @Option(names = "--control", paramLabel = "fifo:PATH[,ACK]|fd:N[,M]", order = 6,
            description = "Take commands by lines, as perf does: enable, disable (the counters), ping, stop (ends the "
                    + "measurement). Each is answered by ack on the second FIFO or descriptor. Time outside is shown "
                    + "as not counted.")
    private String control;

    @Option(names = "--only-region", paramLabel = "NAME", order = 6, split = ",",
            description = "Count only while a region of this name is open in the program (event log: rb_log_begin). "
                    + "All threads are counted then. Repeatable.")
    private List<String> regions = List.of();

    @Option(names = "--for", paramLabel = "TIME", order = 6, description = "Observe for this long, for example 10s.")
    private String duration;

    /** Returns the target of the observation; null: a command is started. */
    Attachment attachment(List<String> command, boolean exact) {
        if (Arrays.asList(pid, tid, cpus, cgroups.isEmpty() ? null : "")
                .stream()
                .filter(Objects::nonNull)
                .count() > 1) {
            throw RunbenchException.badInput("-p, -t, -C and --cgroup exclude one another");
        }
        Attachment a = pid != null ? new Attachment(Attachment.To.PROCESS, pid)
                : tid != null ? new Attachment(Attachment.To.THREAD, tid)
                        : cpus != null ? new Attachment(Attachment.To.CPUS, cpus)
                                : !cgroups.isEmpty() ? new Attachment(Attachment.To.CGROUPS, cgroups) : null;
        if (duration != null && a != null && !command.isEmpty()) {
            throw RunbenchException.badInput("--for and a command both end the observation")
                    .remedy("leave out one of them");
        }
        if (duration != null && a == null) {
            throw RunbenchException.badInput("--for needs a running program (-p, -t, -C, --cgroup)")
                    .remedy("to end a command that is started, use --timeout " + duration);
        }
        if (exact && a != null && command.isEmpty()) {
            throw RunbenchException
                    .badInput("--exact runs the program once per group, but " + a.words() + " runs only once")
                    .remedy("use --groups, or fewer events");
        }
        return a;
    }

    /**
     * Returns the time before counting; null: none.
     *
     * @param emulated whether an emulated program is counted
     */
    Duration delay(boolean emulated) {
        if (delay != null && emulated) {
            throw RunbenchException.badInput("--delay is a wall time, and an emulated program counts instructions")
                    .remedy("leave --delay out");
        }
        if (UNTIL_ENABLED.equals(delay) && control == null) {
            throw RunbenchException.badInput("--delay=-1 waits for a command, and no --control receives one")
                    .remedy("add --control fifo:PATH (mkfifo PATH), or give a time: --delay 5s");
        }
        if (delay != null && control != null && !UNTIL_ENABLED.equals(delay)) {
            throw RunbenchException.badInput("--delay " + delay + " and --control both enable the counters")
                    .remedy("use --delay=-1, and send enable after this time");
        }
        return delay == null || UNTIL_ENABLED.equals(delay) ? null : SamplingPeriod.duration("--delay", delay);
    }

    /**
     * Returns the way in which the counters are enabled; null: they are always enabled.
     *
     * @param reruns the option that runs the program several times; null: it runs once
     * @param emulated whether an emulated program is counted
     */
    CountingControl control(String reruns, boolean emulated) {
        String option = control != null ? "--control" : regions.isEmpty() ? null : "--only-region";
        if (option != null && (emulated || reruns != null)) {
            throw RunbenchException
                    .badInput(option + " switches the counters of one run on this machine, and "
                            + (emulated ? "an emulated program is counted all the time"
                                    : reruns + " runs the program again and merges or compares whole runs"))
                    .remedy("leave one of them out");
        }
        if (!regions.isEmpty() && (control != null || delay != null || pid != null || tid != null)) {
            throw RunbenchException
                    .badInput("--only-region needs a program that runbench starts, and excludes "
                            + "--control and --delay")
                    .remedy("leave the others out, and write the program behind --");
        }
        return !regions.isEmpty() ? CountingControl.ofRegions(regions)
                : control == null ? null : CountingControl.ofCommands(control, UNTIL_ENABLED.equals(delay));
    }

    /** Returns the duration; null: no limit. */
    Duration limit() {
        return duration == null ? null : SamplingPeriod.duration("--for", duration);
    }
}
