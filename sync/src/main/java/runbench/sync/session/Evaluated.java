package runbench.sync.session;

import com.fasterxml.jackson.databind.JsonNode;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimator;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.window.WindowPlan;

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
