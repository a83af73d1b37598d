package runbench.sync.session;

import java.util.Locale;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.sync.estimate.BeatDrift;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimator;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.Stamps;

/**
 * How a node's exchanges become an estimate.
 *
 * @param stamps the stamps that are insisted on; empty: the recording's best
 */
public record ExchangeEvaluation(Estimator estimator, Optional<Stamps> stamps) {
    /** Stamps by what a person types; empty for {@code auto}. */
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

    /** Empty where the recording's beats can be true, or tell nothing. */
    Optional<BeatDrift.Disagreement> disagreement(ExchangeRecording r) {
        Estimate e = byExchanges(r);
        return BeatDrift.of(r, e).flatMap(beats -> beats.disagreement(e));
    }

    /** The fixed delay of the recording's beats, ns; null where they tell none. */
    Double beatDelayNanos(ExchangeRecording r) {
        return BeatDrift.of(r, byExchanges(r)).map(BeatDrift::delayNanos).orElse(null);
    }

    private Estimate byExchanges(ExchangeRecording r) {
        double slack = r.meta().slackNanos(Estimation.ROUNDED_STAMPS_NANOS);
        return Estimation.of(r.exchanges(), stamps.orElseGet(() -> r.exchanges().best()), estimator, slack);
    }
}
