package runbench.sampler.events.names;

import java.util.ArrayList;
import java.util.List;

/**
 * A word with slashes, {@code PMU/TERM,TERM/LETTERS}.
 *
 * @param word as typed
 * @param pmu before the first slash: a PMU, a pattern of several, or a generic event
 * @param terms without surrounding blanks; none in {@code faults//u}
 * @param letters modifiers, with or without a colon before them
 */
record PmuTerms(String word, String pmu, List<String> terms, String letters) {
    /** Null where that is no such word. */
    static PmuTerms parse(String word) {
        int first = word.indexOf('/');
        int last = word.lastIndexOf('/');
        String letters = word.substring(last + 1);
        letters = letters.startsWith(":") ? letters.substring(1) : letters;
        String inside = first < last ? word.substring(first + 1, last) : "/";
        boolean quoted = inside.indexOf('\'') >= 0;
        if (first == 0 || !quoted && inside.indexOf('/') >= 0 || !letters.matches("[a-zA-Z]*")) {
            return null;
        }
        return new PmuTerms(word, word.substring(0, first), inside.isEmpty() ? List.of() : split(inside), letters);
    }

    /** At commas outside of {@code name='...'}. */
    private static List<String> split(String inside) {
        List<String> terms = new ArrayList<>();
        boolean quoted = false;
        int from = 0;
        for (int i = 0; i <= inside.length(); i++) {
            if (i == inside.length() || inside.charAt(i) == ',' && !quoted) {
                terms.add(inside.substring(from, i).strip());
                from = i + 1;
            } else if (inside.charAt(i) == '\'') {
                quoted = !quoted;
            }
        }
        return terms;
    }

    /** The word without its letters, for one of the PMUs that it means. */
    String on(String name) {
        return name + "/" + String.join(",", terms) + "/";
    }
}
