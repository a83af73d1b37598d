package runbench.parser.series;

/**
 * Lays periods over a {@link BucketGrid}, one after the other. A regular period is spread over the buckets that it
 * touches; an irregular one stays in the bucket in which it begins, so that the stretch without samples shows as a gap.
 */
public final class BucketSpread {
    private final BucketGrid grid;
    private final long nominal;
    private double begin;
    private double end;
    private double length;
    private int first;
    private int last;
    private long gaps;
    private long wallOfPrevious;

    public BucketSpread(BucketGrid grid, Periods periods) {
        this.grid = grid;
        nominal = periods.nominalNanos();
    }

    /** The period that the other methods then tell of. */
    public void place(Period p) {
        countGap(p);
        end = grid.axis() == Axis.WALL_TIME ? p.wallNanos() : p.runNanos();
        length = p.runDeltaNanos();
        begin = Math.max(0, end - length);
        first = bucket(begin);
        last = p.is(PeriodFlag.IRREGULAR) || length <= 0 ? first : lastBucket();
    }

    /** First bucket that it touches. */
    public int first() {
        return first;
    }

    /** Last bucket that it touches. */
    public int last() {
        return last;
    }

    /** Share of it that lies in a bucket between {@link #first} and {@link #last}; 0..1. */
    public double share(int bucket) {
        return first == last ? 1
                : (Math.min(end, (bucket + 1) * grid.width()) - Math.max(begin, bucket * grid.width())) / length;
    }

    /** Stretches of more than 1.5 nominal periods without a sample, among all periods placed so far. */
    public long gaps() {
        return gaps;
    }

    private void countGap(Period p) {
        if (grid.axis() != Axis.WALL_TIME) {
            gaps += p.is(PeriodFlag.IRREGULAR) ? 1 : 0;
        } else {
            gaps += nominal > 0 && p.wallNanos() - wallOfPrevious > nominal + nominal / 2 ? 1 : 0;
            wallOfPrevious = p.wallNanos();
        }
    }

    private int bucket(double position) {
        return (int) Math.max(0, Math.min(grid.count() - 1, position / grid.width()));
    }

    /** A period that ends on an edge does not touch the bucket behind it. */
    private int lastBucket() {
        int bucket = bucket(end);
        return bucket > first && end <= bucket * grid.width() ? bucket - 1 : bucket;
    }
}
