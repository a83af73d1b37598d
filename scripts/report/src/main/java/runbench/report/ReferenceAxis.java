package runbench.report;

import java.util.Arrays;
import runbench.plotter.figure.Scale;

/**
 * A common time axis for the recordings of many nodes, in seconds of a reference clock. Each recording has a
 * {@link ReferenceLane} on it.
 *
 * @param clock name of the reference clock in the clock models
 * @param originNanos time of that clock at the axis' zero, ns
 */
public record ReferenceAxis(String clock, long originNanos) {
    /**
     * Returns an axis that starts with the first recording.
     *
     * @param clock name of the reference clock
     * @param startNanos start of each recording in the clock's time, ns
     */
    public static ReferenceAxis from(String clock, long... startNanos) {
        return new ReferenceAxis(clock, Arrays.stream(startNanos).min().orElse(0));
    }

    Scale scale() {
        return Scale.linear("time of " + clock + " (s)");
    }

    /** Returns the position of a time of the clock, s. */
    double seconds(long refNanos) {
        return (refNanos - originNanos) / 1e9;
    }
}
