package runbench.sampler.probe;

import runbench.sampler.events.machine.SystemFiles;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
        return new ProcessStatus(field(status, "CapEff", 16).orElse(0), (int) field(status, "Seccomp", 10).orElse(0),
                priority);
    }

    private static OptionalLong field(String status, String name, int radix) {
        Matcher m = Pattern.compile("(?m)^" + name + ":\\s*([0-9a-fA-F]{1,16})\\s*$").matcher(status);
        return m.find() ? OptionalLong.of(Long.parseUnsignedLong(m.group(1), radix)) : OptionalLong.empty();
    }

    boolean has(int capability) {
        return (effective >>> capability & 1) != 0;
    }
}
