package runbench.sampler.events;

import org.apache.commons.text.similarity.LevenshteinDistance;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The names nearest to a mistyped one. */
final class Suggestions {
    private static final int MOST = 3;

    private Suggestions() {
    }

    /** At most three, the nearest first; empty when nothing is near. */
    static List<String> near(String wrong, Collection<String> known) {
        String lower = wrong.toLowerCase(Locale.ROOT);
        int limit = Math.max(2, wrong.length() / 3);
        LevenshteinDistance distance = new LevenshteinDistance(limit);
        record Near(String name, int distance) {
        }
        return known.stream().distinct()
                .map(k -> new Near(k, apart(distance, lower, k.toLowerCase(Locale.ROOT))))
                .filter(n -> n.distance() >= 0)
                .sorted(Comparator.comparingInt(Near::distance).thenComparing(Near::name))
                .limit(MOST).map(Near::name).toList();
    }

    private static int apart(LevenshteinDistance distance, String wrong, String known) {
        // What was typed in full at the start or end of a longer name is near, whatever the length of the rest.
        if (wrong.length() >= 4 && (known.startsWith(wrong) || known.endsWith(wrong))) {
            return 1;
        }
        return distance.apply(wrong, known);
    }

    /** A clause for a remedy; empty text when nothing is near. */
    static String didYouMean(String wrong, Collection<String> known) {
        List<String> near = near(wrong, known);
        return near.isEmpty() ? "" : "did you mean " + String.join(" or ", near) + "?";
    }
}
