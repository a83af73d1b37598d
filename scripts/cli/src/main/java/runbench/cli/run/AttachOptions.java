package runbench.cli.run;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Option;
import runbench.base.error.RunbenchException;
import runbench.cli.option.OptionSection;
import runbench.sampler.run.Attachment;
import runbench.sampler.run.SamplingPeriod;

/** Observing what runs already. */
@OptionSection("Observing what runs already")
final class AttachOptions {
    @Option(names = {"-p", "--pid"}, paramLabel = "PID", order = 3,
            description = "Observe a running process: its threads, "
                    + "the processes they started, and what all of these start (--no-inherit: its threads only). It goes on unharmed when the observation ends, by --for, Ctrl-C or its own end.")
    private String pid;

    @Option(names = {"-t", "--tid"}, paramLabel = "TID", order = 4,
            description = "Observe a running thread, and what it starts.")
    private String tid;

    @Option(names = {"-C", "--cpus"}, paramLabel = "LIST", order = 5,
            description = "Observe CPUs (0-3,7 or all), whoever runs "
                    + "there, for as long as CMD runs, or until --for or Ctrl-C. Needs kernel.perf_event_paranoid 0 or root.")
    private String cpus;

    @Option(names = "--cgroup", paramLabel = "PATH", order = 5,
            description = "Observe what runs in a control group and below it (a container, a "
                    + "Slurm step), by its directory or its name as in /proc/PID/cgroup, until it ends, --for or Ctrl-C, or while CMD runs; several "
                    + "times: each for itself. Needs kernel.perf_event_paranoid 0 or root.")
    private List<String> cgroups = List.of();

    @Option(names = "--for", paramLabel = "TIME", order = 6, description = "Observe for this long, for example 10s.")
    private String duration;

    /** Null where a command is to be started and counted. */
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
        if (duration != null && (a == null || !command.isEmpty())) {
            throw RunbenchException.badInput("--for is for what runs already (-p, -t, -C, --cgroup)")
                    .remedy("to end a command that is started, use --timeout " + duration);
        }
        if (exact && a != null && command.isEmpty()) {
            throw RunbenchException
                    .badInput("--exact runs the program once per group, but " + a.words() + " runs only once")
                    .remedy("use --groups, or fewer events");
        }
        return a;
    }

    /** Null for no limit. */
    Duration limit() {
        return duration == null ? null : SamplingPeriod.duration("--for", duration);
    }
}
