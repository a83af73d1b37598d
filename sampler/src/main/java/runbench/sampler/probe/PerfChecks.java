package runbench.sampler.probe;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.base.home.ProjectHome;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.Pmu;
import runbench.sampler.nativeapi.NativeApi;
import runbench.sampler.nativeapi.NativeApi.PerfProbe;
import runbench.sampler.probe.Doctor.Finding;
import runbench.sampler.run.CounterAgreement;

/** Checks the PMU, its counters, and permissions for perf events. */
final class PerfChecks {
    private static final String EMULATION = "or count in emulation: runbench sample --emulate -- PROGRAM";

    private PerfChecks() {
    }

    /**
     * Checks the hardware PMU.
     *
     * @param counters number of counters that work simultaneously; empty if unknown
     */
    static Finding pmu(Machine machine, NativeAnswers answers, Optional<CounterAgreement> counters) {
        List<Pmu> cores = machine.pmus().corePmus();
        String cpu = machine.cpu().name() + (machine.cpu().virtual() ? " in a virtual machine" : "");
        if (cores.isEmpty()) {
            String sources = machine.pmus().names().isEmpty() ? "/sys/bus/event_source is not readable"
                    : "event sources: " + String.join(", ", machine.pmus().names());
            return Finding.missing("pmu", cpu + "; no hardware PMU is visible (" + sources + ")",
                    "memory references, cache misses, cycles and instructions cannot be counted; runs fall back "
                            + "to software events",
                    machine.cpu().virtual()
                            ? "run on bare metal, or expose the PMU: KVM -cpu host,pmu=on; VMware vpmu.enable = "
                                    + "TRUE; cloud: a metal instance; " + EMULATION
                            : "check the PMU driver (dmesg | grep -i -e perf -e pmu); " + EMULATION);
        }
        String detail = cpu + "; "
                + cores.stream()
                        .map(p -> p.name() + (p.cpus().isEmpty() ? "" : " on CPUs " + p.cpus()))
                        .collect(Collectors.joining(", "));
        if (answers.least() == 0 && answers.cycles() != 0) {
            return Finding.limited("pmu", detail + "; opening cycles failed with " + Errno.name(answers.cycles()),
                    "hardware events may not be counted",
                    answers.cycles() == Errno.EBUSY ? "another tool holds the counters: sudo lsof | grep perf_event"
                            : "try perf stat -e cycles true, and see dmesg");
        }
        String all = detail + counters.map(c -> "; " + c.words()).orElse("");
        return counters.filter(c -> !c.all())
                .map(c -> Finding.limited("pmu", all,
                        "at most " + c.agree()
                                + " hardware events are counted at a time: with more, one counter stops counting",
                        "request at most " + c.agree()
                                + " events, or add --exact (several runs) or --groups (estimates)"))
                .orElseGet(() -> Finding.ok("pmu", all));
    }

    /** Checks the number of counters that work simultaneously. The number is measured, not read from a description. */
    static Finding counters(Machine machine, Optional<CounterAgreement> counters) {
        if (machine.pmus().corePmus().isEmpty()) {
            return Finding.missing("counters", "none to measure: no hardware PMU is visible",
                    "only software events can be counted, any number of them at a time",
                    "runbench metrics --check shows the available metrics; runbench metrics --check --emulate "
                            + "those of emulation");
        }
        if (counters.isEmpty()) {
            return Finding.limited("counters",
                    "could not be measured: instructions cannot be counted, or the sampling helper is missing",
                    "each run determines how many events fit at a time", ProjectHome.rebuildRemedy());
        }
        CounterAgreement found = counters.get();
        String measured = "the same loop was counted on 1 to " + found.offered() + " counters simultaneously: "
                + (found.all() ? "all agree" : "more than " + found.agree() + " disagree");
        return found.all() ? Finding.ok("counters", found.agree() + " at a time; " + measured)
                : Finding.limited("counters", found.agree() + " of " + found.offered() + " at a time; " + measured,
                        "further counters stop counting but report that they count",
                        "runbench metrics --check verifies the others");
    }

    static Finding open(NativeAnswers answers, Sandbox sandbox, Machine machine) {
        if (answers.failure().isPresent()) {
            return Finding.limited("perf_event_open", "could not be tested: " + answers.failure().get(),
                    "this report cannot list what can be counted; runs do not need this binding",
                    "run runbench sample -- true and read its message");
        }
        if (answers.least() == 0) {
            return Finding.ok("perf_event_open", "works");
        }
        String detail = "refused with " + Errno.name(answers.least());
        String consequence = "nothing can be counted";
        if (answers.least() == Errno.ENOSYS) {
            return Finding.missing("perf_event_open", detail, consequence,
                    sandbox.seccomp() || sandbox.container().isPresent() ? sandbox.remedy()
                            : "use a kernel with CONFIG_PERF_EVENTS");
        }
        boolean walled = answers.least() == Errno.EPERM && (sandbox.seccomp() || sandbox.container().isPresent());
        int paranoid = machine.rights().paranoid().orElse(2);
        return Finding.missing("perf_event_open", detail + (walled ? " by the sandbox" : ""), consequence,
                walled ? sandbox.remedy()
                        : "sudo sysctl kernel.perf_event_paranoid=1 (it is " + paranoid + "), or run as root");
    }

    static Finding kernelCounts(NativeAnswers answers, Machine machine) {
        String level = machine.rights().paranoid().isPresent() ? String.valueOf(machine.rights().paranoid().getAsInt())
                : "unreadable";
        String detail = "kernel.perf_event_paranoid is " + level
                + (machine.rights().privileged() ? ", which does not apply to this user" : "");
        boolean asked = answers.failure().isEmpty() && answers.least() == 0;
        if (asked ? answers.kernel() == 0 : machine.rights().kernel()) {
            return Finding.ok("kernel_counts", detail);
        }
        return Finding.limited("kernel_counts", detail,
                "only user space is counted; context switches and migrations are not counted",
                "sudo sysctl kernel.perf_event_paranoid=1, or run as root");
    }

    static Finding kernelDriven(NativeAnswers answers) {
        if (answers.failure().isPresent() || answers.least() != 0) {
            return Finding.limited("kernel_driven_sampling", "could not be tested", "unknown", "");
        }
        if (answers.kernelDriven() == 0) {
            return Finding.ok("kernel_driven_sampling", "works, with threads and children");
        }
        boolean old = answers.kernelDriven() == Errno.EINVAL;
        return Finding.limited("kernel_driven_sampling", "refused with " + Errno.name(answers.kernelDriven()),
                "sampling polls from user space, which is less regular, or follows only the first task", old
                        ? "use a newer kernel (this one cannot read groups in inherited samples), --mode poll or "
                                + "--no-inherit"
                        : "use --mode poll");
    }

    /**
     * The results of opening some events. Each number is 0 or an errno.
     *
     * @param least the user-mode task-clock
     * @param kernel the task-clock in user and kernel mode
     * @param kernelDriven kernel-driven sampling with children
     * @param cycles a hardware counter
     * @param pfm interface version of libpfm4; empty if it is not installed
     * @param failure why no event could be opened through the native binding; empty if it was loaded
     */
    record NativeAnswers(int least, int kernel, int kernelDriven, int cycles, Optional<String> pfm,
            Optional<String> failure) {
        /** Opens the events on this machine, which takes up to a second because it loads the native binding. */
        public static NativeAnswers ask() {
            try {
                NativeApi api = NativeApi.load();
                return new NativeAnswers(api.tryOpen(PerfProbe.USER_TASK_CLOCK),
                        api.tryOpen(PerfProbe.KERNEL_TASK_CLOCK), api.tryOpen(PerfProbe.KERNEL_DRIVEN),
                        api.tryOpen(PerfProbe.CYCLES), api.pfm().map(NativeApi.PfmLibrary::version), Optional.empty());
            } catch (LinkageError | RuntimeException e) {
                return new NativeAnswers(Errno.ENOSYS, Errno.ENOSYS, Errno.ENOSYS, Errno.ENOSYS, Optional.empty(),
                        Optional.of(String.valueOf(e.getMessage()).lines().findFirst().orElse("unknown")));
            }
        }
    }
}
