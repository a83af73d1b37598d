package runbench.report.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import runbench.base.quantity.Durations;
import runbench.sync.keep.Keeper;

/** Formats the progress and the result of keeping predictions within a tolerance. */
public final class KeepText {
    private KeepText() {
    }

    /**
     * Returns a warning about a late window.
     *
     * @param due time from which the tolerance may be exceeded, ns since 1970
     * @param next next permitted window, ns since 1970; empty if unknown
     * @param toleranceNanos tolerance, ns
     */
    public static String late(long due, OptionalLong next, long toleranceNanos) {
        String then = next.isEmpty() ? "no permitted window is known"
                : "the next permitted window is at " + time(next.getAsLong());
        return "from " + time(due) + " on, predictions may be less accurate than " + Durations.micros(toleranceNanos)
                + " us: " + then;
    }

    public static String summary(Keeper.Outcome outcome, long toleranceNanos) {
        String nodes = outcome.nodes()
                .entrySet()
                .stream()
                .filter(e -> e.getValue().intervals() > 0)
                .map(e -> String.format(Locale.ROOT, "%s %d, %.1f s", e.getKey(), e.getValue().intervals(),
                        e.getValue().nanos() * 1e-9))
                .collect(Collectors.joining("; "));
        return String.format(Locale.ROOT,
                "%d windows; predictions may have been less accurate than %s us in %d intervals%s", outcome.windows(),
                Durations.micros(toleranceNanos), outcome.late(), nodes.isEmpty() ? "" : ": " + nodes);
    }

    public static ObjectNode json(Keeper.Outcome outcome) {
        ObjectNode json = JsonText.object()
                .put("event", "kept")
                .put("windows", outcome.windows())
                .put("late", outcome.late())
                .put("late_ns", outcome.lateNanos());
        outcome.nodes()
                .forEach((name, late) -> json.withArray("/nodes")
                        .addObject()
                        .put("node", name)
                        .put("late", late.intervals())
                        .put("late_ns", late.nanos()));
        return json;
    }

    private static String time(long nanos) {
        return Instant.ofEpochSecond(0, nanos).truncatedTo(ChronoUnit.MILLIS).toString();
    }
}
