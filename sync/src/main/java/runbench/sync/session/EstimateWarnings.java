package runbench.sync.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import runbench.sync.estimate.BeatDrift;
import runbench.sync.estimate.Estimate;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;
import runbench.sync.session.WindowReport.Note;

/** Warnings about an estimate whose statistical error does not cover an asymmetric path. */
public final class EstimateWarnings {
    /** Assumption of the guaranteed interval of one window. */
    public static final String ASSUMED_IN_WINDOW = "the node's clock ran straight through the window";
    /** Ratio of half-width to standard error from which the interval deserves a warning. */
    private static final double MIN_INTERVAL_TO_ERROR = 20;
    /**
     * Half-width that two hosts on one quiet switch have too, ns. Warnings below it would only train users to ignore
     * them.
     */
    private static final double MIN_HALF_WIDTH_NANOS = 10_000;

    private EstimateWarnings() {
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
            doubts.add("its statistical error is unknown: fewer than 3 bursts give none; measure with --bursts 16");
        }
        if (half > toleranceNanos) {
            doubts.add(String.format(Locale.ROOT,
                    "the tolerance of %.3f us is not guaranteed: a path longer in one direction than in the other"
                            + " could hide an error of up to %.3f us",
                    toleranceNanos / 1e3, half / 1e3));
        } else if (half > MIN_HALF_WIDTH_NANOS && half > MIN_INTERVAL_TO_ERROR * e.errStatNanos()) {
            doubts.add(String.format(Locale.ROOT,
                    "if its path is longer in one direction than in the other, the offset is wrong by up to %.3f us"
                            + " (half-width of the guaranteed interval), far more than its statistical error of %.3f "
                            + "us",
                    half / 1e3, e.errStatNanos() / 1e3));
        }
        if (e.stamps() == Stamps.USER) {
            doubts.add(
                    "stamped by the programs, not by the kernels: the offset includes their waiting times for a CPU");
        }
        return doubts;
    }

    /** Returns the wander that all times outside the windows assume, as text. */
    public static String assumed(NodeModel model) {
        return String.format(Locale.ROOT, "%.3g ppm", model.wander() * 1e6);
    }

    /** Notes that follow from several windows of a node, and from its recording. */
    static final class ModelNotes {
        private ModelNotes() {
        }

        /** Returns a note if the rate changed between windows by more than {@code stated}, ns per ns. */
        static Optional<Note> wander(NodeModel model, double stated) {
            return model.wander() <= stated ? Optional.empty()
                    : Optional.of(new Note(Note.Kind.WANDER,
                            String.format(Locale.ROOT,
                                    "its rate changed between windows by more than --wander's %.3g ppm: %s, twice the "
                                            + "observed change, are assumed from now on",
                                    stated * 1e6, EstimateWarnings.assumed(model))));
        }

        /** Returns a note if the node's last window contradicts the one before. */
        static Optional<Note> step(NodeModel model) {
            List<WindowModel> windows = model.windows();
            int last = windows.size() - 1;
            if (last < 1 || !model.steppedAfter(last - 1)) {
                return Optional.empty();
            }
            WindowModel a = windows.get(last - 1);
            WindowModel b = windows.get(last);
            double seconds = (b.x0Nanos() - a.x0Nanos()) * 1e-9;
            double expected = a.offsetNanos() + a.slope() * (b.x0Nanos() - a.x0Nanos());
            double step = b.baseNanos() - a.baseNanos() + b.offsetNanos() - expected;
            return Optional.of(new Note(Note.Kind.STEP,
                    String.format(Locale.ROOT, "its clock is %.3f us from the prediction of the window %.0f s before:"
                            + " it stepped, or changed its rate; stamps in between are converted with both sides' "
                            + "bounds, and nothing is guaranteed there", step / 1e3, seconds)));
        }

        static Optional<Note> leftOut(ExchangeRecording r) {
            return r.leftOut().map(why -> new Note(Note.Kind.LEFT_OUT, why));
        }

        static String contradiction(BeatDrift.Disagreement d) {
            String times = d.impossible() == 0 ? ""
                    : String.format(Locale.ROOT, " and %d of them arrived before they were sent", d.impossible());
            return String.format(Locale.ROOT,
                    "its beats contradict its exchanges (rate %.4f ppm by the beats, %.4f by the exchanges; %.4f "
                            + "apart can be chance%s);"
                            + " another host may send beats (--key FILE rejects them), or other traffic delayed them",
                    d.beats() * 1e6, d.exchanges() * 1e6, d.allowed() * 1e6, times);
        }
    }
}
