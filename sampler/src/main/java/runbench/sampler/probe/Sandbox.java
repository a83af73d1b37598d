package runbench.sampler.probe;

import runbench.sampler.events.machine.SystemFiles;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
            case "" ->
                "allow perf_event_open in the seccomp filter of the service that started this process (systemd: SystemCallFilter=)";
            default -> "docker run --cap-add=PERFMON --security-opt seccomp=unconfined ...";
        };
    }
}
