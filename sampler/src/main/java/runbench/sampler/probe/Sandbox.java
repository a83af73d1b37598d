package runbench.sampler.probe;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.sampler.events.machine.SystemFiles;

/**
 * The container and system call filter around this process.
 *
 * @param container kind of container, detected by its marker files; empty outside a container
 * @param seccomp true if a filter restricts system calls
 */
record Sandbox(Optional<String> container, boolean seccomp) {
    private static final Pattern CGROUP = Pattern.compile("docker|kubepods|containerd|libpod|lxc|garden");
    private static final int FILTER = 2;

    static Sandbox read(SystemFiles files) {
        boolean filter = ProcessStatus.read(files).seccomp() == FILTER;
        return new Sandbox(container(files), filter);
    }

    private static Optional<String> container(SystemFiles files) {
        if (files.exists("/run/.containerenv")) {
            return Optional.of("podman");
        }
        Optional<String> systemd = files.text("/run/systemd/container").filter(t -> !t.isEmpty());
        if (systemd.isPresent()) {
            return systemd;
        }
        Matcher m = CGROUP.matcher(files.text("/proc/1/cgroup").orElse(""));
        if (m.find()) {
            return Optional.of(m.group().equals("kubepods") ? "kubernetes" : m.group());
        }
        return files.exists("/.dockerenv") ? Optional.of("docker") : Optional.empty();
    }

    /** Returns the option or setting that permits perf_event_open. */
    String remedy() {
        return switch (container.orElse("")) {
            case "podman", "libpod" -> "podman run --cap-add=PERFMON --security-opt seccomp=unconfined ...";
            case "kubernetes" ->
                "securityContext: {capabilities: {add: [PERFMON]}, seccompProfile: {type: Unconfined}}";
            case "lxc" -> "lxc.seccomp.profile must allow perf_event_open";
            case "" -> "allow perf_event_open in the seccomp filter of the service that started this process (systemd: "
                    + "SystemCallFilter=)";
            default -> "docker run --cap-add=PERFMON --security-opt seccomp=unconfined ...";
        };
    }

    /**
     * This process's privileges, from {@code /proc/self/status} and {@code limits}.
     *
     * @param effective effective capabilities, one bit each (linux/capability.h)
     * @param seccomp 0 off, 1 strict, 2 filter
     * @param realtimePriority maximum real-time priority without CAP_SYS_NICE
     */
    record ProcessStatus(long effective, int seccomp, long realtimePriority) {
        static final int CAP_IPC_LOCK = 14;
        static final int CAP_SYS_ADMIN = 21;
        static final int CAP_SYS_NICE = 23;
        static final int CAP_PERFMON = 38;

        static ProcessStatus read(SystemFiles files) {
            String status = files.text("/proc/self/status").orElse("");
            String limits = files.text("/proc/self/limits").orElse("");
            Matcher realtime = Pattern.compile("(?m)^Max realtime priority\\s+(\\S+)").matcher(limits);
            long priority = !realtime.find() ? 0
                    : realtime.group(1).equals("unlimited") ? 99 : Long.parseLong(realtime.group(1));
            return new ProcessStatus(field(status, "CapEff", 16).orElse(0),
                    (int) field(status, "Seccomp", 10).orElse(0), priority);
        }

        private static OptionalLong field(String status, String name, int radix) {
            Matcher m = Pattern.compile("(?m)^" + name + ":\\s*([0-9a-fA-F]{1,16})\\s*$").matcher(status);
            return m.find() ? OptionalLong.of(Long.parseUnsignedLong(m.group(1), radix)) : OptionalLong.empty();
        }

        boolean has(int capability) {
            return (effective >>> capability & 1) != 0;
        }
    }
}
