package runbench.sync.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.sync.estimate.Estimate;
import runbench.sync.exchange.Stamps;
import runbench.sync.model.NodeModel;

/** Warnings about an estimate whose statistical error does not cover an asymmetric path. */
public final class Doubts {
    /** Assumption of the guaranteed interval of one window. */
    public static final String ASSUMED_IN_WINDOW = "the node's clock ran straight through the window";
    /** Ratio of half-width to standard error from which the interval deserves a warning. */
    private static final double FAR_ABOVE = 20;
    /**
     * Half-width that two hosts on one quiet switch have too, ns. Warnings below it would only train users to
     * ignore them.
     */
    private static final double USUAL_NANOS = 10_000;

    private Doubts() {
    }

    /**
     * Returns the reasons why an estimate may be worse than its statistical error; may be empty.
     *
     * @param e the estimate
     * @param toleranceNanos required accuracy, ns; infinite if not given
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

    /** Returns the wander that all times outside the windows assume, as text. */
    public static String assumed(NodeModel model) {
        return String.format(Locale.ROOT, "%.3g ppm", model.wander() * 1e6);
    }
}
