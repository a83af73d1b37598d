package runbench.parser.series;

import java.util.Arrays;
import java.util.Objects;
import runbench.parser.series.BucketGrid.GridPlacement;

/**
 * The distribution of running time over the buckets of a grid, by wall time, which gives the number of busy CPUs. A
 * task that mostly waits reports a period of running time rarely. If the period counted in the bucket of its report,
 * the task would seem to use many CPUs for a short time. So each period is spread evenly over the wall time since the
 * task's previous period. Wall time in which the counters were disabled is left out.
 */
public final class BusyTime {
    private final BucketGrid grid;
    private final double[] busy;
    /**
     * Wall time at which each bucket begins, ns. On a running-time axis it is known up to the latest period's bucket.
     */
    private final double[] begin;
    private int latest;
    private double run;
    private double wall;
    /** Null if the grid begins with the recording. */
    private final GridPlacement placement;
    private final CountedTime counted;
    private final long start;

    /**
     * Creates an empty distribution.
     *
     * @param grid buckets
     * @param placement position of the recording on a wall-time grid; null if the grid begins with the recording
     * @param periods the recording
     */
    public BusyTime(BucketGrid grid, GridPlacement placement, Periods periods) {
        this(grid, placement, periods.counted(), periods.startWallNanos());
    }

    private BusyTime(BucketGrid grid, GridPlacement placement, CountedTime counted, long start) {
        this.counted = counted;
        this.start = start;
        this.grid = grid;
        this.placement = placement;
        busy = new double[grid.count()];
        begin = new double[grid.count() + 1];
        if (grid.axis() == Axis.WALL_TIME) {
            Arrays.setAll(begin, b -> counted(b < grid.count() ? b * grid.width() : grid.length()));
        }
        if (placement != null) {
            Arrays.setAll(begin, b -> Math.max(placement.start(), Math.min(placement.end(), begin[b])));
        }
    }

    /**
     * Returns the distribution over wider buckets. The recording must have a placement.
     *
     * @param times number of buckets that are merged into one
     */
    public BusyTime merged(int times) {
        BusyTime merged = new BusyTime(grid.merged(times), Objects.requireNonNull(placement), counted, start);
        System.arraycopy(BucketGrid.merged(busy, times), 0, merged.busy, 0, merged.busy.length);
        return merged;
    }

    /**
     * Adds a period. Periods are added in the order of their ends.
     *
     * @param p the period
     * @param nanos running time of its task in the period, ns
     */
    public void add(Period p, double nanos) {
        if (placement != null) {
            addPlaced(placement.position().applyAsDouble(p.wallNanos()), p.wallDeltaNanos(), nanos);
            return;
        }
        advance(p);
        double to = Math.min(counted(p.wallNanos()), wall);
        double from = Math.max(0, to - p.wallDeltaNanos());
        int b = latest;
        double end = Math.max(to, begin[b]);
        while (b > 0 && begin[b] > from) {
            busy[b] += nanos * share(from, to, begin[b], end);
            end = begin[b--];
        }
        busy[b] += nanos * share(from, to, Math.min(from, begin[b]), end);
    }

    /** Returns the mean number of busy CPUs in a bucket; NaN if the bucket contains no wall time. */
    public double cpus(int bucket) {
        double length = wall(bucket);
        return length > 0 ? busy[bucket] / length : Double.NaN;
    }

    /** Returns the running time in a bucket, ns. */
    public double nanos(int bucket) {
        return busy[bucket];
    }

    /** Returns the counted wall time of a bucket, ns. */
    public double wall(int bucket) {
        double end = grid.axis() != Axis.WALL_TIME && bucket >= latest ? wall : begin[bucket + 1];
        return Math.max(0, end - begin[bucket]);
    }

    /** Adds a period of a placed recording, without the parts before and after the grid. */
    private void addPlaced(double to, double length, double nanos) {
        double from = to - Math.max(1, length);
        int last = (int) Math.min(grid.count() - 1, to / grid.width());
        for (int b = (int) Math.max(0, from / grid.width()); b <= last; b++) {
            double part = Math.min(to, begin[b + 1]) - Math.max(from, begin[b]);
            busy[b] += part > 0 ? nanos * part / (to - from) : 0;
        }
    }

    /** Returns the counted part of the wall time from the start to a position, ns. */
    private double counted(double position) {
        return counted.isControlled() ? counted.within(start, start + (long) position) : position;
    }

    private void advance(Period p) {
        double before = wall;
        wall = Math.max(wall, counted(p.wallNanos()));
        if (grid.axis() == Axis.WALL_TIME) {
            latest = Math.max(latest, (int) Math.min(grid.count() - 1, p.wallNanos() / grid.width()));
            return;
        }
        while (latest + 1 < grid.count() && (latest + 1) * grid.width() <= p.runNanos()) {
            double part = p.runNanos() > run ? ((latest + 1) * grid.width() - run) / (p.runNanos() - run) : 1;
            begin[++latest] = before + (wall - before) * part;
        }
        run = Math.max(run, p.runNanos());
    }

    /** Returns the share of [from, to] that is in [begin, end]. A period without length counts at its end. */
    private static double share(double from, double to, double begin, double end) {
        return to > from ? Math.max(0, Math.min(to, end) - Math.max(from, begin)) / (to - from)
                : begin <= to && to <= end ? 1 : 0;
    }
}
