package runbench.sampler.events.machine;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
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

    /**
     * This user's permissions for perf events.
     *
     * @param paranoid {@code kernel.perf_event_paranoid}, or empty if it cannot be read
     * @param privileged true with CAP_PERFMON or CAP_SYS_ADMIN in the initial user namespace; paranoid then has no
     *     effect
     */
    public record CountingRights(OptionalInt paranoid, boolean privileged) {
        private static final int CAP_SYS_ADMIN = 21;
        private static final int CAP_PERFMON = 38;
        /** The paranoid level from which the mainline kernel refuses kernel-mode counts. */
        private static final int USER_ONLY = 2;

        static CountingRights read(SystemFiles files) {
            OptionalInt paranoid = files.number("/proc/sys/kernel/perf_event_paranoid")
                    .map(n -> OptionalInt.of(n.intValue()))
                    .orElse(OptionalInt.empty());
            long effective = files.lines("/proc/self/status")
                    .stream()
                    .filter(l -> l.startsWith("CapEff:"))
                    .mapToLong(l -> Long.parseUnsignedLong(l.substring(7).strip(), 16))
                    .findFirst()
                    .orElse(0);
            boolean capable = (effective >>> CAP_PERFMON & 1) != 0 || (effective >>> CAP_SYS_ADMIN & 1) != 0;
            return new CountingRights(paranoid, capable && initialUserNamespace(files));
        }

        /**
         * Returns true in the initial user namespace; perf ignores capabilities of a container's own user namespace.
         */
        private static boolean initialUserNamespace(SystemFiles files) {
            return files.text("/proc/self/uid_map")
                    .map(map -> map.replaceAll("\\s+", " ").equals("0 0 4294967295"))
                    .orElse(true);
        }

        /** Returns true if this user is permitted to count kernel mode. */
        public boolean kernel() {
            return privileged || paranoid.isEmpty() || paranoid.getAsInt() < USER_ONLY;
        }
    }
}
