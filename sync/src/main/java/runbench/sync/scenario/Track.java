package runbench.sync.scenario;

import java.util.List;
import java.util.SplittableRandom;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;

/**
 * A known clock that is measured at some moments and then compared at others.
 *
 * @param leadNanos whole part of its lead, ns
 * @param clock rest of its lead
 */
record Track(long leadNanos, Oscillator clock) {
    private static final long SECOND = 1_000_000_000L;

    static long at(double seconds) {
        return WindowSource.START_NANOS + (long) (seconds * SECOND);
    }

    /** Returns its model after windows at the given times, s. */
    NodeModel measured(WindowSource bed, SplittableRandom random, double... seconds) {
        NodeModel model = null;
        for (double s : seconds) {
            Exchanges window = bed.window(Link.QUIET, at(s), leadNanos, clock, random);
            NodeModel one = model(estimate(window));
            model = model == null ? one : model.and(one);
        }
        return model;
    }

    static Estimate estimate(Exchanges window) {
        return Estimation.of(window, window.best(), Estimators.DEFAULT, Estimation.ROUNDED_STAMPS_NANOS);
    }

    static NodeModel model(Estimate e) {
        return new NodeModel("node", "reference", "realtime", NodeModel.TYPICAL_WANDER, List.of(WindowModel.of(e)));
    }

    /** Returns the model's conversion of the stamp that this clock shows at a true time. */
    ReferenceTime convert(NodeModel model, long trueNanos) {
        return model.timeline().at(trueNanos + leadNanos + Math.round(clock.lead(trueNanos)));
    }

    /** Returns whether a conversion's interval contains the truth; stamps are whole ns. */
    static boolean containsTruth(ReferenceTime c, long trueNanos) {
        double error = trueNanos - c.refNanos();
        return c.loNanos() - 1 <= error && error <= c.hiNanos() + 1;
    }

    /** Returns the reference time in the middle of a window. */
    static long middle(Exchanges window) {
        Stamps stamps = window.best();
        return (window.stamp(stamps, 1, 0) + window.stamp(stamps, 4, window.size() - 1)) / 2;
    }
}
