package runbench.sampler.events.machine;

import java.util.OptionalInt;

/**
 * This user's permissions for perf events.
 *
 * @param paranoid {@code kernel.perf_event_paranoid}, or empty if it cannot be read
 * @param privileged true with CAP_PERFMON or CAP_SYS_ADMIN in the initial user namespace; paranoid then has no effect
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

    /** Returns true in the initial user namespace; perf ignores capabilities of a container's own user namespace. */
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
