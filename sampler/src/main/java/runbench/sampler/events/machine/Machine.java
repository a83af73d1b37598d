package runbench.sampler.events.machine;

import java.util.List;
import java.util.Optional;
import runbench.parser.microarchitecture.ProcessorId;

/** What event names are resolved against. */
public record Machine(CpuIdentity cpu, PmuTree pmus, CountingRights rights, SystemFiles files) {
    private static final List<String> TRACEFS = List.of("/sys/kernel/tracing", "/sys/kernel/debug/tracing");

    /** @param files this machine's, or a copy of another's */
    public static Machine read(SystemFiles files) {
        return new Machine(CpuIdentity.parse(files.lines("/proc/cpuinfo")), new PmuTree(files),
                CountingRights.read(files), files);
    }

    /** Its processor, as tables of events know it. */
    public ProcessorId processor() {
        return new ProcessorId(cpu.vendor(), cpu.family(), cpu.model(), pmus.corePmus().size() > 1);
    }

    /** Where tracefs is mounted, readable or not. */
    public Optional<String> tracefs() {
        return files.lines("/proc/mounts")
                .stream()
                .map(l -> l.split(" "))
                .filter(w -> w.length > 2 && w[2].equals("tracefs"))
                .map(w -> w[1])
                .findFirst();
    }

    /** Where tracefs is mounted and readable. */
    public Optional<String> tracing() {
        return TRACEFS.stream().filter(f -> !files.names(f + "/events").isEmpty()).findFirst();
    }
}
