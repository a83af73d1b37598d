package runbench.sync.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.Objects;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.Timeline;
import runbench.sync.utc.UtcAnswers;
import runbench.sync.utc.UtcAnswers.UtcReading;

/**
 * The reference's clock against UTC at one moment, as the reference's own time service claims. This is a claim and not
 * a measurement, so its errors remain separate until a conversion to UTC.
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
     * Growth of its bound, s per s: the kernel's addition to maxerror and the largest correction of a rate (MAXFREQ).
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

    /** Converts the reference's time to UTC by the windows' readings of the reference's time service. */
    static final class Utc implements Timeline {
        private final External[] readings;

        /**
         * Creates the conversion.
         *
         * @param model model that leads to the reference
         * @throws RunbenchException if no reading is synchronised
         */
        Utc(NodeModel model) {
            readings = model.windows()
                    .stream()
                    .map(WindowModel::external)
                    .filter(Objects::nonNull)
                    .filter(External::synchronised)
                    .sorted(Comparator.comparingLong(External::xNanos))
                    .toArray(External[]::new);
            if (readings.length == 0) {
                String why = model.windows()
                        .stream()
                        .map(WindowModel::external)
                        .filter(Objects::nonNull)
                        .map(External::state)
                        .reduce((before, last) -> last)
                        .map(reason -> "no time service synchronised " + model.reference()
                                + "'s clock during its windows, so its error is unknown"
                                + (reason.isEmpty() ? "" : " (" + reason + ")"))
                        .orElse("it holds no reading of " + model.reference() + "'s time service");
                throw RunbenchException.badInput("the model of " + model.node() + " has no UTC: " + why)
                        .remedy("Start chronyd or ntpd on " + model.reference()
                                + " (runbench sync external shows what it"
                                + " claims) and measure again; or convert without --utc");
            }
        }

        /**
         * Converts a reference time to UTC with the service's errors. Between two readings it interpolates linearly;
         * outside, it uses the nearest reading's rate.
         */
        @Override
        public void locate(long refNanos, PlacedStamp out) {
            int after = 0;
            while (after < readings.length && readings[after].xNanos() <= refNanos) {
                after++;
            }
            if (after == 0 || after == readings.length) {
                External nearest = readings[after == 0 ? 0 : after - 1];
                double rest = nearest.rest(refNanos);
                double bound = nearest.bound(refNanos);
                place(refNanos, nearest.offsetNanos(), rest, nearest.err(refNanos), rest - bound, rest + bound, out);
            } else {
                between(readings[after - 1], readings[after], refNanos, out);
            }
        }

        /** Interpolates linearly, with the errors of both ends. */
        private static void between(External a, External b, long x, PlacedStamp out) {
            double shift = b.offsetNanos() - a.offsetNanos();
            double u = (double) (x - a.xNanos()) / (b.xNanos() - a.xNanos());
            double rest = u * (b.offsetNanos() - a.offsetNanos());
            double forwardLo = a.rest(x) - a.bound(x);
            double forwardHi = a.rest(x) + a.bound(x);
            double backwardLo = b.rest(x) - b.bound(x) + shift;
            double backwardHi = b.rest(x) + b.bound(x) + shift;
            double lo = Math.max(forwardLo, backwardLo);
            double hi = Math.min(forwardHi, backwardHi);
            // The claims contradict each other: the service was wrong once, so both remain possible.
            if (lo > hi) {
                lo = Math.min(forwardLo, backwardLo);
                hi = Math.max(forwardHi, backwardHi);
            }
            place(x, a.offsetNanos(), rest, Math.min(a.err(x), b.err(x)), Math.min(lo, rest), Math.max(hi, rest), out);
        }

        /** Sets the result from reference minus UTC: a whole number and the rest. */
        private static void place(long x, long base, double rest, double err, double lo, double hi, PlacedStamp out) {
            double rounding = Math.round(rest) - rest;
            out.set(x - base - Math.round(rest), err, rest - hi + rounding, rest - lo + rounding, How.INTERPOLATED);
        }
    }
}
