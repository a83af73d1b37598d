package runbench.parser.series;

import runbench.parser.record.Cursor;

/**
 * Readings of a group's sums, taken where its tasks worked and had no samples
 * ({@link runbench.parser.record.Kind#READING}). What a reading tells beyond the records before it comes once more with
 * the next records of the tasks themselves, and is taken off these: so the counts stand where they happened, and still
 * add up to the final ones.
 */
final class Readings {
    private static final int RUN = 0;
    private static final int VALUES = 1;

    private final int width;
    /** Of each group: what its tasks' records add up to, and what readings told beyond. */
    private final long[][] known = new long[256][];
    private final long[][] ahead = new long[256][];
    private final long[] wallOfPrevious = new long[256];
    private final long[] wallOfReading = new long[256];

    Readings(int values, long startWall) {
        width = VALUES + values;
        java.util.Arrays.fill(wallOfPrevious, startWall);
    }

    /**
     * Takes note of a task's own record; returns its running time without what readings told before, and so the counts.
     */
    long settle(int group, long wall, long run, long[] counts) {
        wallOfPrevious[group] = Math.max(wallOfPrevious[group], wall);
        long[] sums = of(known, group);
        sums[RUN] += run;
        for (int v = 0; v < counts.length; v++) {
            sums[VALUES + v] += counts[v];
        }
        long[] told = ahead[group];
        if (told == null) {
            return run;
        }
        for (int v = 0; v < counts.length; v++) {
            counts[v] = without(told, VALUES + v, counts[v]);
        }
        return without(told, RUN, run);
    }

    /**
     * What a reading tells beyond everything before it: returns the running time, fills in the counts.
     *
     * @param faulty set for each value that jumped by more than a CPU can count, which then counts 0
     */
    long advance(Cursor reading, long[] counts, ImpossibleCounts impossible, boolean[] faulty) {
        int group = reading.group();
        wallOfReading[group] = Math.max(wallOfReading[group], reading.wallNanos());
        long run = beyond(group, RUN, reading.runNanos());
        for (int v = 0; v < counts.length; v++) {
            faulty[v] = impossible.watches(group, v) && jumped(group, VALUES + v, reading.value(v), run);
            counts[v] = faulty[v] ? 0 : beyond(group, VALUES + v, reading.value(v));
        }
        return run;
    }

    /** A sum that jumped goes on from where it arrived: what it jumped by is taken as known. */
    private boolean jumped(int group, int at, long now, long nanos) {
        long difference = now - of(known, group)[at] - of(ahead, group)[at];
        if (!ImpossibleCounts.holds(difference, nanos) && !ImpossibleCounts.fallsBack(difference)) {
            return false;
        }
        known[group][at] += difference;
        return true;
    }

    /** Wall time of the record or reading before, of any task, ns. */
    long previous(int group) {
        return Math.max(wallOfPrevious[group], wallOfReading[group]);
    }

    /** True once a reading of the group has told anything. */
    boolean any(int group) {
        return ahead[group] != null;
    }

    /** Wall time of the last reading, ns; 0 without. */
    long last(int group) {
        return wallOfReading[group];
    }

    private long beyond(int group, int at, long now) {
        long[] told = of(ahead, group);
        // While a task ends, its counts are in neither place for a moment: they come with the next reading.
        long more = Math.max(0, now - of(known, group)[at] - told[at]);
        told[at] += more;
        return more;
    }

    private static long without(long[] told, int at, long count) {
        long before = Math.min(told[at], count);
        told[at] -= before;
        return count - before;
    }

    private long[] of(long[][] table, int group) {
        if (table[group] == null) {
            table[group] = new long[width];
        }
        return table[group];
    }
}
