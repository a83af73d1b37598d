package runbench.pas2p.trace;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

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
                    .fields()
                    .forEachRemaining(e -> byName.merge(e.getKey(),
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
                        " are not part of the order: phases do not follow them; ranks spent %.1f %% of their time in them",
                        100.0 * nanos / Math.max(1, lifetime));
    }
}
