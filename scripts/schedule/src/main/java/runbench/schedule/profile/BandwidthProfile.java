package runbench.schedule.profile;

import java.util.List;

/**
 * The memory traffic of a program along its progress, when it has the machine to itself.
 *
 * @param name name of the program or benchmark
 * @param threads number of threads; their traffic is summed
 * @param unit unit of the steps' traffic
 * @param source source of the traffic values
 * @param progressUnit unit of the steps' progress
 * @param steps stretches from start to end, at least one
 */
public record BandwidthProfile(String name, int threads, TrafficUnit unit, TrafficSource source,
        ProgressUnit progressUnit, List<ProfileStep> steps) {
    public BandwidthProfile {
        steps = List.copyOf(steps);
    }

    /** Returns the same profile under another name. */
    public BandwidthProfile named(String other) {
        return new BandwidthProfile(other, threads, unit, source, progressUnit, steps);
    }

    /** Returns the same profile in another unit of traffic. */
    public BandwidthProfile in(TrafficUnit other) {
        return other == unit ? this
                : new BandwidthProfile(name, threads, other, source, progressUnit,
                        steps.stream()
                                .map(s -> new ProfileStep(s.progress(), s.aloneSeconds(), other.of(s.traffic(), unit),
                                        s.waiting()))
                                .toList());
    }

    /** Returns the running time of the whole program alone, in seconds. */
    public double aloneSeconds() {
        return steps.stream().mapToDouble(ProfileStep::aloneSeconds).sum();
    }

    /**
     * A stretch of a program with constant traffic.
     *
     * @param progress length of the stretch in the profile's unit of progress; above 0
     * @param aloneSeconds running time alone, in seconds; above 0
     * @param traffic traffic of all threads alone, in the profile's unit
     * @param waiting share of the time alone, 0..1, that the program waits for memory; NaN if unknown
     */
    public record ProfileStep(double progress, double aloneSeconds, double traffic, double waiting) {}

    /** The unit of a program's progress in a profile. */
    public enum ProgressUnit {
        /** Retired instructions, which contention does not change. */
        INSTRUCTIONS,
        /** Nanoseconds of running time alone, for recordings without instruction counts. */
        RUNNING_NANOS
    }

    /** The source of a profile's traffic. */
    public enum TrafficSource {
        /** Counters of the memory controllers: all traffic of the socket while the program ran. */
        MEMORY_CONTROLLERS("memory controllers (the whole socket)"),
        /**
         * Cache lines that the core fetched from memory. Write-backs are not included; prefetches depend on the event.
         */
        MEMORY_FILLS("fills from memory (PMU)"),
        /**
         * Cache lines that the level 2 cache received from outside, including the last-level cache; an upper bound of
         * the memory traffic.
         */
        CACHE_FILLS("L2 fills from L3 or memory (PMU): an upper bound"),
        /** The memory bandwidth monitoring of resctrl. */
        RESCTRL("resctrl memory bandwidth monitoring"),
        /** Misses of the last emulated cache level. */
        EMULATED_MISSES("misses of an emulated cache"),
        /** A value stated by a person, for example in a workload file. */
        STATED("stated");

        private final String label;

        TrafficSource(String label) {
            this.label = label;
        }

        /** Returns the label in files and on charts. */
        public String label() {
            return label;
        }
    }
}
