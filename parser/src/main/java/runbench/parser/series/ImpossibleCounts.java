package runbench.parser.series;

import runbench.parser.record.CountSource;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Metadata;

/**
 * Tells differences of hardware counts that no CPU can make. Counters of virtual machines jump, by 2^47 most often, and
 * then go on counting from there: what lies between the two readings is lost, everything after it is right again.
 */
final class ImpossibleCounts {
    /** 8 GHz x 256 a cycle: four times what the widest units count, floating-point operations. */
    private static final double MOST_PER_NANO = 8 * 256;
    /** 8 GHz x 8 a cycle: nearly all events stay below it. */
    private static final double USUAL_PER_NANO = 8 * 8;
    private static final long LEAST_JUMP = 1L << 40;
    /** A counter is not read in the same instant as the clock beside it. */
    private static final long SLACK_NANOS = 100_000;

    private final boolean[][] watched = new boolean[256][];

    ImpossibleCounts(Metadata metadata, int values) {
        // Where instructions stand in for time there is no clock to hold against the counts, nor a counter that jumps.
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

    /** True where a value of a group comes from a hardware counter. */
    boolean watches(int group, int value) {
        return watched[group] != null && watched[group][value];
    }

    /** @param nanos of running time in which the difference came about */
    static boolean holds(long difference, long nanos) {
        double time = Math.max(0, nanos) + SLACK_NANOS;
        return difference > time * MOST_PER_NANO
                || difference > time * USUAL_PER_NANO && difference > 0.99 * LEAST_JUMP && nearPowerOfTwo(difference);
    }

    /** True for a fall that is a jump too; others are an order of records that is not that of time. */
    static boolean fallsBack(long difference) {
        return difference <= -LEAST_JUMP;
    }

    private static boolean nearPowerOfTwo(long n) {
        double exponent = Math.log(n) / Math.log(2);
        return Math.abs(n / Math.pow(2, Math.rint(exponent)) - 1) <= 0.01;
    }
}
