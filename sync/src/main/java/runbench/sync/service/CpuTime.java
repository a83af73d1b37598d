package runbench.sync.service;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Measures the CPU time of a reading: this thread's, and that of its ended child processes. */
final class CpuTime {
    /** Unit of child times on Linux, ns: hundredths of a second on any kernel (sysconf _SC_CLK_TCK). */
    private static final long TICK_NANOS = 10_000_000;
    /** Fields 16 and 17 of /proc/self/stat, cutime and cstime, counted from the one after the program's name. */
    private static final int CHILDREN_USER = 13;

    private CpuTime() {
    }

    static long nanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() + children();
    }

    private static long children() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] field = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(field[CHILDREN_USER]) + Long.parseLong(field[CHILDREN_USER + 1])) * TICK_NANOS;
        } catch (IOException | RuntimeException notLinux) {
            return 0;
        }
    }
}
