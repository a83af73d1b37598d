package runbench.sampler.events.machine;

import java.util.OptionalInt;

/**
 * What this user may count.
 *
 * @param paranoid {@code kernel.perf_event_paranoid}; empty when it cannot be read
 * @param privileged CAP_PERFMON or CAP_SYS_ADMIN in the initial user namespace: paranoid does not apply
 */
public record CountingRights(OptionalInt paranoid, boolean privileged) {
    private static final int CAP_SYS_ADMIN = 21;
    private static final int CAP_PERFMON = 38;
    /** Upstream refuses kernel counts from here on. */
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

    /** Capabilities held in a container's own user namespace do not count for perf. */
    private static boolean initialUserNamespace(SystemFiles files) {
        return files.text("/proc/self/uid_map")
                .map(map -> map.replaceAll("\\s+", " ").equals("0 0 4294967295"))
                .orElse(true);
    }

    /** Whether what happens in the kernel may be counted. */
    public boolean kernel() {
        return privileged || paranoid.isEmpty() || paranoid.getAsInt() < USER_ONLY;
    }
}
