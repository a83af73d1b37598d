package runbench.sampler.run;

import runbench.base.json.Fields;

/** What the whole process tree used, as getrusage(2) gives it. */
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
