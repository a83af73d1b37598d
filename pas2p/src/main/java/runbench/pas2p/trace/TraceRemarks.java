package runbench.pas2p.trace;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Remarks on a trace for readers of results: missing ranks, damage, calls without a place in the order. */
public final class TraceRemarks {
    private TraceRemarks() {
    }

    /** Returns the remarks; empty for an intact trace. */
    static List<String> of(MpiTrace trace) {
        List<String> remarks = new ArrayList<>();
        for (int l = 0; l < trace.locations(); l++) {
            RankScan scan = trace.scan(l);
            if (scan == null) {
                remarks.add("rank " + l + " is missing: no readable file of it");
            } else if (scan.damage != null) {
                remarks.add(String.format("rank %d: %s: %s; its %,d events up to offset %d are used%s",
                        scan.header.rank(), scan.header.file(), scan.damage, scan.events(), scan.end, vouched(scan)));
            }
            if (scan != null && scan.trailer.path("untraced_threads").asInt() > 0) {
                remarks.add(String.format("rank %d: %d of its threads could not be traced", scan.header.rank(),
                        scan.trailer.path("untraced_threads").asInt()));
            }
        }
        List<RankScan> present = IntStream.range(0, trace.locations())
                .mapToObj(trace::scan)
                .filter(Objects::nonNull)
                .toList();
        long undefined = present.stream()
                .mapToLong(s -> s.trailer.path("undefined_communicator_events").asLong())
                .max()
                .orElse(0);
        if (undefined > 0) {
            remarks.add(
                    String.format("%,d events were left out when the trace was imported: their communicators are not"
                            + " defined in it", undefined));
        }
        long outside = present.stream().mapToLong(s -> s.trailer.path("outside_world").asLong()).sum();
        if (outside > 0) {
            remarks.add(String.format(
                    "%,d messages to or from processes outside MPI_COMM_WORLD (spawned or connected ones) are not"
                            + " part of the order: those processes are not traced",
                    outside));
        }
        List<NotOrdered> missing = trace.notOrdered();
        if (!missing.isEmpty()) {
            long lifetime = IntStream.range(0, trace.locations())
                    .filter(trace::present)
                    .mapToLong(l -> trace.endNanos(l) - trace.initEndNanos(l))
                    .sum();
            remarks.add(NotOrdered.text(missing, lifetime));
        }
        return remarks;
    }

    private static String vouched(RankScan scan) {
        if (scan.unsealed + scan.otherUnsealed == 0) {
            return ", where its last good checksum is"
                    + (scan.ignored == 0 ? "" : String.format("; the %,d bytes behind it are not used", scan.ignored));
        }
        String others = String.format("for %,d other records", scan.otherUnsealed);
        return "; no checksum vouches " + (scan.unsealed == 0 ? others
                : String.format("for the last %,d of them", scan.unsealed)
                        + (scan.otherUnsealed == 0 ? "" : " and " + others));
    }

    /**
     * An MPI call that is counted and timed but has no place in the logical order: one-sided communication, files, and
     * other calls that the interposer does not follow.
     *
     * @param name name of the call, for example MPI_Put
     * @param calls number of calls on all ranks
     * @param nanos time inside it, on all ranks
     */
    public record NotOrdered(String name, long calls, long nanos) {
        private static final int NAMED = 12;

        /** Sums up the values of all ranks' files, the longest first. */
        static List<NotOrdered> of(List<JsonNode> trailers) {
            Map<String, NotOrdered> byName = new HashMap<>();
            for (JsonNode trailer : trailers) {
                trailer.path("not_ordered")
                        .properties()
                        .forEach(e -> byName.merge(e.getKey(),
                                new NotOrdered(e.getKey(), e.getValue().path("calls").asLong(),
                                        e.getValue().path("ns").asLong()),
                                (a, b) -> new NotOrdered(a.name, a.calls + b.calls, a.nanos + b.nanos)));
            }
            return byName.values()
                    .stream()
                    .sorted(Comparator.comparingLong(NotOrdered::nanos).reversed().thenComparing(NotOrdered::name))
                    .toList();
        }

        /**
         * Returns the calls in words.
         *
         * @param lifetime sum of all locations' times from MPI_Init to MPI_Finalize, ns
         */
        static String text(List<NotOrdered> calls, long lifetime) {
            long nanos = calls.stream().mapToLong(NotOrdered::nanos).sum();
            String more = calls.size() <= NAMED ? "" : String.format(" and %d other calls", calls.size() - NAMED);
            return calls.stream()
                    .limit(NAMED)
                    .map(c -> String.format(Locale.ROOT, "%,d %s", c.calls, c.name))
                    .collect(Collectors.joining(", "))
                    + more
                    + String.format(Locale.ROOT,
                            " are not part of the order: phases do not follow them; ranks spent %.1f %% of their "
                                    + "time in them",
                            100.0 * nanos / Math.max(1, lifetime));
        }
    }
}
