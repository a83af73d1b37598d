package runbench.sync.live;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.name.Glob;
import runbench.base.quantity.Durations;
import runbench.sync.eventlog.LogDetails.LogSeverity;

/**
 * Selects the events that a display shows: those that match a type, a node and the text.
 *
 * @param types names of types, {@code *} stands for any text; a name after {@code !} is excluded; without another name
 *     all types but the excluded ones match
 * @param nodes names of nodes, likewise
 * @param text text in the comment, the type or a field, ignoring case, or the id; after {@code !} a text that they do
 *     not have; empty: any
 * @param severity least severity; null: any, also none
 * @param time times that are shown
 * @param aroundNanos also the events up to this time before and after those that match, ns; 0: none
 */
public record EventFilter(List<String> types, List<String> nodes, String text, LogSeverity severity, TimeRange time,
        long aroundNanos) {
    /** Selects all events. */
    public static final EventFilter ALL = new EventFilter(List.of(), List.of(), "");
    private static final Set<String> REPEATABLE = Set.of("type", "node");
    private static final List<String> KEYS = List.of("type", "node", "text", "severity", "time", "around");
    private static final String USAGE = "write type=NAME[,NAME...], node=NAME[,NAME...], text=TEXT, severity=warning, "
            + "time=2s..3s or around=500ms; * in a name stands for any text, ! before a name or a text excludes it";
    private static final String NOT = "!";

    /** Creates a filter of types, nodes and a text. */
    public EventFilter(List<String> types, List<String> nodes, String text) {
        this(types, nodes, text, null, TimeRange.ALL, 0);
    }

    /**
     * A part of a log's time.
     *
     * @param fromNanos its begin since the first event, ns
     * @param toNanos its end, inclusive
     */
    public record TimeRange(long fromNanos, long toNanos) {
        /** The whole time of a log. */
        public static final TimeRange ALL = new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE);

        static TimeRange parse(String word, String value) {
            String[] ends = value.split("\\.\\.", -1);
            if (ends.length != 2 || ends[0].isBlank() && ends[1].isBlank()) {
                throw RunbenchException.badInput("filter: '" + word + "' is not a range of time")
                        .remedy("write time=2s..3.5s, time=2s.. or time=..3.5s, since the first event");
            }
            TimeRange range = new TimeRange(ends[0].isBlank() ? Long.MIN_VALUE : nanos(word, ends[0].strip()),
                    ends[1].isBlank() ? Long.MAX_VALUE : nanos(word, ends[1].strip()));
            if (range.fromNanos > range.toNanos) {
                throw RunbenchException.badInput("filter: '" + word + "' ends before it begins")
                        .remedy("write the earlier time first");
            }
            return range;
        }

        /** Parses a time; without a unit in seconds. */
        private static long nanos(String word, String text) {
            try {
                return Durations.wholeNanos(Durations.parse(Durations.lacksUnit(text) ? text + "s" : text)
                        .orElseThrow(() -> new ArithmeticException("no time")));
            } catch (ArithmeticException e) {
                throw RunbenchException.badInput("filter: '" + text + "' in '" + word + "' is not a time")
                        .remedy("write a number with ns, us, ms, s, min or h");
            }
        }

        boolean contains(long nanos) {
            return nanos >= fromNanos && nanos <= toNanos;
        }

        private String text() {
            return (fromNanos == Long.MIN_VALUE ? "" : Durations.typed(fromNanos)) + ".."
                    + (toNanos == Long.MAX_VALUE ? "" : Durations.typed(toNanos));
        }
    }

    public EventFilter {
        types = List.copyOf(types);
        nodes = List.copyOf(nodes);
    }

    /**
     * Parses a filter.
     *
     * @param words each {@code type=NAME[,NAME...]}, {@code node=NAME[,NAME...]}, {@code text=TEXT},
     *     {@code severity=SEVERITY}, {@code time=FROM..TO} or {@code around=TIME}
     * @throws RunbenchException (bad input) for another word, an empty name, or a second word with one value
     */
    public static EventFilter parse(List<String> words) {
        List<String> types = new ArrayList<>();
        List<String> nodes = new ArrayList<>();
        String text = "";
        LogSeverity severity = null;
        TimeRange time = TimeRange.ALL;
        long around = 0;
        Set<String> given = new HashSet<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            String key = equals < 0 ? word : word.substring(0, equals).strip().toLowerCase(Locale.ROOT);
            if (equals < 0 || !KEYS.contains(key)) {
                throw unknown(word, key, equals >= 0);
            }
            String value = word.substring(equals + 1);
            if (!REPEATABLE.contains(key) && !given.add(key)) {
                throw RunbenchException.badInput("filter: '" + word + "' is a second " + key).remedy("give one " + key);
            }
            switch (key) {
                case "type" -> types.addAll(names(word, value));
                case "node" -> nodes.addAll(names(word, value));
                case "text" -> text = value;
                case "severity" -> severity = severity(word, value.strip());
                case "time" -> time = TimeRange.parse(word, value);
                default -> around = TimeRange.nanos(word, value.strip());
            }
        }
        return new EventFilter(types, nodes, text, severity, time, around);
    }

    private static RunbenchException unknown(String word, String key, boolean hasValue) {
        return hasValue
                ? RunbenchException.badInput("filter: '" + key + "' in '" + word + "' is not a property of events")
                        .remedy(NearestNames.didYouMean(key, KEYS, USAGE))
                : RunbenchException.badInput("filter: '" + word + "' has no '='").remedy(USAGE);
    }

    private static LogSeverity severity(String word, String value) {
        for (LogSeverity severity : LogSeverity.values()) {
            if (severity.word().equalsIgnoreCase(value)) {
                return severity;
            }
        }
        List<String> all = Arrays.stream(LogSeverity.values()).map(LogSeverity::word).toList();
        throw RunbenchException.badInput("filter: '" + value + "' in '" + word + "' is not a severity")
                .remedy(NearestNames.didYouMean(value, all, "write " + String.join(", ", all)));
    }

    private static List<String> names(String word, String value) {
        List<String> names = Arrays.stream(value.split(",", -1)).map(String::strip).toList();
        if (names.contains("") || names.contains(NOT)) {
            throw RunbenchException.badInput("filter: '" + word + "' has an empty name")
                    .remedy("write names with one comma between them");
        }
        return names;
    }

    /** Returns whether all events match. */
    public boolean isAll() {
        return types.isEmpty() && nodes.isEmpty() && text.isEmpty() && severity == null && time.equals(TimeRange.ALL);
    }

    /** Returns whether an event matches, at any time. */
    public boolean matches(LiveEvent e) {
        return hasSeverity(e) && named(types, e.type().name()) && named(nodes, e.node()) && has(e);
    }

    private boolean hasSeverity(LiveEvent e) {
        return severity == null || e.details().severity() != null && e.details().severity().compareTo(severity) >= 0;
    }

    private static boolean named(List<String> patterns, String name) {
        boolean isIncluded = true;
        boolean hasIncluding = false;
        for (String pattern : patterns) {
            if (pattern.startsWith(NOT)) {
                if (Glob.matchesStars(pattern.substring(NOT.length()), name)) {
                    return false;
                }
            } else {
                isIncluded = hasIncluding && isIncluded || Glob.matchesStars(pattern, name);
                hasIncluding = true;
            }
        }
        return isIncluded;
    }

    private boolean has(LiveEvent e) {
        boolean isExcluded = text.startsWith(NOT);
        String wanted = isExcluded ? text.substring(NOT.length()) : text;
        return wanted.isEmpty() || isExcluded != (contains(e.comment(), wanted) || contains(e.type().name(), wanted)
                || e.details().fields().values().stream().anyMatch(v -> contains(v.toString(), wanted))
                || e.id() != 0 && wanted.equals(Long.toUnsignedString(e.id())));
    }

    private static boolean contains(String text, String wanted) {
        for (int i = 0; i <= text.length() - wanted.length(); i++) {
            if (text.regionMatches(true, i, wanted, 0, wanted.length())) {
                return true;
            }
        }
        return false;
    }

    /** Returns the words that {@link #parse} reads. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        if (!types.isEmpty()) {
            words.add("type=" + String.join(",", types));
        }
        if (!nodes.isEmpty()) {
            words.add("node=" + String.join(",", nodes));
        }
        if (!text.isEmpty()) {
            words.add("text=" + text);
        }
        if (severity != null) {
            words.add("severity=" + severity.word());
        }
        if (!time.equals(TimeRange.ALL)) {
            words.add("time=" + time.text());
        }
        if (aroundNanos > 0) {
            words.add("around=" + Durations.typed(aroundNanos));
        }
        return words;
    }
}
