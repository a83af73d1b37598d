package runbench.parser.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.parser.record.EventInfo;

/** The positions of a formula's events in a recording, found by name or by raw code. */
final class EventPlaces {
    /** Position of a name in a formula that is not an event: the running time. */
    static final int RUN = -1;
    static final int WALL = -2;
    static final int LINE = -3;

    private static final int NOT_FOUND = Integer.MIN_VALUE;
    /** {@code perf_event_attr.type} of raw codes. */
    private static final int RAW_TYPE = 4;
    private static final Pattern SCOPED_NAME = Pattern.compile("(.+?)(?::|(?<=/))([ukhIGHpP]+)");

    private final Metric.Way way;
    private final List<EventInfo> events;

    EventPlaces(Metric.Way way, List<EventInfo> events) {
        this.way = way;
        this.events = events;
    }

    /**
     * The reason why a formula cannot be computed.
     *
     * @param asked whether all its events were requested
     * @param words the reason as text
     */
    record Obstacle(boolean asked, String words) {}

    /** Returns whether at least one of its events was requested, counted or not. */
    boolean touched() {
        return way.events().stream().anyMatch(name -> events.stream().anyMatch(e -> is(name, e)));
    }

    /**
     * Returns the position of each of the formula's names, all counted in one scope.
     *
     * @return null if the recording lacks one
     */
    int[] find() {
        for (String letters : scopes()) {
            int[] places = in(letters);
            if (places != null) {
                return places;
            }
        }
        return null;
    }

    /**
     * Returns the scopes to try. Events may be counted in one scope only (instructions:u); all events of one formula
     * must have the same scope.
     */
    private Set<String> scopes() {
        Set<String> scopes = new LinkedHashSet<>(List.of(""));
        for (EventInfo e : events) {
            if (way.events().stream().anyMatch(name -> is(name, e))) {
                scopes.add(letters(e));
            }
        }
        return scopes;
    }

    private int[] in(String letters) {
        List<String> names = way.formula().names();
        int[] places = new int[names.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = switch (names.get(i)) {
                case Metric.RUN_SECONDS -> RUN;
                case Metric.WALL_SECONDS -> WALL;
                case Metric.CACHE_LINE_BYTES -> LINE;
                default -> counted(names.get(i), letters);
            };
            if (places[i] == NOT_FOUND) {
                return null;
            }
        }
        return places;
    }

    private int counted(String name, String letters) {
        for (int e = 0; e < events.size(); e++) {
            EventInfo event = events.get(e);
            boolean meant = letters.isEmpty() && event.name().equalsIgnoreCase(name)
                    || is(name, event) && letters(event).equals(letters);
            if (event.counted() && meant && way.allows(name, event.config())) {
                return e;
            }
        }
        return NOT_FOUND;
    }

    /**
     * Returns whether an event matches a name, without its scope suffix if it has one, or the processor's code of that
     * name.
     */
    private boolean is(String name, EventInfo event) {
        Long code = way.raw().get(name);
        return event.name().equalsIgnoreCase(name) || plain(event).equalsIgnoreCase(name)
                || code != null && event.type() == RAW_TYPE && event.config() == code;
    }

    private static String plain(EventInfo event) {
        Matcher m = scoped(event);
        return m == null ? event.name() : m.group(1);
    }

    private static String letters(EventInfo event) {
        Matcher m = scoped(event);
        return m == null ? "" : m.group(2);
    }

    /** Returns the match of a name with a scope suffix; null for other names, of which most need no matcher. */
    private static Matcher scoped(EventInfo event) {
        String name = event.name();
        if (name.indexOf(':') < 0 && name.indexOf('/') < 0) {
            return null;
        }
        Matcher m = SCOPED_NAME.matcher(name);
        return m.matches() ? m : null;
    }

    Obstacle obstacle() {
        Map<String, List<String>> uncounted = new LinkedHashMap<>();
        List<String> unasked = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (String name : way.events()) {
            List<EventInfo> asked = events.stream().filter(e -> is(name, e)).toList();
            List<EventInfo> counted = asked.stream().filter(EventInfo::counted).toList();
            if (asked.isEmpty()) {
                unasked.add(name);
            } else if (counted.isEmpty()) {
                uncounted.computeIfAbsent(asked.get(0).reason(), r -> new ArrayList<>()).add(name);
            } else if (counted.stream().noneMatch(e -> way.allows(name, e.config()))) {
                others.add(name);
            }
        }
        List<String> words = new ArrayList<>();
        uncounted.forEach((why, names) -> words
                .add(String.join(", ", names) + (names.size() == 1 ? " was" : " were") + " not counted (" + why + ")"));
        if (!unasked.isEmpty()) {
            words.add(String.join(", ", unasked) + (unasked.size() == 1 ? " was" : " were") + " not asked for");
        }
        if (!others.isEmpty()) {
            words.add(String.join(", ", others) + (others.size() == 1 ? " counts" : " count")
                    + " something else on this CPU");
        }
        return new Obstacle(unasked.isEmpty() && others.isEmpty(),
                words.isEmpty() ? "its events were not counted in one scope" : String.join("; ", words));
    }
}
