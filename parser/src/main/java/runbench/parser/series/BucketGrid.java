package runbench.parser.series;

import runbench.base.error.RunbenchException;

/**
 * Equal-width buckets along an axis, each as wide as one nominal period or several: a width of 2.7 periods would let a
 * constant rate beat. The last one may reach beyond the end.
 *
 * @param width of a bucket in ns, or instructions
 * @param count number of buckets, at least 1
 * @param length of the run in ns, or instructions
 */
public record BucketGrid(Axis axis, double width, int count, long length) {
    /**
     * A grid over a whole recording.
     *
     * @param extent how far it reaches
     * @param wanted number of buckets that must not be exceeded, at least 1
     * @throws RunbenchException (bad input) when the recording has no such axis
     */
    public static BucketGrid over(Periods periods, Axis axis, AxisExtent extent, int wanted) {
        boolean instructions = periods.recording().metadata().countsInstructions();
        if (instructions != (axis == Axis.INSTRUCTIONS)) {
            throw RunbenchException
                    .badInput(periods.recording().path() + ": has no axis of " + axis.label()
                            + (instructions ? ": it counts instructions, time does not exist in it"
                                    : ": it counts time"))
                    .remedy("choose " + (instructions ? "instructions" : "run_time or wall_time"));
        }
        long length = Math.max(1, axis == Axis.WALL_TIME ? extent.wallNanos() : extent.runNanos());
        int most = Math.max(1, wanted);
        long nominal = periods.nominalNanos();
        if (nominal <= 0) {
            return new BucketGrid(axis, (double) length / most, most, length);
        }
        // The end of a run is seldom that of a period: a rest too short to be one joins the bucket before it.
        long whole = Math.max(1, Math.round((double) length / nominal));
        long width = nominal * ((whole + most - 1) / most);
        return new BucketGrid(axis, width,
                (int) Math.max(1, Math.ceil((double) length / width - 0.5 * nominal / width)), length);
    }

    /** The same grid in fewer buckets. @param times so many buckets become one; at least 1 */
    public BucketGrid merged(int times) {
        return times == 1 ? this : new BucketGrid(axis, width * times, (count + times - 1) / times, length);
    }

    /** Sums of buckets, with so many of them taken together. */
    public static double[] merged(double[] sums, int times) {
        double[] merged = new double[(sums.length + times - 1) / times];
        for (int b = 0; b < sums.length; b++) {
            merged[b / times] += sums[b];
        }
        return merged;
    }

    /** True where the buckets of another grid are the same, so that what lies in them need not be gathered again. */
    public boolean sameBuckets(BucketGrid other) {
        // Along wall time the last bucket ends where the run does.
        return axis == other.axis && width == other.width && count == other.count
                && (axis != Axis.WALL_TIME || length == other.length);
    }

    /** Units (ns, instructions) in one unit of the axis (s, 10^6 instructions). */
    public double perAxisUnit() {
        return axis.recorded();
    }
}
