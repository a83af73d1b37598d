package runbench.parser.series;

import java.util.Arrays;
import runbench.parser.record.Cursor;
import runbench.parser.record.Kind;
import runbench.parser.record.Kind.Flag;
import runbench.parser.record.Recording;

/**
 * The wall time in which the counters of a recording were enabled. Other programs may enable and disable them during a
 * run ({@code --control}): time outside of the stretches was not counted, which is not a count of 0. All times are
 * CLOCK_MONOTONIC, ns. The object is immutable.
 */
public final class CountedTime {
    /** All of the time. */
    public static final CountedTime WHOLE = new CountedTime(new long[0], new long[0], false);

    /** Starts and ends of the stretches, ascending and disjoint. */
    private final long[] from;
    private final long[] to;
    /** Length of all stretches before each of them, ns. */
    private final long[] before;
    private final boolean isControlled;

    private CountedTime(long[] from, long[] to, boolean isControlled) {
        this.from = from;
        this.to = to;
        this.isControlled = isControlled;
        before = new long[from.length];
        for (int i = 1; i < from.length; i++) {
            before[i] = before[i - 1] + to[i - 1] - from[i - 1];
        }
    }

    /**
     * Returns the stretches of a recording. The last one of a truncated recording has no end: it lasts for ever.
     *
     * @return {@link #WHOLE} if the counters could not be disabled
     */
    static CountedTime of(Recording recording) {
        if (!recording.metadata().json().has("control")) {
            return WHOLE;
        }
        long[] from = new long[16];
        long[] to = new long[16];
        int n = 0;
        boolean isOpen = false;
        Cursor c = recording.cursor();
        while (c.next()) {
            if (c.kind() != Kind.CONTROL || (c.flags() & Flag.ENABLED) != 0 == isOpen) {
                continue;
            }
            isOpen = !isOpen;
            if (!isOpen) {
                to[n - 1] = c.wallNanos();
                continue;
            }
            if (n == from.length) {
                from = Arrays.copyOf(from, 2 * n);
                to = Arrays.copyOf(to, 2 * n);
            }
            from[n] = c.wallNanos();
            to[n++] = Long.MAX_VALUE;
        }
        return new CountedTime(Arrays.copyOf(from, n), Arrays.copyOf(to, n), true);
    }

    /** Returns whether another program controlled the counters, even if it never disabled them. */
    public boolean isControlled() {
        return isControlled;
    }

    /** Returns the number of stretches. */
    public int stretches() {
        return from.length;
    }

    /** Returns the start of a stretch. */
    public long from(int stretch) {
        return from[stretch];
    }

    /** Returns the end of a stretch; {@link Long#MAX_VALUE} for the last stretch of a truncated recording. */
    public long to(int stretch) {
        return to[stretch];
    }

    /** Returns the counted part of an interval, ns; 0 if its end is not after its start. */
    public long within(long begin, long end) {
        return end <= begin ? 0 : isControlled ? upTo(end) - upTo(begin) : end - begin;
    }

    /** Returns the index of the last of these ascending values that does not exceed a limit; -1: none. */
    private static int lastUpTo(long[] values, long limit) {
        int i = Arrays.binarySearch(values, limit);
        return i >= 0 ? i : -i - 2;
    }

    /** Returns the counted time from the first stretch to a time, ns. */
    private long upTo(long wall) {
        int i = lastUpTo(from, wall);
        return i < 0 ? 0 : before[i] + Math.min(wall, to[i]) - from[i];
    }

    /** Returns the latest counted time that is not after a time; the time itself if none was counted before. */
    long lastBefore(long wall) {
        int i = lastUpTo(from, wall);
        return !isControlled || i < 0 ? wall : Math.min(wall, to[i]);
    }

    /**
     * Returns the latest time from which to {@code end} at least {@code nanos} were counted; the first start if less
     * were.
     */
    long back(long end, long nanos) {
        if (!isControlled) {
            return end - nanos;
        }
        long wanted = upTo(end) - nanos;
        int i = lastUpTo(before, Math.max(0, wanted));
        return i < 0 ? end : wanted <= 0 ? from[0] : from[i] + wanted - before[i];
    }
}
