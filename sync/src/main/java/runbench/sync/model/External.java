package runbench.sync.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import runbench.sync.utc.UtcAnswers;
import runbench.sync.utc.UtcReading;

/**
 * The reference's clock against UTC at one moment, as the reference's own time service claims. A claim, not a
 * measurement: its errors stand apart from those between the nodes until a stamp is wanted in UTC.
 *
 * @param xNanos reference time
 * @param offsetNanos reference minus UTC, ns
 * @param slope rate of the reference's clock against UTC, ns per ns
 * @param errNanos the service's estimate of its error plus the reading's, ns
 * @param boundNanos the service's bound plus the reading's, ns
 * @param synchronised whether a service claims to follow UTC; if not, the errors mean nothing
 * @param service who told: chrony, ntpd, timesyncd or kernel
 * @param state in its words: whom it follows, or why nobody tells UTC
 * @param stratum hops from a reference clock; 0 where the service does not tell
 * @param referenceId whom it follows; empty where it does not tell
 */
public record External(long xNanos, long offsetNanos, double slope, double errNanos, double boundNanos,
        boolean synchronised, String service, String state, int stratum, String referenceId) {
    /** How fast a disciplined clock's estimated error grows: RFC 5905, section 7.2, PHI. */
    static final double PHI = 15e-6;
    /** How fast its bound grows: what the kernel adds to maxerror, and the most it corrects a rate by (MAXFREQ). */
    static final double MAX_RATE = 500e-6;

    /** From {@code external} in a recording; null where it holds none. */
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
        // A clock that is the system's own differs by the brackets only.
        double slope = Math.abs(after - before) <= readings || seconds <= 0 ? 0 : (after - before) / seconds;
        UtcAnswers answers = UtcAnswers.of(external);
        UtcReading best = answers.best();
        // The service was asked a moment after the clocks were compared.
        long later = best.realtimeNanos() - end.path("realtime_ns").asLong();
        long ahead = Math.round(slope * later);
        return new External(end.path("clock_ns").asLong() + later + ahead,
                after + ahead + Math.round(best.aheadNanos()), slope + best.rate(), best.errNanos() + halfBracket,
                best.boundNanos() + halfBracket, best.synchronised(), best.service(),
                best.synchronised() ? best.state() : answers.reasons(), best.stratum(), best.referenceId());
    }

    /** As it stands in a model; null where there is none. */
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

    /** Reference minus UTC at another moment, ns beyond the offset. */
    double rest(long x) {
        return slope * (double) (x - xNanos);
    }

    /** Its error then, ns. */
    double err(long x) {
        return errNanos + PHI * Math.abs((double) (x - xNanos));
    }

    /** Its bound then, ns. */
    double bound(long x) {
        return boundNanos + MAX_RATE * Math.abs((double) (x - xNanos));
    }
}
