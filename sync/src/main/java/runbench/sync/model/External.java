package runbench.sync.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import runbench.sync.utc.UtcAnswers;
import runbench.sync.utc.UtcReading;

/**
 * The reference's clock against UTC at one moment, as the reference's own time service claims. This is a claim and
 * not a measurement, so its errors remain separate until a conversion to UTC.
 *
 * @param xNanos reference time, ns
 * @param offsetNanos reference minus UTC, ns
 * @param slope rate of the reference's clock against UTC, ns per ns
 * @param errNanos the service's estimated error plus that of the reading, ns
 * @param boundNanos the service's bound plus that of the reading, ns
 * @param synchronised whether a service claims to follow UTC; otherwise the errors are undefined
 * @param service chrony, ntpd, timesyncd or kernel
 * @param state the service's source, or the reason why there is no UTC
 * @param stratum hops from a reference clock; 0 if unknown
 * @param referenceId the service's source; empty if unknown
 */
public record External(long xNanos, long offsetNanos, double slope, double errNanos, double boundNanos,
        boolean synchronised, String service, String state, int stratum, String referenceId) {
    /** Growth of a disciplined clock's estimated error, s per s: RFC 5905, section 7.2, PHI. */
    static final double PHI = 15e-6;
    /**
     * Growth of its bound, s per s: the kernel's addition to maxerror and the largest correction of a rate
     * (MAXFREQ).
     */
    static final double MAX_RATE = 500e-6;

    /** Returns the reading in {@code external} of a recording; null if there is none. */
    public static External ofRecording(JsonNode external) {
        JsonNode beside = external.path("beside_realtime");
        if (beside.size() != 2) {
            return null;
        }
        JsonNode begin = beside.get(0);
        JsonNode end = beside.get(1);
        long before = begin.path("clock_ns").asLong() - begin.path("realtime_ns").asLong();
        long after = end.path("clock_ns").asLong() - end.path("realtime_ns").asLong();
        double halfBracket = end.path("bracket_ns").asDouble() / 2;
        double seconds = end.path("clock_ns").asLong() - begin.path("clock_ns").asLong();
        double readings = halfBracket + begin.path("bracket_ns").asDouble() / 2;
        // The system's own clock differs by the brackets only.
        double slope = Math.abs(after - before) <= readings || seconds <= 0 ? 0 : (after - before) / seconds;
        UtcAnswers answers = UtcAnswers.of(external);
        UtcReading best = answers.best();
        // The service's answer is a moment later than the comparison of the clocks.
        long later = best.realtimeNanos() - end.path("realtime_ns").asLong();
        long ahead = Math.round(slope * later);
        return new External(end.path("clock_ns").asLong() + later + ahead,
                after + ahead + Math.round(best.aheadNanos()), slope + best.rate(), best.errNanos() + halfBracket,
                best.boundNanos() + halfBracket, best.synchronised(), best.service(),
                best.synchronised() ? best.state() : answers.reasons(), best.stratum(), best.referenceId());
    }

    /** Returns the reading in a model file; null if there is none. */
    static External ofModel(JsonNode node) {
        return node.path("offset_ns").isNumber()
                ? new External(node.path("x_ns").asLong(), node.path("offset_ns").asLong(),
                        node.path("slope").asDouble(), node.path("err_ns").asDouble(), node.path("bound_ns").asDouble(),
                        node.path("synchronised").asBoolean(), node.path("service").asText("kernel"),
                        node.path("state").asText(), node.path("stratum").asInt(), node.path("reference_id").asText())
                : null;
    }

    void write(ObjectNode node) {
        node.put("offset_means", "reference minus UTC at x_ns, as the reference's time service claims");
        node.put("service", service).put("state", state);
        if (stratum > 0) {
            node.put("stratum", stratum).put("reference_id", referenceId);
        }
        node.put("x_ns", xNanos).put("offset_ns", offsetNanos).put("slope", slope);
        if (Double.isFinite(boundNanos)) {
            node.put("err_ns", errNanos).put("bound_ns", boundNanos);
        }
        node.put("synchronised", synchronised);
    }

    /** Returns reference minus UTC at another moment, ns relative to the offset. */
    double rest(long x) {
        return slope * (double) (x - xNanos);
    }

    /** Returns the estimated error at another moment, ns. */
    double err(long x) {
        return errNanos + PHI * Math.abs((double) (x - xNanos));
    }

    /** Returns the bound at another moment, ns. */
    double bound(long x) {
        return boundNanos + MAX_RATE * Math.abs((double) (x - xNanos));
    }
}
