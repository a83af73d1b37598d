package runbench.pas2p.trace;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Units;

/**
 * The time that tracing itself took in a run, from a sample of each rank's calls that the interposer measures while the
 * program runs: clock reads, look-ups and the writing of records before and after the call of MPI. Not included are
 * effects on the program's caches and the kernel's writing of the files to disk.
 *
 * @param locations locations with a measurement: ranks, and further threads that called MPI
 * @param calls traced calls of these locations
 * @param measuredCalls calls whose tracing time was measured
 * @param perCallNanos mean tracing time of a call, ns
 * @param smallestS smallest tracing time of a location, s
 * @param largestS largest tracing time of a location, s
 * @param addedS estimate of the time by which tracing lengthened the run, s: the largest of a location, or, where
 *     locations share the processors of a node, the time of all of them divided by its processors. It is less if ranks
 *     would have waited anyway, and more if different ranks delay each other in turns.
 * @param runShare share of the added time in the run, 0..1
 * @param prepareS longest preparation of a rank's trace at the end of MPI_Init, before the run, s
 * @param longCalls measured calls above 0.1 ms in the tracer, which are not included
 * @param longS time of these calls, s
 */
public record TracingCost(int locations, long calls, @JsonProperty("measured_calls") long measuredCalls,
        @JsonProperty("ns_per_call") double perCallNanos, @JsonProperty("smallest_s") double smallestS,
        @JsonProperty("largest_s") double largestS, @JsonProperty("added_s") double addedS,
        @JsonProperty("run_share") double runShare, @JsonProperty("prepare_s") double prepareS,
        @JsonProperty("long_calls") long longCalls, @JsonProperty("long_s") double longS) {
    private static final double NANOS = 1e9;
    /** Share of the included time above which excluded calls are reported. */
    private static final double REPORTED_SHARE = 0.1;

    /** The part of a location in the cost. */
    private record Part(String host, int processors, JsonNode tracer) {
        double nanos() {
            return tracer.path("ns").asDouble();
        }
    }

    /** Returns the cost; empty: no file of the trace states it (imported, truncated, or of an earlier version). */
    static Optional<TracingCost> of(MpiTrace trace) {
        List<Part> parts = new ArrayList<>();
        for (int l = 0; l < trace.locations(); l++) {
            RankScan scan = trace.scan(l);
            if (scan != null && scan.trailer.path("tracer").path("timed").asLong() > 0) {
                RankScan rank = trace.scan(trace.rankOf(l));
                int processors = rank == null ? 0 : rank.trailer.path("cpu").path("processors").asInt();
                parts.add(new Part(scan.header.host(), processors, scan.trailer.path("tracer")));
            }
        }
        return parts.isEmpty() ? Optional.empty()
                : Optional.of(of(parts, (trace.runEndNanos() - trace.runStartNanos()) / NANOS));
    }

    private static TracingCost of(List<Part> parts, double runS) {
        long calls = sum(parts, "calls");
        double nanos = parts.stream().mapToDouble(Part::nanos).sum();
        double largest = parts.stream().mapToDouble(Part::nanos).max().orElseThrow();
        Map<String, Double> hosts = new HashMap<>();
        parts.forEach(p -> hosts.merge(p.host, p.processors == 0 ? 0 : p.nanos() / p.processors, Double::sum));
        double added = Math.max(largest, hosts.values().stream().mapToDouble(v -> v).max().orElse(0)) / NANOS;
        return new TracingCost(parts.size(), calls, sum(parts, "timed"), nanos / Math.max(1, calls),
                parts.stream().mapToDouble(Part::nanos).min().orElseThrow() / NANOS, largest / NANOS, added,
                runS <= 0 ? 0 : Math.min(1, added / runS),
                parts.stream().mapToLong(p -> p.tracer.path("begin_ns").asLong()).max().orElse(0) / NANOS,
                sum(parts, "long_calls"), sum(parts, "long_ns") / NANOS);
    }

    private static long sum(List<Part> parts, String name) {
        return parts.stream().mapToLong(p -> p.tracer.path(name).asLong()).sum();
    }

    /** Returns the cost in one line. */
    public String text() {
        String excluded = longS * NANOS > REPORTED_SHARE * perCallNanos * measuredCalls ? String.format(Locale.ROOT,
                "; not included: %s above 0.1 ms in the tracer, %s in all (the rank was not running, or its"
                        + " disk is slow)",
                Units.counted(longCalls, "measured call"), Durations.fourDigits(longS * NANOS)) : "";
        return String.format(Locale.ROOT, "tracing lengthened the run by about %s (%s of it): %s for each of %s, %s%s",
                Durations.fourDigits(addedS * NANOS), Units.percent(runShare), Durations.fourDigits(perCallNanos),
                Units.counted(calls, "call"),
                locations == 1 ? "measured in " + Units.counted(measuredCalls, "call")
                        : Durations.fourDigits(smallestS * NANOS) + " to " + Durations.fourDigits(largestS * NANOS)
                                + " per rank",
                excluded);
    }
}
