package runbench.parser.series;

import runbench.parser.record.EventInfo;
import runbench.parser.record.EventInfo.CountSource;
import runbench.parser.record.Metadata;

/**
 * Detects differences of hardware counts that no CPU can produce. Counters of virtual machines jump, most often by
 * 2^47, and continue from the new value. The count between the two readings is lost; later differences are valid.
 */
final class ImpossibleCounts {
    /** 8 GHz x 256 per cycle: four times the rate of floating-point operations of the widest units. */
    private static final double MAX_COUNTS_PER_NS = 8 * 256;
    /** 8 GHz x 8 per cycle: nearly all events are below it. */
    private static final double TYPICAL_COUNTS_PER_NS = 8 * 8;
    private static final long MIN_JUMP = 1L << 40;
    /** Tolerance, because a counter and its clock are not read at the same instant. */
    private static final long SLACK_NANOS = 100_000;

    private final boolean[][] watched = new boolean[256][];

    ImpossibleCounts(Metadata metadata, int values) {
        // A recording along instructions contains no clock to compare with, and no hardware counter that jumps.
        if (metadata.countsInstructions()) {
            return;
        }
        for (EventInfo e : metadata.events()) {
            if (e.counted() && e.source().is(CountSource.PMU) && !e.socketWide()) {
                boolean[] group = watched[e.group()] == null ? new boolean[values] : watched[e.group()];
                e.values().forEach(v -> group[v] = true);
                watched[e.group()] = group;
            }
        }
    }

    /** Returns whether a value of a group comes from a hardware counter. */
    boolean watches(int group, int value) {
        return watched[group] != null && watched[group][value];
    }

    /** @param nanos running time in which the difference occurred, ns */
    static boolean exceedsLimit(long difference, long nanos) {
        double time = Math.max(0, nanos) + SLACK_NANOS;
        return difference > time * MAX_COUNTS_PER_NS || difference > time * TYPICAL_COUNTS_PER_NS
                && difference > 0.99 * MIN_JUMP && nearPowerOfTwo(difference);
    }

    /** Returns whether a decrease is a jump. Other decreases come from records that are not in the order of time. */
    static boolean fallsBack(long difference) {
        return difference <= -MIN_JUMP;
    }

    private static boolean nearPowerOfTwo(long n) {
        double exponent = Math.log(n) / Math.log(2);
        return Math.abs(n / Math.pow(2, Math.rint(exponent)) - 1) <= 0.01;
    }
}
