package runbench.sampler.environment;

import java.util.Arrays;
import java.util.Optional;
import runbench.sampler.events.machine.SystemFiles;

/**
 * What all CPUs together have done since the machine came up, in the kernel's ticks.
 *
 * @param all of all kinds
 * @param stolen in which a hypervisor let others run though this machine wanted to
 */
public record CpuTimes(long all, long stolen) {
    private static final int KINDS = 8;
    private static final int STOLEN = 7;

    /** Empty where the kernel does not tell. */
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

    /** Share of the time since then that was stolen, 0..1; empty where less than a tick has passed. */
    public Optional<Double> stolenSince(CpuTimes before) {
        return all <= before.all ? Optional.empty()
                : Optional.of(Math.max(0, stolen - before.stolen) / (double) (all - before.all));
    }
}
