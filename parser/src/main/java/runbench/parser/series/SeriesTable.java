package runbench.parser.series;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import runbench.parser.record.Cursor;

/**
 * The last cumulative values of every series (group, task, cpu), in flat arrays: no object per record or per series.
 * Grows with the number of series that really occur.
 */
final class SeriesTable {
    private static final int RUN = 0;
    private static final int RUNNING = 1;
    private static final int WALL = 2;
    private static final int CLOSED = 3;
    private static final int ENABLED = 4;
    /** The last values, followed by the value before a jump in the last record plus 1 each; 0 without a jump. */
    private static final int VALUES = 5;
    /** Replaces the CPU number for values of a task on all CPUs. */
    private static final int ANY_CPU = 0xfffffe;

    private final int width;
    private final int values;
    private final ImpossibleCounts impossible;
    private final SeriesIndex index = new SeriesIndex();
    private long[] last;
    private final Set<Integer> closedTasks = new HashSet<>();

    /** Differences of the last record in {@link #advance}: running time, counted time (ns), counts. */
    long deltaRun;
    long deltaRunning;
    /** Wall time of the previous record in the same series, ns. */
    long wallBefore;
    final long[] delta;
    /**
     * The values of the last record whose difference is impossible; the stored difference is then 0 and is not a count.
     */
    final boolean[] faulty;
    /** Number of cumulative values that decreased, which no intact counter does; their difference is 0. */
    long decreasing;

    SeriesTable(int values, ImpossibleCounts impossible) {
        this.values = values;
        this.impossible = impossible;
        width = VALUES + 2 * values;
        last = new long[16 * width];
        delta = new long[values];
        faulty = new boolean[values];
    }

    /**
     * Computes the differences between a record and the previous one of its series, or 0.
     *
     * @param firstWall assumed start of a series without any record, wall time, ns
     * @param other additional running time in which the counts may have occurred, ns
     */
    void advance(Cursor record, boolean close, int valuesOfGroup, long firstWall, long other) {
        int before = index.used();
        int base = base(record.group(), record.task(), record.cpu());
        wallBefore = index.used() > before ? firstWall : last[base + WALL];
        last[base + WALL] = record.wallNanos();
        last[base + CLOSED] = close ? 1 : 0;
        if (close) {
            closedTasks.add(record.task());
        }
        deltaRun = step(base + RUN, record.runNanos());
        deltaRunning = step(base + RUNNING, record.runningNanos());
        for (int v = 0; v < valuesOfGroup; v++) {
            boolean watched = impossible.watches(record.group(), v);
            faulty[v] = watched && jumps(base + VALUES + v, record.value(v), Math.max(deltaRun, deltaRunning) + other);
            delta[v] = faulty[v] ? 0 : step(base + VALUES + v, record.value(v));
        }
    }

    /** A task appears: series of an earlier task of the same serial number that were closed start from 0 again. */
    void startTask(int task) {
        // Serial numbers are not reused by our own sampler, so this is the rare way.
        if (!closedTasks.remove(task)) {
            return;
        }
        index.forEach((number, group, of) -> {
            if (of == task && last[number * width + CLOSED] == 1) {
                Arrays.fill(last, number * width, number * width + width, 0);
            }
        });
    }

    /**
     * A counter that jumped counts on from where it arrived, so that this reading is the base of the next difference.
     * It may also have been read wrongly once: then the next reading is back where it was, and is a new base as well.
     */
    private boolean jumps(int at, long now, long nanos) {
        int before = at + values;
        long difference = now - last[at];
        boolean back = difference < 0 && last[before] > 0 && now >= last[before] - 1;
        if (!back && !ImpossibleCounts.exceedsLimit(difference, nanos) && !ImpossibleCounts.fallsBack(difference)) {
            last[before] = 0;
            return false;
        }
        last[before] = back ? 0 : last[at] + 1;
        last[at] = now;
        return true;
    }

    private long step(int at, long now) {
        long difference = now - last[at];
        if (difference < 0) {
            decreasing++;
            return 0;
        }
        last[at] = now;
        return difference;
    }

    /** Returns the index of a series' first value. */
    private int base(int group, int task, int cpu) {
        int base = index.of(group, task, cpu) * width;
        if (base + width > last.length) {
            last = Arrays.copyOf(last, 2 * last.length);
        }
        return base;
    }

    /**
     * Returns the increment of a task's enabled time since its last record on any CPU, ns. A counter bound to one CPU
     * is enabled whenever its task runs on any CPU, so all counters of the task show the same clock.
     */
    long advanceEnabled(Cursor record) {
        int at = base(record.group(), record.task(), ANY_CPU) + ENABLED;
        long step = Math.max(0, record.enabledNanos() - last[at]);
        last[at] += step;
        return step;
    }

    /**
     * Numbers the series (group, task, CPU) of a recording from 0 on, as they occur: no object per record or per
     * series.
     */
    static final class SeriesIndex {
        private long[] keys = new long[64];
        /** Number + 1 of the key at the same place; 0 when the place is free. */
        private int[] numbers = new int[64];
        private int used;
        private long recentKey;
        private int recent = -1;

        /** Returns the number of series so far. */
        int used() {
            return used;
        }

        /** Returns the number of a series. A new series has the value of {@link #used} before the call. */
        int of(int group, int task, int cpu) {
            long key = (long) group << 56 | Integer.toUnsignedLong(task) << 24 | cpu & 0xffffff;
            if (key == recentKey && recent >= 0) {
                return recent;
            }
            if (2 * used >= keys.length) {
                grow();
            }
            int i = place(key);
            if (numbers[i] == 0) {
                keys[i] = key;
                numbers[i] = ++used;
            }
            recentKey = key;
            recent = numbers[i] - 1;
            return recent;
        }

        /** A receiver of each series with its number. */
        @FunctionalInterface
        interface Visitor {
            void series(int number, int group, int task);
        }

        void forEach(Visitor visitor) {
            for (int i = 0; i < keys.length; i++) {
                if (numbers[i] != 0) {
                    visitor.series(numbers[i] - 1, (int) (keys[i] >>> 56), (int) (keys[i] >>> 24));
                }
            }
        }

        private int place(long key) {
            int mask = keys.length - 1;
            int i = (int) (key * 0x9E3779B97F4A7C15L >>> 40) & mask;
            while (numbers[i] != 0 && keys[i] != key) {
                i = i + 1 & mask;
            }
            return i;
        }

        private void grow() {
            long[] oldKeys = keys;
            int[] oldNumbers = numbers;
            keys = new long[2 * oldKeys.length];
            numbers = new int[2 * oldKeys.length];
            for (int i = 0; i < oldKeys.length; i++) {
                if (oldNumbers[i] != 0) {
                    int j = place(oldKeys[i]);
                    keys[j] = oldKeys[i];
                    numbers[j] = oldNumbers[i];
                }
            }
        }
    }
}
