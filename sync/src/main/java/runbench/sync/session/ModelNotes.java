package runbench.sync.session;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import runbench.sync.estimate.BeatDrift;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;

/** Notes that follow from several windows of a node, and from its recording. */
final class ModelNotes {
    private ModelNotes() {
    }

    /** Returns a note if the rate changed between windows by more than {@code stated}, ns per ns. */
    static Optional<Note> wander(NodeModel model, double stated) {
        return model.wander() <= stated ? Optional.empty()
                : Optional.of(new Note(Note.Kind.WANDER, String.format(Locale.ROOT,
                        "its rate changed between windows by more than --wander's %.3g ppm: %s, twice as much as was"
                                + " seen, are assumed from now on",
                        stated * 1e6, Doubts.assumed(model))));
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
                String.format(Locale.ROOT, "its clock is %.3f us from where the window %.0f s before had left it:"
                        + " it stepped, or changed its rate; stamps in between are converted with both sides' bounds, and nothing is guaranteed there",
                        step / 1e3, seconds)));
    }

    static Optional<Note> leftOut(ExchangeRecording r) {
        return r.leftOut().map(why -> new Note(Note.Kind.LEFT_OUT, why));
    }

    static String contradiction(BeatDrift.Disagreement d) {
        String times = d.impossible() == 0 ? ""
                : String.format(Locale.ROOT, " and %d of them arrived before they were sent", d.impossible());
        return String.format(Locale.ROOT,
                "its beats contradict its exchanges (rate %.4f ppm by the beats, %.4f by the exchanges; %.4f apart can be chance%s);"
                        + " somebody else may send beats (--key FILE keeps them out), or other traffic held them up",
                d.beats() * 1e6, d.exchanges() * 1e6, d.allowed() * 1e6, times);
    }
}
