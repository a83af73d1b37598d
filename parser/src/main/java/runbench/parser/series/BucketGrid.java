package runbench.parser.series;

import java.util.function.LongToDoubleFunction;
import runbench.base.error.RunbenchException;
import runbench.parser.series.SeriesReport.AxisExtent;

/**
 * Equal-width buckets along an axis. The width is a multiple of the nominal period: with a width of 2.7 periods, a
 * constant rate would alternate between buckets. The last bucket may reach beyond the end.
 *
 * @param width of a bucket in ns, or instructions
 * @param count number of buckets, at least 1
 * @param length of the run in ns, or instructions
 */
public record BucketGrid(Axis axis, double width, int count, long length) {
    /**
     * Returns the grid over a whole recording.
     *
     * @param extent the length of the recording
     * @param wanted maximum number of buckets, at least 1
     * @throws RunbenchException (bad input) if the recording has no such axis
     */
    public static BucketGrid over(Periods periods, Axis axis, AxisExtent extent, int wanted) {
        int most = Math.max(1, wanted);
        long nominal = periods.nominalNanos();
        long length = length(periods, axis, extent);
        if (nominal <= 0) {
            return new BucketGrid(axis, (double) length / most, most, length);
        }
        long whole = Math.max(1, Math.round((double) length / nominal));
        return ofPeriods(axis, length, nominal, (whole + most - 1) / most);
    }

    /**
     * Returns the grid over a whole recording in buckets of one length.
     *
     * @param extent the length of the recording
     * @param wanted width of a bucket in ns, or instructions; rounded to a multiple of the nominal period
     * @throws RunbenchException (bad input) if the recording has no such axis
     */
    public static BucketGrid ofWidth(Periods periods, Axis axis, AxisExtent extent, double wanted) {
        long nominal = periods.nominalNanos();
        long length = length(periods, axis, extent);
        return nominal <= 0 ? new BucketGrid(axis, wanted, (int) Math.max(1, Math.ceil(length / wanted)), length)
                : ofPeriods(axis, length, nominal, Math.max(1, Math.round(wanted / nominal)));
    }

    /** A run rarely ends with a period. A rest that is too short for a bucket joins the previous bucket. */
    private static BucketGrid ofPeriods(Axis axis, long length, long nominal, long periods) {
        long width = nominal * periods;
        return new BucketGrid(axis, width,
                (int) Math.max(1, Math.ceil((double) length / width - 0.5 * nominal / width)), length);
    }

    private static long length(Periods periods, Axis axis, AxisExtent extent) {
        boolean instructions = periods.recording().metadata().countsInstructions();
        if (instructions != (axis == Axis.INSTRUCTIONS)) {
            throw RunbenchException
                    .badInput(periods.recording().path() + ": has no axis of " + axis.label()
                            + (instructions ? ": it counts instructions, time does not exist in it"
                                    : ": it counts time"))
                    .remedy("choose " + (instructions ? "instructions" : "run_time or wall_time"));
        }
        return Math.max(1, axis == Axis.WALL_TIME ? extent.wallNanos() : extent.runNanos());
    }

    /**
     * Returns this grid in wider buckets.
     *
     * @param times number of buckets that become one, at least 1
     */
    public BucketGrid merged(int times) {
        return times == 1 ? this : new BucketGrid(axis, width * times, (count + times - 1) / times, length);
    }

    /** Returns the sums of each {@code times} neighbouring buckets. */
    public static double[] merged(double[] sums, int times) {
        double[] merged = new double[(sums.length + times - 1) / times];
        for (int b = 0; b < sums.length; b++) {
            merged[b / times] += sums[b];
        }
        return merged;
    }

    /** Returns whether another grid has the same buckets, so that their contents remain valid. */
    public boolean sameBuckets(BucketGrid other) {
        // Along wall time the last bucket ends with the run.
        return axis == other.axis && width == other.width && count == other.count
                && (axis != Axis.WALL_TIME || length == other.length);
    }

    /** Returns the number of units (ns, instructions) in one unit of the axis (s, 10^6 instructions). */
    public double perAxisUnit() {
        return axis.recorded();
    }

    /**
     * The position of a recording on a {@link BucketGrid} that several recordings share.
     *
     * @param position maps wall time since the start of the run, ns, to a position on the grid, ns; monotone
     * @param start position at which the recording begins, ns
     * @param end position at which the recording ends, ns
     */
    public record GridPlacement(LongToDoubleFunction position, double start, double end) {}
}
