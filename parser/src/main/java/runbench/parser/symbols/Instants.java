package runbench.parser.symbols;

import java.util.Arrays;
import runbench.parser.series.Axis;

/** A growing list of instants of a run on both of its axes, ns. */
final class Instants {
    private long[] wall = new long[64];
    private long[] run = new long[64];
    private int count;

    /**
     * Adds an instant.
     *
     * @param wallNanos time since the start of the run, ns
     * @param runNanos running time of the whole program so far, ns
     */
    void add(long wallNanos, long runNanos) {
        if (count == wall.length) {
            wall = Arrays.copyOf(wall, 2 * count);
            run = Arrays.copyOf(run, 2 * count);
        }
        wall[count] = wallNanos;
        run[count++] = runNanos;
    }

    int count() {
        return count;
    }

    long at(Axis axis, int i) {
        return axis == Axis.WALL_TIME ? wall[i] : run[i];
    }
}
