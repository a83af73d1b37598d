package runbench.sampler.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import runbench.base.home.ProjectHome;
import runbench.base.quantity.Units;
import runbench.parser.stats.ScopeSummary;
import runbench.sampler.environment.MachineTopology;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.events.names.ResctrlEvents;
import runbench.sampler.probe.Doctor.Finding;
import runbench.sampler.probe.PerfChecks.NativeAnswers;
import runbench.sampler.probe.Sandbox.ProcessStatus;
import runbench.sampler.run.CounterScope.ScopesHere;

/** Checks disk space, caches, clock frequency, privileges, scopes of counters and cache monitoring. */
final class MachineChecks {
    private static final long MIB = 1L << 20;
    private static final long MIN_FREE_BYTES = 64 * MIB;
    private static final long RECOMMENDED_FREE_BYTES = 1024 * MIB;

    /**
     * Checks the free disk space.
     *
     * @param folder folder for recordings
     * @param freeBytes bytes that this user can write there
     */
    static Finding disk(String folder, long freeBytes) {
        String detail = String.format(Locale.ROOT, "%.1f GiB free in %s", freeBytes / (double) (1024 * MIB), folder);
        // With four events, a sample takes 88 bytes in the recording and about the same in the text files.
        String need = "an hour of one CPU at 1 ms takes about 0.7 GB";
        if (freeBytes < MIN_FREE_BYTES) {
            return Finding.missing("disk", detail, "runs would stop with a full disk",
                    "free space there, or write elsewhere with -o DIR");
        }
        if (freeBytes < RECOMMENDED_FREE_BYTES) {
            return Finding.limited("disk", detail, need, "free space there, or write elsewhere with -o DIR");
        }
        return Finding.ok("disk", detail);
    }

    static Finding frequency(SystemFiles files) {
        Optional<String> governor = files.text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
        if (governor.isEmpty()) {
            return Finding.ok("frequency", "not controlled by this system");
        }
        if (governor.get().equals("performance")) {
            return Finding.ok("frequency", "governor performance");
        }
        return Finding.limited("frequency", "governor " + governor.get(),
                "the clock frequency changes with load, and rates per second with it",
                "sudo sh -c 'echo performance | tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor'");
    }

    /** Reports the caches of CPU 0 as the kernel describes them, and the size of the memory. */
    static Finding caches(SystemFiles files) {
        List<String> parts = new ArrayList<>();
        for (MachineTopology.Cache c : MachineTopology.cachesOf(files, 0)) {
            parts.add(c.text() + (c.cpus().matches(".*[-,].*") ? ", shared by CPUs " + c.cpus() : ""));
        }
        if (parts.isEmpty()) {
            parts.add("not described by this system");
        }
        Long memory = MachineTopology.memoryBytes(files.lines("/proc/meminfo"), "MemTotal:");
        if (memory != null) {
            parts.add("memory " + Units.bytes(memory));
        }
        return Finding.ok("caches", String.join("; ", parts));
    }

    static Finding capabilities(ProcessStatus status) {
        List<String> held = new ArrayList<>();
        add(held, status, ProcessStatus.CAP_PERFMON, "CAP_PERFMON");
        add(held, status, ProcessStatus.CAP_SYS_ADMIN, "CAP_SYS_ADMIN");
        add(held, status, ProcessStatus.CAP_SYS_NICE, "CAP_SYS_NICE");
        add(held, status, ProcessStatus.CAP_IPC_LOCK, "CAP_IPC_LOCK");
        if (status.has(ProcessStatus.CAP_PERFMON) || status.has(ProcessStatus.CAP_SYS_ADMIN)) {
            return Finding.ok("capabilities", String.join(", ", held));
        }
        return Finding.limited("capabilities",
                held.isEmpty() ? "none of CAP_PERFMON, CAP_SYS_ADMIN, CAP_SYS_NICE, CAP_IPC_LOCK"
                        : String.join(", ", held) + ", not CAP_PERFMON",
                "kernel.perf_event_paranoid determines the permissions",
                "sudo sysctl kernel.perf_event_paranoid=1, or run as root");
    }

    private static void add(List<String> held, ProcessStatus status, int capability, String name) {
        if (status.has(capability)) {
            held.add(name);
        }
    }

    static Finding sandbox(Sandbox sandbox, NativeAnswers answers) {
        String where = sandbox.container().map(c -> "in a container (" + c + ")").orElse("no container");
        String detail = where + (sandbox.seccomp() ? ", seccomp filter on" : ", no seccomp filter");
        boolean refused = answers.failure().isEmpty()
                && (answers.least() == Errno.EPERM || answers.least() == Errno.ENOSYS);
        if (refused && (sandbox.seccomp() || sandbox.container().isPresent())) {
            return Finding.missing("sandbox", detail,
                    "it refuses perf_event_open (" + Errno.name(answers.least()) + "): nothing can be counted",
                    sandbox.remedy());
        }
        return Finding.ok("sandbox", detail);
    }

    static Finding realtime(SystemFiles files, ProcessStatus status) {
        Optional<Long> runtime = files.number("/proc/sys/kernel/sched_rt_runtime_us");
        boolean switchedOff = runtime.isPresent() && runtime.get() == 0;
        if (!switchedOff && status.has(ProcessStatus.CAP_SYS_NICE)) {
            return Finding.ok("realtime", "CAP_SYS_NICE");
        }
        if (!switchedOff && status.realtimePriority() > 0) {
            return Finding.ok("realtime", "priorities up to " + status.realtimePriority());
        }
        return Finding.limited("realtime",
                switchedOff ? "kernel.sched_rt_runtime_us is 0"
                        : "neither CAP_SYS_NICE nor a real-time limit (ulimit -r)",
                "polling (periods above 10 ms, or --mode poll) may be late under load; kernel-driven sampling is "
                        + "not affected",
                switchedOff ? "sudo sysctl kernel.sched_rt_runtime_us=950000"
                        : "add '@users - rtprio 60' to /etc/security/limits.d/runbench.conf and log in again, or "
                                + "run as root");
    }

    static Finding scope(Optional<ScopesHere> scopes) {
        if (scopes.isEmpty()) {
            return Finding.limited("scope", "could not be tested: the sampling helper is missing",
                    "runs follow each task", ProjectHome.rebuildRemedy());
        }
        ScopesHere here = scopes.get();
        long forks = Math.round(here.forksPerSecond(ScopeSummary.MAX_FOLLOWING_SHARE));
        String cost = String.format(Locale.ROOT,
                "a run follows each task (--scope task); with 4 events on %d CPUs this adds about %.0f us to each "
                        + "fork, %.0f %% of a CPU at %,d forks per second",
                here.cpus(), here.costPerForkNanos() / 1e3, 100 * ScopeSummary.MAX_FOLLOWING_SHARE, forks);
        return here.cgroup() ? Finding.ok("scope",
                cost + "; --scope cgroup counts on each CPU instead, without overhead at forks, and --scope auto "
                        + "chooses by the previous run")
                : Finding.limited("scope",
                        cost + "; --scope cgroup, which has no such overhead, is not possible: " + here.why(),
                        "programs with more forks are slowed down",
                        here.why().contains("perf_event_paranoid")
                                ? "sudo sysctl kernel.perf_event_paranoid=0, or run as root"
                                : "systemd-run --user --scope -p Delegate=yes runbench ...");
    }

    static Finding resctrl(SystemFiles files) {
        List<String> features = files.lines(ResctrlEvents.FEATURES);
        if (!features.isEmpty()) {
            return Finding.ok("resctrl", "the last-level caches monitor for a program: " + String.join(", ", features));
        }
        if (files.exists(ResctrlEvents.ROOT + "/info")) {
            return Finding.ok("resctrl", "mounted; this processor has no cache monitoring");
        }
        return files.lines("/proc/filesystems").stream().anyMatch(l -> l.strip().endsWith("resctrl"))
                ? Finding.limited("resctrl", "not mounted",
                        "a program's share of the last-level cache and its memory traffic cannot be counted",
                        ResctrlEvents.MOUNT)
                : Finding.ok("resctrl", "this processor or kernel has no cache monitoring");
    }

    private MachineChecks() {
    }
}
