package runbench.sampler.run;

import runbench.base.json.Fields;

/**
 * The resource usage of the whole process tree, from getrusage(2).
 *
 * @param userNanos CPU time in user mode, nanoseconds
 * @param systemNanos CPU time in kernel mode, nanoseconds
 * @param maxRssKib maximum resident set size, KiB
 * @param minorFaults page faults without input or output
 * @param majorFaults page faults that read from storage
 * @param voluntarySwitches voluntary context switches
 * @param involuntarySwitches involuntary context switches
 */
public record Resources(long userNanos, long systemNanos, long maxRssKib, long minorFaults, long majorFaults,
        long voluntarySwitches, long involuntarySwitches) {
    static Resources of(Fields f) {
        return new Resources(f.number("user_ns"), f.number("system_ns"), f.number("max_rss_kib"),
                f.number("minor_faults"), f.number("major_faults"), f.number("voluntary_switches"),
                f.number("involuntary_switches"));
    }

    public long cpuNanos() {
        return userNanos + systemNanos;
    }
}
