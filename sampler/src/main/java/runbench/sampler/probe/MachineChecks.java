package runbench.sampler.probe;

import runbench.sampler.events.machine.SystemFiles;

import java.util.Locale;
import java.util.Optional;

/** Disk space and clock frequency. */
final class MachineChecks {
    private static final long MIB = 1L << 20;
    private static final long LEAST_BYTES = 64 * MIB;
    private static final long COMFORTABLE_BYTES = 1024 * MIB;

    private MachineChecks() {
    }

    /** @param freeBytes usable by this user where results go */
    static Finding disk(String folder, long freeBytes) {
        String detail = String.format(Locale.ROOT, "%.1f GiB free in %s", freeBytes / (double) (1024 * MIB), folder);
        // Four events: 88 bytes a sample in the recording and about as much again in the text files.
        String need = "an hour of one CPU at 1 ms takes about 0.7 GB";
        if (freeBytes < LEAST_BYTES) {
            return Finding.missing("disk", detail, "runs would stop with a full disk",
                    "free space there, or write elsewhere with -o DIR");
        }
        if (freeBytes < COMFORTABLE_BYTES) {
            return Finding.limited("disk", detail, need, "free space there, or write elsewhere with -o DIR");
        }
        return Finding.ok("disk", detail);
    }

    static Finding frequency(SystemFiles files) {
        Optional<String> governor = files.text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
        if (governor.isEmpty()) {
            return Finding.ok("frequency", "not under this system's control");
        }
        if (governor.get().equals("performance")) {
            return Finding.ok("frequency", "governor performance");
        }
        return Finding.limited("frequency", "governor " + governor.get(),
                "the clock frequency changes with load, and rates per second with it",
                "sudo sh -c 'echo performance | tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor'");
    }
}
