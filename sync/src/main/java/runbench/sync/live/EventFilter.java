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
 * @param types names of types, {@code *} stands for any text; empty: all types
 * @param nodes names of nodes, likewise
 * @param text text in the comment or the type, ignoring case, or the id; empty: any
 */
public record EventFilter(List<String> types, List<String> nodes, String text) {
    /** Selects all events. */
    public static final EventFilter ALL = new EventFilter(List.of(), List.of(), "");
    private static final List<String> KEYS = List.of("type", "node", "text");

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
        String usage = "write type=NAME[,NAME...], node=NAME[,NAME...] or text=TEXT; * in a name stands for any text";
        return hasValue
                ? RunbenchException.badInput("filter: '" + key + "' in '" + word + "' is not a property of events")
                        .remedy(NearestNames.didYouMean(key, KEYS, usage))
                : RunbenchException.badInput("filter: '" + word + "' has no '='").remedy(usage);
    }

    private static List<String> names(String word, String value) {
        List<String> names = Arrays.stream(value.split(",", -1)).map(String::strip).toList();
        if (names.contains("")) {
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
        return patterns.isEmpty() || patterns.stream().anyMatch(p -> Glob.matchesStars(p, name));
    }

    private boolean has(LiveEvent e) {
        return text.isEmpty() || has(e.comment()) || has(e.type().name())
                || e.id() != 0 && text.equals(Long.toUnsignedString(e.id()));
    }

    private boolean has(String in) {
        for (int i = 0; i <= in.length() - text.length(); i++) {
            if (in.regionMatches(true, i, text, 0, text.length())) {
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
