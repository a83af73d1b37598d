package runbench.sampler.events.names;

import java.util.Optional;
import runbench.sampler.events.EventSelection.NotCounted;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.Machine.CountingRights;
import runbench.sampler.events.machine.Pmu;
import runbench.sampler.events.machine.PmuTree;
import runbench.sampler.events.tables.GenericEvents;

/** Builds the reasons why an event cannot be counted, with remedies. */
public final class NotCountedReasons {
    private NotCountedReasons() {
    }

    static NotCounted noPmu(String name, Machine machine) {
        // The doctor lists the sources of events that are visible.
        String reason = "no hardware PMU is visible" + (machine.cpu().virtual() ? " in this virtual machine" : "");
        String remedy = machine.cpu().virtual()
                ? "run on bare metal, or let the host expose its PMU (KVM: -cpu host,pmu=on; VMware: vpmu.enable "
                        + "= TRUE; cloud: a metal instance), or count in emulation: --emulate"
                : "load or enable this CPU's PMU driver (dmesg | grep -i -e perf -e pmu), or count in emulation: "
                        + "--emulate";
        return new NotCounted(name, reason, remedy);
    }

    public static NotCounted kernelForbidden(String name, CountingRights rights) {
        return new NotCounted(name,
                "it occurs in kernel mode, which this user is not permitted to count: kernel.perf_event_paranoid is "
                        + rights.paranoid().orElse(2) + " (a user-mode count would read 0)",
                "sudo sysctl kernel.perf_event_paranoid=1, or run as root");
    }

    static NotCounted noEnergyMeters(String name, Machine machine) {
        return new NotCounted(name,
                "no energy meters are visible" + (machine.cpu().virtual() ? " in this virtual machine" : "") + ": "
                        + PmuTree.FOLDER + " has no PMU power",
                machine.cpu().virtual() ? "run on bare metal"
                        : "sudo modprobe rapl, on a processor that has energy meters");
    }

    /** The processor lacks this energy meter: desktops have meters for cores, servers for memory. */
    static NotCounted noSuchMeter(String name, Pmu pmu) {
        return new NotCounted(name,
                "this processor has no such energy meter; it has: " + String.join(", ", pmu.events().keySet()),
                "count one of those: power/" + pmu.events().keySet().stream().findFirst().orElse("energy-pkg") + "/");
    }

    /** A socket PMU is not visible; hypervisors rarely pass these on. */
    static NotCounted noSocketPmu(String name, String pmu, Machine machine) {
        return new NotCounted(name,
                "it is counted by the socket PMU " + pmu + ", which is not visible"
                        + (machine.cpu().virtual() ? " in this virtual machine" : " here"),
                machine.cpu().virtual() ? "run on bare metal"
                        : pmu.startsWith("amd_") ? "sudo modprobe amd_uncore"
                                : "load or enable its driver (dmesg | grep -i uncore)");
    }

    static NotCounted tool(GenericEvents.Tool tool) {
        return new NotCounted(tool.name(), "it is not an event: perf computes " + tool.description(), tool.instead());
    }

    /**
     * Tracefs is not mounted or not readable.
     *
     * @param name name of the event
     * @param tracefs mount point of tracefs; empty if it is not mounted
     */
    public static NotCounted noTracefs(String name, Optional<String> tracefs) {
        return tracefs
                .map(at -> new NotCounted(name, "tracefs is mounted at " + at + " but not readable by this user",
                        "sudo mount -o remount,mode=750,gid=$(id -g) " + at
                                + " && sudo sysctl kernel.perf_event_paranoid=1, or run as root"))
                .orElseGet(() -> new NotCounted(name, "tracefs is not mounted",
                        "sudo mount -t tracefs -o mode=750,gid=$(id -g) nodev /sys/kernel/tracing && "
                                + "sudo sysctl kernel.perf_event_paranoid=1, or run as root"));
    }
}
