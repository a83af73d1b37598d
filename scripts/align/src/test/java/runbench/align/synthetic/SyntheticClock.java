package runbench.align.synthetic;

import java.util.List;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;

/**
 * A host's CLOCK_MONOTONIC against true time, which is the reference's.
 *
 * @param offsetNanos when true time was 0
 * @param drift ns per ns
 */
public record SyntheticClock(String host, long offsetNanos, double drift) {
    /** Returns the reading of the clock at a true time. */
    public long stamp(long trueNanos) {
        return trueNanos + offsetNanos + Math.round(drift * trueNanos);
    }

    /**
     * What two windows would find, one a second before the run and one a second after.
     *
     * @param errorNanos error of the windows, ns, each in its own direction
     * @param intervalNanos half of what they guarantee; more than the error
     */
    NodeModel model(String reference, long startNanos, long endNanos, double errorNanos, long intervalNanos) {
        return new NodeModel(host, reference, "monotonic", NodeModel.TYPICAL_WANDER,
                List.of(window(startNanos - 1_000_000_000, errorNanos, intervalNanos),
                        window(endNanos + 1_000_000_000, -errorNanos, intervalNanos)),
                1e6);
    }

    private WindowModel window(long atNanos, double errorNanos, long intervalNanos) {
        double rest = drift * atNanos + errorNanos;
        long whole = (long) Math.floor(rest);
        return new WindowModel(atNanos, offsetNanos + whole, rest - whole, drift, Math.max(1, Math.abs(errorNanos)),
                1e-9, rest - whole - intervalNanos, rest - whole + intervalNanos, drift - 1e-8, drift + 1e-8, 40_000,
                1000, "synthetic", "kernel", null, null);
    }
}
