package runbench.sync.convert;

import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.Timeline;
import runbench.sync.model.Chain;

/** Converts one node's stamps in one unit. */
final class Converter {
    private final Chain chain;
    private final StampUnit unit;
    private Timeline timeline;

    Converter(Chain chain, StampUnit unit) {
        this.chain = chain;
        this.unit = unit;
    }

    Chain chain() {
        return chain;
    }

    /**
     * Converts one stamp.
     *
     * @throws ArithmeticException if the stamp is out of range
     */
    void locate(long stamp, PlacedStamp out) {
        // The timeline is created with the first stamp, because a node without ticks is an error only if it has
        // stamps.
        timeline = timeline == null ? unit.timeline(chain) : timeline;
        timeline.locate(stamp, out);
    }
}
