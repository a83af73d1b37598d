package runbench.parser.series;

import java.util.Arrays;
import java.util.Objects;
import runbench.parser.series.BucketGrid.GridPlacement;

/**
 * Lays running time over the buckets of a grid by the wall time in which it was spent, to tell how many CPUs were busy.
 * A task that mostly waits reports a period of running time once in a long while: put where it was reported, a shell
 * would seem to keep many CPUs busy in the instant in which it ends. Here each period is spread evenly over the wall
 * time since the task's period before.
 */
public final class BusyTime {
    private final BucketGrid grid;
    private final double[] busy;
    /** Wall time at which each bucket begins, ns; along running time known up to the bucket of the latest period. */
    private final double[] begin;
    private int latest;
    private double run;
    private double wall;
    /** Null: the grid begins where the recording does. */
    private final GridPlacement placement;

    public BusyTime(BucketGrid grid) {
        this(grid, null);
    }

    /** @param placement where the recording stands on the grid, which is along wall time; null: where it begins */
    public BusyTime(BucketGrid grid, GridPlacement placement) {
        this.grid = grid;
        this.placement = placement;
        busy = new double[grid.count()];
        begin = new double[grid.count() + 1];
        if (grid.axis() == Axis.WALL_TIME) {
            Arrays.setAll(begin, b -> b < grid.count() ? b * grid.width() : grid.length());
        }
        if (placement != null) {
            Arrays.setAll(begin, b -> Math.max(placement.from(), Math.min(placement.to(), begin[b])));
        }
    }

    /** The same with so many buckets taken together; of a recording that was placed on the grid. */
    public BusyTime merged(int times) {
        BusyTime merged = new BusyTime(grid.merged(times), Objects.requireNonNull(placement));
        System.arraycopy(BucketGrid.merged(busy, times), 0, merged.busy, 0, merged.busy.length);
        return merged;
    }

    /**
     * Takes a period; they come in the order in which they end.
     *
     * @param nanos running time of its task in it
     */
    public void add(Period p, double nanos) {
        if (placement != null) {
            addPlaced(placement.at().applyAsDouble(p.wallNanos()), p.wallDeltaNanos(), nanos);
            return;
        }
        advance(p);
        double to = Math.min(p.wallNanos(), wall);
        double from = Math.max(0, to - p.wallDeltaNanos());
        int b = latest;
        double end = Math.max(to, begin[b]);
        while (b > 0 && begin[b] > from) {
            busy[b] += nanos * share(from, to, begin[b], end);
            end = begin[b--];
        }
        busy[b] += nanos * share(from, to, Math.min(from, begin[b]), end);
    }

    /** CPUs busy on average in a bucket; NaN where no wall time lies in it. */
    public double cpus(int bucket) {
        double length = wall(bucket);
        return length > 0 ? busy[bucket] / length : Double.NaN;
    }

    /** Running time spent in a bucket, ns. */
    public double nanos(int bucket) {
        return busy[bucket];
    }

    /** Wall time of a bucket, ns. */
    public double wall(int bucket) {
        double end = grid.axis() != Axis.WALL_TIME && bucket >= latest ? wall : begin[bucket + 1];
        return Math.max(0, end - begin[bucket]);
    }

    /** What lies before the grid or behind it is left out. */
    private void addPlaced(double to, double length, double nanos) {
        double from = to - Math.max(1, length);
        int last = (int) Math.min(grid.count() - 1, to / grid.width());
        for (int b = (int) Math.max(0, from / grid.width()); b <= last; b++) {
            double part = Math.min(to, begin[b + 1]) - Math.max(from, begin[b]);
            busy[b] += part > 0 ? nanos * part / (to - from) : 0;
        }
    }

    private void advance(Period p) {
        double before = wall;
        wall = Math.max(wall, p.wallNanos());
        if (grid.axis() == Axis.WALL_TIME) {
            latest = (int) Math.min(grid.count() - 1, wall / grid.width());
            return;
        }
        while (latest + 1 < grid.count() && (latest + 1) * grid.width() <= p.runNanos()) {
            double part = p.runNanos() > run ? ((latest + 1) * grid.width() - run) / (p.runNanos() - run) : 1;
            begin[++latest] = before + (wall - before) * part;
        }
        run = Math.max(run, p.runNanos());
    }

    /** Share of [from, to] that lies in [begin, end]; a period without length counts where it ends. */
    private static double share(double from, double to, double begin, double end) {
        return to > from ? Math.max(0, Math.min(to, end) - Math.max(from, begin)) / (to - from)
                : begin <= to && to <= end ? 1 : 0;
    }
}
