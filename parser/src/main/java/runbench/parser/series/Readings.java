package runbench.parser.series;

import runbench.parser.record.Cursor;

/**
 * Readings of a group's sums, from times at which its tasks worked without samples
 * ({@link runbench.parser.record.Kind#READING}). The increment of a reading over the records before it is also part of
 * the tasks' next records and is subtracted there. Counts thus appear at the time at which they occurred, and their sum
 * equals the final count.
 */
final class Readings {
    private static final int RUN = 0;
    private static final int VALUES = 1;

    private final int width;
    /** Per group, the sums of its tasks' records and the increments of readings over them. */
    private final long[][] known = new long[256][];
    private final long[][] ahead = new long[256][];
    private final long[] wallOfPrevious = new long[256];
    private final long[] wallOfReading = new long[256];

    Readings(int values, long startWall) {
        width = VALUES + values;
        java.util.Arrays.fill(wallOfPrevious, startWall);
    }

    /**
     * Adds a task's own record. Returns its running time, and adjusts its counts, without the increments of earlier
     * readings.
     */
    long settle(int group, long wall, long run, long[] counts) {
        wallOfPrevious[group] = Math.max(wallOfPrevious[group], wall);
        long[] sums = sums(known, group);
        sums[RUN] += run;
        for (int v = 0; v < counts.length; v++) {
            sums[VALUES + v] += counts[v];
        }
        long[] told = ahead[group];
        if (told == null) {
            return run;
        }
        for (int v = 0; v < counts.length; v++) {
            counts[v] = subtractAhead(told, VALUES + v, counts[v]);
        }
        return subtractAhead(told, RUN, run);
    }

    /**
     * Adds a reading. Returns the increment of the running time and stores the increments of the counts.
     *
     * @param faulty set for each value that jumped by more than a CPU can count; its increment is then 0
     */
    long advance(Cursor reading, long[] counts, ImpossibleCounts impossible, boolean[] faulty) {
        int group = reading.group();
        wallOfReading[group] = Math.max(wallOfReading[group], reading.wallNanos());
        long run = advanceSum(group, RUN, reading.runNanos());
        for (int v = 0; v < counts.length; v++) {
            faulty[v] = impossible.watches(group, v) && jumped(group, VALUES + v, reading.value(v), run);
            counts[v] = faulty[v] ? 0 : advanceSum(group, VALUES + v, reading.value(v));
        }
        return run;
    }

    /** Continues a sum after a jump from its new value; the height of the jump is not counted. */
    private boolean jumped(int group, int at, long now, long nanos) {
        long difference = now - sums(known, group)[at] - sums(ahead, group)[at];
        if (!ImpossibleCounts.exceedsLimit(difference, nanos) && !ImpossibleCounts.fallsBack(difference)) {
            return false;
        }
        known[group][at] += difference;
        return true;
    }

    /** Wall time of the previous record or reading of any task, ns. */
    long previous(int group) {
        return Math.max(wallOfPrevious[group], wallOfReading[group]);
    }

    /** Returns whether a reading of the group has had an increment. */
    boolean hasIncrement(int group) {
        return ahead[group] != null;
    }

    /** Returns the wall time of the last reading, ns; 0 if there is none. */
    long wallOfLast(int group) {
        return wallOfReading[group];
    }

    private long advanceSum(int group, int at, long now) {
        long[] told = sums(ahead, group);
        // While a task ends, its counts are temporarily in neither sum; the next reading contains them.
        long more = Math.max(0, now - sums(known, group)[at] - told[at]);
        told[at] += more;
        return more;
    }

    private static long subtractAhead(long[] told, int at, long count) {
        long before = Math.min(told[at], count);
        told[at] -= before;
        return count - before;
    }

    private long[] sums(long[][] table, int group) {
        if (table[group] == null) {
            table[group] = new long[width];
        }
        return table[group];
    }
}
