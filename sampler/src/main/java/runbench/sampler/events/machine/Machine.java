package runbench.sampler.events.machine;

import java.util.List;
import java.util.Optional;
import runbench.parser.microarchitecture.ProcessorId;

/**
 * A machine against which event names are resolved.
 *
 * @param cpu the first processor
 * @param pmus the kernel's event sources
 * @param rights this user's permissions
 * @param files the machine's files
 */
public record Machine(CpuIdentity cpu, PmuTree pmus, CountingRights rights, SystemFiles files) {
    private static final List<String> TRACEFS = List.of("/sys/kernel/tracing", "/sys/kernel/debug/tracing");

    /**
     * Reads a machine's description.
     *
     * @param files this machine's files, or a copy of another machine's
     * @return the machine
     */
    public static Machine read(SystemFiles files) {
        return new Machine(CpuIdentity.parse(files.lines("/proc/cpuinfo")), new PmuTree(files),
                CountingRights.read(files), files);
    }

    /** Returns the processor's key in the event tables. */
    public ProcessorId processor() {
        return new ProcessorId(cpu.vendor(), cpu.family(), cpu.model(), pmus.corePmus().size() > 1);
    }

    /** Returns the mount point of tracefs, readable or not; empty if it is not mounted. */
    public Optional<String> tracefs() {
        return files.lines("/proc/mounts")
                .stream()
                .map(l -> l.split(" "))
                .filter(w -> w.length > 2 && w[2].equals("tracefs"))
                .map(w -> w[1])
                .findFirst();
    }

    /** Returns the folder of a readable tracefs, or empty if there is none. */
    public Optional<String> tracing() {
        return TRACEFS.stream().filter(f -> !files.names(f + "/events").isEmpty()).findFirst();
    }
}
