package runbench.report;

import java.util.Arrays;
import runbench.plotter.figure.Scale;

/**
 * One time for the recordings of many nodes: a horizontal axis in seconds of a reference clock. Each recording has a
 * {@link ReferenceLane} on it.
 *
 * @param clock whose time it is, as the clock models call it
 * @param originNanos that clock's time at the axis' zero, ns
 */
public record ReferenceAxis(String clock, long originNanos) {
    /**
     * An axis that begins with the first of some recordings. @param startNanos when each starts, in the clock's time
     */
    public static ReferenceAxis from(String clock, long... startNanos) {
        return new ReferenceAxis(clock, Arrays.stream(startNanos).min().orElse(0));
    }

    Scale scale() {
        return Scale.linear("time of " + clock + " (s)");
    }

    /** Position of a time of the clock, s. */
    double seconds(long refNanos) {
        return (refNanos - originNanos) / 1e9;
    }
}
