package runbench.sampler.events.names;

import java.util.ArrayList;
import java.util.List;

/**
 * A word with slashes, {@code PMU/TERM,TERM/LETTERS}.
 *
 * @param word the word as typed
 * @param pmu the part before the first slash: a PMU, a pattern, or a generic event
 * @param terms terms without surrounding blanks; empty in {@code faults//u}
 * @param letters modifier letters without colon
 */
record PmuTerms(String word, String pmu, List<String> terms, String letters) {
    /** Parses a word; returns null if it has another form. */
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

    /** Splits at commas outside {@code name='...'}. */
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

    /** Returns the word without letters, with another PMU. */
    String on(String name) {
        return name + "/" + String.join(",", terms) + "/";
    }
}
