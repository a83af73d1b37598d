package runbench.sampler.environment;

import java.util.Arrays;
import java.util.Optional;
import runbench.sampler.events.machine.SystemFiles;

/**
 * The time of all CPUs since boot, summed, in the kernel's ticks.
 *
 * @param all ticks of all kinds
 * @param stolen ticks in which the hypervisor ran other guests although this machine had work
 */
public record CpuTimes(long all, long stolen) {
    private static final int KINDS = 8;
    private static final int STOLEN = 7;

    /** Reads {@code /proc/stat}; returns empty if it is missing or has another form. */
    public static Optional<CpuTimes> read(SystemFiles files) {
        return files.lines("/proc/stat")
                .stream()
                .filter(l -> l.startsWith("cpu "))
                .findFirst()
                .flatMap(CpuTimes::parse);
    }

    private static Optional<CpuTimes> parse(String line) {
        try {
            long[] ticks = Arrays.stream(line.substring(4).strip().split(" +"))
                    .mapToLong(Long::parseLong)
                    .limit(KINDS)
                    .toArray();
            return ticks.length < KINDS ? Optional.empty()
                    : Optional.of(new CpuTimes(Arrays.stream(ticks).sum(), ticks[STOLEN]));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /**
 * Returns the share of stolen time since an earlier reading.
 *
 * @param before the earlier reading
 * @return the share, 0 to 1, or empty if less than one tick has passed
 */
    public Optional<Double> stolenSince(CpuTimes before) {
        return all <= before.all ? Optional.empty()
                : Optional.of(Math.max(0, stolen - before.stolen) / (double) (all - before.all));
    }
}
