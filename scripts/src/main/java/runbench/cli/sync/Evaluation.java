package runbench.cli.sync;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import runbench.sync.estimate.BeatDrift;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimator;
import runbench.sync.exchange.Recording;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;
import runbench.sync.window.Plan;

/** How a node's exchanges become an estimate, and what is told of both. */
record Evaluation(Estimator estimator, String stamps) {
    Evaluation {
        // A word that is none is noticed here, not after everybody has been measured.
        WindowReport.asked(stamps);
    }

    Estimate of(Recording r) {
        return BeatDrift.refine(byExchanges(r), r);
    }

    /** Empty where the recording's beats can be true, or tell nothing. */
    Optional<BeatDrift.Disagreement> disagreement(Recording r) {
        Estimate e = byExchanges(r);
        return BeatDrift.of(r, e).flatMap(beats -> beats.disagreement(e));
    }

    private Estimate byExchanges(Recording r) {
        double slack = r.meta().path("slack_ns").asDouble(Estimation.ROUNDED_STAMPS_NANOS);
        return Estimation.of(r.exchanges(), WindowReport.kind(r, stamps), estimator, slack);
    }

    /** Into the node's JSON; how many of the planned exchanges were answered. */
    String tell(ObjectNode entry, Recording r, Estimate e, Plan plan) {
        entry.put("packets", packets(r));
        String answered = r.exchanges().size() + "/" + plan.bursts() * plan.exchanges();
        if (plan.broadcast() != null) {
            int heard = r.meta().path("beats").path("rows").size();
            entry.put("beats_heard", heard);
            BeatDrift.of(r, byExchanges(r)).ifPresent(b -> entry.put("beat_delay_ns", b.delayNanos()));
            answered += " beats " + heard + "/" + plan.beats();
        }
        entry.set("ignored", r.meta().path("ignored"));
        entry.put("left_out", r.impossible()).put("dropped_stamps", r.meta().path("dropped_stamps").asLong());
        entry.set("estimate", EstimateJson.of(e, estimator, null));
        return answered;
    }

    static long packets(Recording r) {
        return r.meta().path("sent").asLong() + r.meta().path("received").asLong();
    }

    /** In words, if the node's last window contradicts the one before. */
    static Optional<String> stepped(NodeModel model) {
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
        return Optional.of(String.format(Locale.ROOT, "%s: its clock is %.3f us from where the window %.0f s before had left it: it stepped, or"
                + " changed its rate; stamps in between are converted with both sides' bounds, and nothing is guaranteed there", model.node(), step / 1e3, seconds));
    }
}
