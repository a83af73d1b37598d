package runbench.parser.series;

import java.util.BitSet;
import runbench.parser.series.BucketGrid.GridPlacement;
import runbench.parser.series.Period.PeriodFlag;

/**
 * The position of one period at a time on a {@link BucketGrid}. A regular period is spread over the buckets that it
 * touches. An irregular period stays in the bucket in which it begins, so the interval without samples appears as a
 * gap.
 */
public final class BucketSpread {
    /** Minimum part of a bucket, or of a shorter period, for the period's rate to belong to the bucket. */
    private static final double MIN_OVERLAP = 0.25;

    private final BucketGrid grid;
    private final boolean wall;
    private final double width;
    private final int lastBucket;
    private final boolean knowsIdle;
    /** Null if the grid begins with the recording. */
    private final GridPlacement placement;
    /** Null if all wall time was counted, or if the grid is not along it. */
    private final CountedTime counted;
    private final long start;
    private final BitSet missed = new BitSet();
    private double begin;
    private double end;
    private double length;
    private boolean outside;
    private int first;
    private int last;
    private int firstOfRate;
    private int lastOfRate;
    /** Shares of the period in its first and last bucket, if they differ. */
    private double firstShare;
    private double lastShare;
    private int earliest = Integer.MAX_VALUE;
    private int latest = -1;

    /**
     * @param wholeProgram whether the periods are those of all tasks; time before the first and after the last is then
     *     idle
     */
    public BucketSpread(BucketGrid grid, Periods periods, boolean wholeProgram) {
        this(grid, periods, wholeProgram, null);
    }

    /**
     * @param placement position of the recording on a grid along wall time; null: the grid begins with the recording
     */
    public BucketSpread(BucketGrid grid, Periods periods, boolean wholeProgram, GridPlacement placement) {
        this.grid = grid;
        this.placement = placement;
        // The counters of a CPU advance while it is idle. An interval without samples is therefore a gap.
        wall = grid.axis() == Axis.WALL_TIME;
        counted = wall && placement == null && periods.counted().isControlled() ? periods.counted() : null;
        start = periods.startWallNanos();
        width = grid.width();
        lastBucket = grid.count() - 1;
        knowsIdle = grid.axis() == Axis.WALL_TIME && !periods.recording().metadata().cpuWide();
        if (wholeProgram) {
            earliest = placement == null ? 0 : bucket(placement.start());
            latest = placement == null ? grid.count() - 1 : bucket(placement.end());
        }
    }

    /**
     * Returns a copy with {@code times} neighbouring buckets merged, for {@link #idle} only; it cannot place periods.
     */
    public BucketSpread merged(int times) {
        return new BucketSpread(this, times);
    }

    private BucketSpread(BucketSpread fine, int times) {
        grid = fine.grid.merged(times);
        placement = fine.placement;
        wall = fine.wall;
        counted = fine.counted;
        start = fine.start;
        width = grid.width();
        lastBucket = grid.count() - 1;
        knowsIdle = fine.knowsIdle;
        earliest = fine.earliest == Integer.MAX_VALUE ? fine.earliest : fine.earliest / times;
        latest = fine.latest < 0 ? fine.latest : fine.latest / times;
        fine.missed.stream().forEach(b -> missed.set(b / times));
    }

    /** Places a period. The other methods then refer to it. */
    public void place(Period p) {
        end = placement != null ? placement.position().applyAsDouble(p.wallNanos())
                : wall ? p.wallNanos() : p.runNanos();
        // Several tasks polled together run for longer than the wall time between two polls.
        length = wall ? Math.min(p.runDeltaNanos(), p.wallDeltaNanos()) : p.runDeltaNanos();
        begin = end > length || placement != null ? end - length : 0;
        if (counted != null) {
            long until = counted.lastBefore(start + p.wallNanos());
            end = until - start;
            begin = counted.back(until, (long) length) - start;
            length = Math.min(length, counted.within(start + (long) begin, until));
        }
        outside = placement != null && (end <= 0 || begin >= grid.length());
        if (outside) {
            return;
        }
        first = bucket(begin);
        last = lastTouched();
        earliest = Math.min(earliest, first);
        latest = Math.max(latest, last);
        if (p.is(PeriodFlag.IRREGULAR) || length <= 0) {
            missed.set(first, length > 0 ? last + 1 : first);
            last = first;
        }
        firstOfRate = first;
        lastOfRate = last;
        if (first < last) {
            firstShare = part(first);
            lastShare = part(last);
            double least = MIN_OVERLAP * Math.min(width, length);
            firstOfRate += firstShare * length >= least ? 0 : 1;
            lastOfRate -= lastShare * length >= least ? 0 : 1;
        }
    }

    /** Returns whether the period is outside of the grid, as periods before and after a part of a recording are. */
    public boolean outside() {
        return outside;
    }

    /** Returns the first bucket that the period touches. */
    public int first() {
        return first;
    }

    /** Returns the last bucket that the period touches. */
    public int last() {
        return last;
    }

    /**
     * Returns the first bucket to which the period's rate belongs. A bucket that the period only touches gets its mean
     * from other periods.
     */
    public int firstOfRate() {
        return firstOfRate;
    }

    /** Returns the last bucket to which the period's rate belongs. */
    public int lastOfRate() {
        return lastOfRate;
    }

    /** Returns the share of the period in a bucket from {@link #first} to {@link #last}, 0..1. */
    public double share(int bucket) {
        return first == last ? 1 : bucket == first ? firstShare : bucket == last ? lastShare : part(bucket);
    }

    private double part(int bucket) {
        double from = Math.max(begin, bucket * width);
        double to = Math.min(end, right(bucket));
        return (counted == null ? to - from : counted.within(start + (long) from, start + (long) to)) / length;
    }

    /**
     * Returns whether nothing ran in a bucket along wall time, which was counted. It is valid after all periods have
     * been placed. Such a bucket has no samples because there was nothing to sample.
     *
     * @param ran running time in the bucket, ns
     */
    public boolean idle(int bucket, double ran) {
        return knowsIdle && ran <= 0 && !missed.get(bucket) && bucket >= earliest && bucket <= latest
                && isCounted(bucket);
    }

    private boolean isCounted(int bucket) {
        return counted == null
                || counted.within(start + (long) (bucket * width), start + (long) ((bucket + 1) * width)) > 0;
    }

    private double right(int bucket) {
        return bucket == lastBucket ? Double.POSITIVE_INFINITY : (bucket + 1) * width;
    }

    private int bucket(double position) {
        double at = position / width;
        return at >= lastBucket ? lastBucket : at > 0 ? (int) at : 0;
    }

    /** A period that ends on an edge does not touch the next bucket. */
    private int lastTouched() {
        int bucket = bucket(end);
        return bucket > first && end <= bucket * width ? bucket - 1 : bucket;
    }
}
