package runbench.sync.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.sync.estimate.Estimate;
import runbench.sync.exchange.Stamps;
import runbench.sync.model.NodeModel;

/** What a reader of an estimate must know beside its statistical error, which knows nothing of unlike ways. */
public final class Doubts {
    /** What the guaranteed interval of one window rests on. */
    public static final String ASSUMED_IN_WINDOW = "the node's clock ran straight through the window";
    /** From so many standard errors on, the interval says something that the error does not. */
    private static final double FAR_ABOVE = 20;
    /** Two hosts on one quiet switch have as much: to say it each time would teach not to read it. */
    private static final double USUAL_NANOS = 10_000;

    private Doubts() {
    }

    /**
     * Why an estimate may be worse than its statistical error says; empty if nothing shows that.
     *
     * @param toleranceNanos what somebody wants to rely on, ns; infinite if not given
     */
    public static List<String> of(Estimate e, double toleranceNanos) {
        List<String> doubts = new ArrayList<>();
        double half = e.bounds().width() / 2;
        if (!Double.isFinite(half)) {
            doubts.add("no straight clock fits its exchanges: nothing is guaranteed");
            return doubts;
        }
        if (Double.isNaN(e.errStatNanos())) {
            doubts.add("its statistical error is unknown: fewer than 3 bursts tell none; measure with --bursts 16");
        }
        if (half > toleranceNanos) {
            doubts.add(String.format(Locale.ROOT,
                    "the tolerance of %.3f us is not guaranteed: a path longer in one direction than in the other"
                            + " could hide an error of up to %.3f us",
                    toleranceNanos / 1e3, half / 1e3));
        } else if (half > USUAL_NANOS && half > FAR_ABOVE * e.errStatNanos()) {
            doubts.add(String.format(Locale.ROOT,
                    "if its path is longer in one direction than in the other, the offset is wrong by up to %.3f us"
                            + " (half-width of the guaranteed interval), far more than its statistical error of %.3f us shows",
                    half / 1e3, e.errStatNanos() / 1e3));
        }
        if (e.stamps() == Stamps.USER) {
            doubts.add(
                    "stamped by the programs, not by the kernels: how long each waited for its CPU is in the offset");
        }
        return doubts;
    }

    /** What all times away from the windows rest on, as far as the windows themselves do not vouch for it. */
    public static String assumed(NodeModel model) {
        return String.format(Locale.ROOT, "%.3g ppm", model.wander() * 1e6);
    }
}
