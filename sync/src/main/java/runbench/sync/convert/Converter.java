package runbench.sync.convert;

import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.Timeline;
import runbench.sync.model.Chain;

/** One node's stamps in one unit. */
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

    /** @throws ArithmeticException when it lies out of reach */
    void locate(long stamp, PlacedStamp out) {
        // A node without ticks is no error unless it has stamps.
        timeline = timeline == null ? unit.timeline(chain) : timeline;
        timeline.locate(stamp, out);
    }
}
