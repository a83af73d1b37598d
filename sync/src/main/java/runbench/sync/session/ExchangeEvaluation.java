package runbench.sync.session;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.sync.estimate.BeatDrift;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimator;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.window.WindowPlan;

/**
 * Converts a node's exchanges into an estimate.
 *
 * @param estimator the method
 * @param stamps required kind of stamps; empty: the best that the recording has
 */
public record ExchangeEvaluation(Estimator estimator, Optional<Stamps> stamps) {
    /** Parses the option {@code --stamps}; empty for {@code auto}. */
    public static Optional<Stamps> stamps(String typed) {
        return switch (typed.toLowerCase(Locale.ROOT)) {
            case "auto" -> Optional.empty();
            case "kernel" -> Optional.of(Stamps.KERNEL);
            case "user" -> Optional.of(Stamps.USER);
            default -> throw RunbenchException.badInput("--stamps " + typed + ": one of auto, kernel, user");
        };
    }

    Estimate of(ExchangeRecording r) {
        return BeatDrift.refine(byExchanges(r), r);
    }

    /** Returns the contradiction between the beats and the exchanges of a recording; empty if there is none. */
    Optional<BeatDrift.Disagreement> disagreement(ExchangeRecording r) {
        Estimate e = byExchanges(r);
        return BeatDrift.of(r, e).flatMap(beats -> beats.disagreement(e));
    }

    /** Returns the fixed delay of the recording's beats, ns; null if there are none or too few. */
    Double beatDelayNanos(ExchangeRecording r) {
        return BeatDrift.of(r, byExchanges(r)).map(BeatDrift::delayNanos).orElse(null);
    }

    private Estimate byExchanges(ExchangeRecording r) {
        double slack = r.meta().slackNanos(Estimation.ROUNDED_STAMPS_NANOS);
        return Estimation.of(r.exchanges(), stamps.orElseGet(() -> r.exchanges().best()), estimator, slack);
    }

    /**
     * A node's recorded exchanges and the estimate of its clock.
     *
     * @param recording the exchanges
     * @param plan plan of their window
     * @param estimator the method
     * @param estimate the estimate
     * @param beatDelayNanos fixed delay of the beats, ns; null if there are none or too few
     */
    public record Evaluated(ExchangeRecording recording, WindowPlan plan, Estimator estimator, Estimate estimate,
            Double beatDelayNanos) {
        static Evaluated of(ExchangeEvaluation evaluation, ExchangeRecording r, Estimate e, WindowPlan plan) {
            return new Evaluated(r, plan, evaluation.estimator(), e,
                    plan.broadcast() == null ? null : evaluation.beatDelayNanos(r));
        }

        public int answered() {
            return recording.exchanges().size();
        }

        public int planned() {
            return plan.bursts() * plan.exchanges();
        }

        /** Returns whether the plan has beats. */
        public boolean hasBeats() {
            return plan.broadcast() != null;
        }

        public int beatsReceived() {
            return beatsReceived(recording);
        }

        public long droppedStamps() {
            return recording.meta().droppedStamps();
        }

        /** Returns the number of ignored packets by reason, as the engine counted them. */
        JsonNode ignored() {
            return recording.meta().json().path("ignored");
        }

        static int beatsReceived(ExchangeRecording r) {
            return r.meta().beatsReceived();
        }

        /** Returns the number of packets in both directions. */
        static long packets(ExchangeRecording r) {
            return r.meta().packets();
        }
    }
}
