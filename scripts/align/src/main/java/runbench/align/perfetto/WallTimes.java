package runbench.align.perfetto;

import java.util.Arrays;
import java.util.function.DoubleToLongFunction;
import runbench.parser.series.Axis;
import runbench.parser.series.Period;
import runbench.parser.series.PeriodVisitor;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesReport;

/**
 * Converts positions on an axis of a run, in s, to wall time since its start, in ns, by linear interpolation between
 * samples. On long runs each stored pair covers more samples, so that memory is bounded.
 */
final class WallTimes implements SeriesCollector<DoubleToLongFunction>, PeriodVisitor {
    private static final int MOST = 1 << 18;

    private final Axis axis;
    private final long[] position = new long[MOST];
    private final long[] wall = new long[MOST];
    private int size = 1;
    private int every = 1;
    private int skipped;

    WallTimes(Axis axis) {
        this.axis = axis;
    }

    @Override
    public PeriodVisitor periods() {
        return axis == Axis.WALL_TIME ? null : this;
    }

    @Override
    public void period(Period p) {
        if (++skipped < every) {
            return;
        }
        skipped = 0;
        if (size == MOST) {
            for (int i = 1; i < MOST / 2; i++) {
                position[i] = position[2 * i];
                wall[i] = wall[2 * i];
            }
            size = MOST / 2;
            every *= 2;
        }
        position[size] = Math.max(position[size - 1], p.runNanos());
        wall[size] = Math.max(wall[size - 1], p.wallNanos());
        size++;
    }

    @Override
    public DoubleToLongFunction result(SeriesReport report) {
        return axis == Axis.WALL_TIME ? seconds -> Math.round(seconds * 1e9) : this::wallNanos;
    }

    private long wallNanos(double seconds) {
        long at = Math.round(seconds * 1e9);
        int found = Arrays.binarySearch(position, 0, size, at);
        if (found >= 0) {
            return wall[found];
        }
        int after = -found - 1;
        if (after == size) {
            return wall[size - 1];
        }
        double share = (double) (at - position[after - 1]) / (position[after] - position[after - 1]);
        return wall[after - 1] + Math.round(share * (wall[after] - wall[after - 1]));
    }
}
