package runbench.sampler.probe;

import runbench.sampler.events.machine.SystemFiles;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks capabilities, sandbox and real-time permission. */
final class PrivilegeChecks {
    private PrivilegeChecks() {
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
                "polling (periods above 10 ms, or --mode poll) may be late under load; kernel-driven sampling is not affected",
                switchedOff ? "sudo sysctl kernel.sched_rt_runtime_us=950000"
                        : "add '@users - rtprio 60' to /etc/security/limits.d/runbench.conf and log in again, or run as root");
    }
}
