package runbench.sync.session;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimator;
import runbench.sync.estimate.GuaranteedInterval;
import runbench.sync.exchange.Injection;
import runbench.sync.model.ExactNanos;

/** Writes an estimate as JSON. The name of every number contains its unit. */
public final class EstimateJson {
    private EstimateJson() {
    }

    /**
     * Returns an estimate as JSON.
     *
     * @param e the estimate
     * @param method its method
     * @param known the node's true clock; null if unknown
     */
    public static ObjectNode of(Estimate e, Estimator method, Injection known) {
        ObjectNode node = JsonNodeFactory.withExactBigDecimals(true).objectNode();
        node.put("method", e.method());
        node.put("source", method.source());
        node.put("stamps", e.stamps().name().toLowerCase(Locale.ROOT));
        node.put("x0_ns", e.x0Nanos());
        node.put("offset_ns", ExactNanos.of(e.baseNanos(), e.offsetNanos()));
        node.put("slope", e.slope());
        node.put("slope_ppm", e.slope() * 1e6);
        node.put("err_stat_ns", finite(e.errStatNanos()));
        node.put("slope_err_ppm", finite(e.slopeErr() * 1e6));
        GuaranteedInterval b = e.bounds();
        ObjectNode interval = node.putObject("guaranteed");
        interval.put("assumes", Doubts.ASSUMED_IN_WINDOW);
        interval.put("offset_lo_ns", ExactNanos.of(e.baseNanos(), b.lo()));
        interval.put("offset_hi_ns", ExactNanos.of(e.baseNanos(), b.hi()));
        interval.put("slope_lo_ppm", b.slopeLo() * 1e6);
        interval.put("slope_hi_ppm", b.slopeHi() * 1e6);
        interval.put("bursts", b.bursts());
        node.put("rtt_min_ns", e.rttMinNanos());
        node.put("exchanges", e.exchanges());
        node.put("bursts", e.bursts());
        if (known != null) {
            double rest = known.drifted(e.x0Nanos());
            node.put("true_offset_ns", ExactNanos.of(known.offsetNanos(), rest));
            node.put("true_error_ns", e.errorAgainst(known.offsetNanos(), rest));
            node.put("true_slope_ppm", known.ppm());
            node.put("truth_inside", e.guarantees(known.offsetNanos(), rest));
        }
        return node;
    }

    /** Returns the number; null for NaN, which JSON does not have. */
    private static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
