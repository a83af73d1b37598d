package runbench.parser.series;

import runbench.parser.RunbenchException;

/**
 * Equal-width buckets along an axis.
 *
 * @param width of a bucket in ns, or instructions
 * @param count number of buckets, at least 1
 */
public record BucketGrid(Axis axis, double width, int count) {
    /**
     * A grid over a whole recording.
     *
     * @param extent of a pass over it
     * @param wanted number of buckets, at least 1; fewer are made when a bucket would be narrower than a period
     * @throws RunbenchException (bad input) when the recording has no such axis
     */
    public static BucketGrid over(Periods periods, Axis axis, SeriesReport extent, int wanted) {
        boolean instructions = periods.recording().metadata().countsInstructions();
        if (instructions != (axis == Axis.INSTRUCTIONS)) {
            throw RunbenchException.badInput(periods.recording().path() + ": has no axis of " + axis.label()
                    + (instructions ? ": it counts instructions, time does not exist in it" : ": it counts time"))
                    .remedy("choose " + (instructions ? "instructions" : "run_time or wall_time"));
        }
        long length = Math.max(1, axis == Axis.WALL_TIME ? extent.wallNanos() : extent.runNanos());
        int n = Math.max(1, wanted);
        if (periods.nominalNanos() > 0) {
            n = (int) Math.max(1, Math.min(n, length / periods.nominalNanos()));
        }
        return new BucketGrid(axis, (double) length / n, n);
    }

    /** Units (ns, instructions) in one unit of the axis (s, 10^6 instructions). */
    public double perAxisUnit() {
        return axis == Axis.INSTRUCTIONS ? 1e6 : 1e9;
    }
}
