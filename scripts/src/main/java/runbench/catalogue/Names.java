package runbench.catalogue;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Names that a person may have meant. */
final class Names {
    private Names() {
    }

    /** At most three known names near to the given one, the nearest first. */
    static List<String> nearest(String name, Collection<String> known) {
        String wanted = name.toLowerCase(Locale.ROOT);
        int limit = Math.max(2, wanted.length() / 3);
        record Candidate(String name, int distance) {
        }
        return known.stream()
                .map(k -> new Candidate(k, distance(wanted, k.toLowerCase(Locale.ROOT))))
                .filter(c -> c.distance() <= limit)
                .sorted(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
                .limit(3)
                .map(Candidate::name)
                .toList();
    }

    /** A sentence that offers the nearest names, or the fallback where none is near. */
    static String didYouMean(String name, Collection<String> known, String fallback) {
        List<String> nearest = nearest(name, known);
        return nearest.isEmpty() ? fallback : "did you mean " + nearest.stream().collect(Collectors.joining(" or ")) + "?";
    }

    private static int distance(String wanted, String known) {
        if (wanted.length() >= 3 && known.contains(wanted)) {
            return 1;
        }
        return LevenshteinDistance.getDefaultInstance().apply(wanted, known);
    }
}
