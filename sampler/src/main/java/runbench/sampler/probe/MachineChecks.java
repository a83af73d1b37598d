package runbench.sampler.probe;

import runbench.sampler.events.machine.SystemFiles;

import java.util.Locale;
import java.util.Optional;

/** Checks disk space and clock frequency. */
final class MachineChecks {
    private static final long MIB = 1L << 20;
    private static final long MIN_FREE_BYTES = 64 * MIB;
    private static final long RECOMMENDED_FREE_BYTES = 1024 * MIB;

    private MachineChecks() {
    }

    /**
 * Checks the free disk space.
 *
 * @param folder folder for recordings
 * @param freeBytes bytes that this user can write there
 */
    static Finding disk(String folder, long freeBytes) {
        String detail = String.format(Locale.ROOT, "%.1f GiB free in %s", freeBytes / (double) (1024 * MIB), folder);
        // With four events, a sample takes 88 bytes in the recording and about the same in the text files.
        String need = "an hour of one CPU at 1 ms takes about 0.7 GB";
        if (freeBytes < MIN_FREE_BYTES) {
            return Finding.missing("disk", detail, "runs would stop with a full disk",
                    "free space there, or write elsewhere with -o DIR");
        }
        if (freeBytes < RECOMMENDED_FREE_BYTES) {
            return Finding.limited("disk", detail, need, "free space there, or write elsewhere with -o DIR");
        }
        return Finding.ok("disk", detail);
    }

    static Finding frequency(SystemFiles files) {
        Optional<String> governor = files.text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
        if (governor.isEmpty()) {
            return Finding.ok("frequency", "not controlled by this system");
        }
        if (governor.get().equals("performance")) {
            return Finding.ok("frequency", "governor performance");
        }
        return Finding.limited("frequency", "governor " + governor.get(),
                "the clock frequency changes with load, and rates per second with it",
                "sudo sh -c 'echo performance | tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor'");
    }
}
