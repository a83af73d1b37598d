package runbench.parser.series;

import java.util.BitSet;

/**
 * Lays periods over a {@link BucketGrid}, one after the other. A regular period is spread over the buckets that it
 * touches; an irregular one stays in the bucket in which it begins, so that the stretch without samples shows as a gap.
 */
public final class BucketSpread {
    /** Part of a bucket, or of a shorter period, from which on the period's rate belongs to the bucket. */
    private static final double MIN_OVERLAP = 0.25;

    private final BucketGrid grid;
    private final boolean wall;
    private final double width;
    private final int lastBucket;
    private final boolean knowsIdle;
    /** Null: the grid begins where the recording does. */
    private final GridPlacement placement;
    private final BitSet missed = new BitSet();
    private double begin;
    private double end;
    private double length;
    private boolean outside;
    private int first;
    private int last;
    private int earliest = Integer.MAX_VALUE;
    private int latest = -1;

    /**
     * @param wholeProgram its periods are those of all tasks: what lies before the first and behind the last is idle
     *     too
     */
    public BucketSpread(BucketGrid grid, Periods periods, boolean wholeProgram) {
        this(grid, periods, wholeProgram, null);
    }

    /** @param placement where the recording stands on the grid, which is along wall time; null: where it begins */
    public BucketSpread(BucketGrid grid, Periods periods, boolean wholeProgram, GridPlacement placement) {
        this.grid = grid;
        this.placement = placement;
        // A CPU's own counters run on while it is idle: where they have no sample, samples are missing.
        wall = grid.axis() == Axis.WALL_TIME;
        width = grid.width();
        lastBucket = grid.count() - 1;
        knowsIdle = grid.axis() == Axis.WALL_TIME && !periods.recording().metadata().cpuWide();
        if (wholeProgram) {
            earliest = placement == null ? 0 : bucket(placement.from());
            latest = placement == null ? grid.count() - 1 : bucket(placement.to());
        }
    }

    /**
     * The same with so many buckets taken together, to be asked what is {@link #idle}; no period can be placed by it.
     */
    public BucketSpread merged(int times) {
        return new BucketSpread(this, times);
    }

    private BucketSpread(BucketSpread fine, int times) {
        grid = fine.grid.merged(times);
        placement = fine.placement;
        wall = fine.wall;
        width = grid.width();
        lastBucket = grid.count() - 1;
        knowsIdle = fine.knowsIdle;
        earliest = fine.earliest == Integer.MAX_VALUE ? fine.earliest : fine.earliest / times;
        latest = fine.latest < 0 ? fine.latest : fine.latest / times;
        fine.missed.stream().forEach(b -> missed.set(b / times));
    }

    /** The period that the other methods then tell of. */
    public void place(Period p) {
        end = placement != null ? placement.at().applyAsDouble(p.wallNanos()) : wall ? p.wallNanos() : p.runNanos();
        // Several tasks polled together run for longer than the wall time between two polls.
        length = wall ? Math.min(p.runDeltaNanos(), p.wallDeltaNanos()) : p.runDeltaNanos();
        begin = end > length || placement != null ? end - length : 0;
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
    }

    /** Nothing of it lies on the grid: a part of a recording has periods before it and behind it. */
    public boolean outside() {
        return outside;
    }

    /** First bucket that it touches. */
    public int first() {
        return first;
    }

    /** Last bucket that it touches. */
    public int last() {
        return last;
    }

    /** First bucket that its rate belongs to: not one that it merely touches, whose mean is made of other periods. */
    public int firstOfRate() {
        return first < last && !fills(first) ? first + 1 : first;
    }

    /** Last bucket that its rate belongs to. */
    public int lastOfRate() {
        return first < last && !fills(last) ? last - 1 : last;
    }

    private boolean fills(int bucket) {
        return share(bucket) * length >= MIN_OVERLAP * Math.min(width, length);
    }

    /** Share of it that lies in a bucket between {@link #first} and {@link #last}; 0..1. */
    public double share(int bucket) {
        return first == last ? 1 : (Math.min(end, right(bucket)) - Math.max(begin, bucket * grid.width())) / length;
    }

    /**
     * True for a bucket along wall time in which nothing ran, once all periods have been placed: no sample of it is
     * missing, there was nothing to sample.
     *
     * @param ran running time in the bucket, ns
     */
    public boolean idle(int bucket, double ran) {
        return knowsIdle && ran <= 0 && !missed.get(bucket) && bucket >= earliest && bucket <= latest;
    }

    private double right(int bucket) {
        return bucket == grid.count() - 1 ? Double.POSITIVE_INFINITY : (bucket + 1) * grid.width();
    }

    private int bucket(double position) {
        double at = position / width;
        return at >= lastBucket ? lastBucket : at > 0 ? (int) at : 0;
    }

    /** A period that ends on an edge does not touch the bucket behind it. */
    private int lastTouched() {
        int bucket = bucket(end);
        return bucket > first && end <= bucket * grid.width() ? bucket - 1 : bucket;
    }
}
