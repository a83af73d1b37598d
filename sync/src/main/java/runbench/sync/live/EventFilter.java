package runbench.sync.live;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.name.Glob;

/**
 * Selects the events that a display shows: those that match a type, a node and the text.
 *
 * @param types names of types, {@code *} stands for any text; a name after {@code !} is excluded; without another name
 *     all types but the excluded ones match
 * @param nodes names of nodes, likewise
 * @param text text in the comment or the type, ignoring case, or the id; after {@code !} a text that they do not have;
 *     empty: any
 */
public record EventFilter(List<String> types, List<String> nodes, String text) {
    /** Selects all events. */
    public static final EventFilter ALL = new EventFilter(List.of(), List.of(), "");
    private static final List<String> KEYS = List.of("type", "node", "text");
    private static final String NOT = "!";

    public EventFilter {
        types = List.copyOf(types);
        nodes = List.copyOf(nodes);
    }

    /**
     * Parses a filter.
     *
     * @param words each {@code type=NAME[,NAME...]}, {@code node=NAME[,NAME...]} or {@code text=TEXT}
     * @throws RunbenchException (bad input) for another word, an empty name, or a second text
     */
    public static EventFilter parse(List<String> words) {
        List<String> types = new ArrayList<>();
        List<String> nodes = new ArrayList<>();
        String text = "";
        for (String word : words) {
            int equals = word.indexOf('=');
            String key = equals < 0 ? word : word.substring(0, equals).strip().toLowerCase(Locale.ROOT);
            if (equals < 0 || !KEYS.contains(key)) {
                throw unknown(word, key, equals >= 0);
            }
            String value = word.substring(equals + 1);
            switch (key) {
                case "type" -> types.addAll(names(word, value));
                case "node" -> nodes.addAll(names(word, value));
                default -> {
                    if (!text.isEmpty()) {
                        throw RunbenchException
                                .badInput("filter: '" + word + "' is a second text, after '" + text + "'")
                                .remedy("give one text");
                    }
                    text = value;
                }
            }
        }
        return new EventFilter(types, nodes, text);
    }

    private static RunbenchException unknown(String word, String key, boolean hasValue) {
        String usage = "write type=NAME[,NAME...], node=NAME[,NAME...] or text=TEXT; * in a name stands for "
                + "any text, ! before a name or a text excludes it";
        return hasValue
                ? RunbenchException.badInput("filter: '" + key + "' in '" + word + "' is not a property of events")
                        .remedy(NearestNames.didYouMean(key, KEYS, usage))
                : RunbenchException.badInput("filter: '" + word + "' has no '='").remedy(usage);
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
        return types.isEmpty() && nodes.isEmpty() && text.isEmpty();
    }

    public boolean matches(LiveEvent e) {
        return named(types, e.type().name()) && named(nodes, e.node()) && has(e);
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
        return words;
    }
}
