package runbench.parser.record;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Gathers the events of a recording from its metadata: those that the helper opened or tried to, the sums of some of
 * them (each before the first of its parts, because it is what was asked for), and those that could not even be tried.
 */
final class EventList {
    private EventList() {
    }

    /** @param totals of the trailer, in the order of the metadata's events; missing where there is no trailer */
    static List<EventInfo> from(JsonNode metadata, JsonNode totals) {
        JsonNode run = metadata.path("run");
        List<EventInfo> events = new ArrayList<>();
        for (JsonNode e : metadata.path("events")) {
            // Only the end shows that a counter which could be opened never counted.
            JsonNode total = totals.path(events.size());
            JsonNode decisive = status(total) == CountStatus.NOT_COUNTED ? total : e;
            events.add(event(e, decisive, total.path("seen_in_trial").asBoolean(true),
                    run.path("descriptions").path(e.path("name").asText("?")).asText("")));
        }
        for (JsonNode sum : run.path("sums")) {
            addSum(sum, events);
        }
        for (JsonNode e : run.path("not_counted")) {
            events.add(event(e, e, true, ""));
        }
        return List.copyOf(events);
    }

    /** @param decisive where status and reason stand */
    private static EventInfo event(JsonNode e, JsonNode decisive, boolean seen, String meaning) {
        boolean counted = status(decisive) == CountStatus.COUNTED && e.path("value").isIntegralNumber();
        return new EventInfo(e.path("name").asText("?"), e.path("unit").asText(""),
                Term.of(CountSource.class, e.path("source").asText("")), e.path("type").asInt(-1),
                e.path("config").asLong(0), e.path("group").asInt(0),
                counted ? List.of(e.path("value").asInt(-1)) : List.of(),
                Term.of(CountScope.class, e.path("scope").asText("")),
                counted ? "" : decisive.path("reason").asText("the recording does not say why"), seen, meaning,
                e.path("domain").asText("").equals("socket"));
    }

    /** Null where there is none that this version knows. */
    private static CountStatus status(JsonNode event) {
        return CountStatus.of(event.path("status").asText("")).orElse(null);
    }

    private static void addSum(JsonNode sum, List<EventInfo> events) {
        List<EventInfo> parts = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (JsonNode name : sum.path("of")) {
            events.stream()
                    .filter(e -> e.name().equals(name.asText()) && e.counted())
                    .findFirst()
                    .ifPresentOrElse(parts::add, () -> missing.add(name.asText()));
        }
        boolean together = parts.stream().map(EventInfo::group).distinct().count() == 1;
        boolean counted = missing.isEmpty() && together;
        EventInfo first = parts.isEmpty() ? null : parts.get(0);
        EventInfo info = new EventInfo(sum.path("name").asText("?"), sum.path("unit").asText(""),
                first == null ? Term.of(CountSource.UNKNOWN) : first.source(), -1, 0, first == null ? 0 : first.group(),
                counted ? parts.stream().flatMap(p -> p.values().stream()).toList() : List.of(),
                first == null ? Term.of(CountScope.UNKNOWN) : first.scope(),
                counted ? ""
                        : missing.isEmpty() ? "its parts were counted in different groups; add their final counts"
                                : "not counted of its parts: " + String.join(", ", missing),
                parts.stream().anyMatch(EventInfo::seen),
                parts.stream().map(EventInfo::name).collect(Collectors.joining(" + "))
                        + (sum.path("meaning").asText("").isEmpty() ? "" : ": " + sum.path("meaning").asText()),
                first != null && first.socketWide());
        events.add(first == null ? events.size() : events.indexOf(Objects.requireNonNull(first)), info);
    }
}
