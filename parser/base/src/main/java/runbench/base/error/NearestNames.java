package runbench.base.error;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** A search for the known names nearest to a mistyped one. */
public final class NearestNames {
    private static final int MAX_NAMES = 3;

    private NearestNames() {
    }

    /**
     * Returns at most three names, the nearest first.
     *
     * @return empty if no name is near
     */
    public static List<String> of(String wrong, Collection<String> known) {
        String lower = wrong.toLowerCase(Locale.ROOT);
        LevenshteinDistance distance = new LevenshteinDistance(Math.max(2, wrong.length() / 3));
        record Near(String name, int distance) {}
        return known.stream()
                .distinct()
                .map(k -> new Near(k, apart(distance, lower, k.toLowerCase(Locale.ROOT))))
                .filter(n -> n.distance() >= 0)
                .sorted(Comparator.comparingInt(Near::distance).thenComparing(Near::name))
                .limit(MAX_NAMES)
                .map(Near::name)
                .toList();
    }

    private static int apart(LevenshteinDistance distance, String wrong, String known) {
        // A longer name that contains the whole word is near, for any length of the rest.
        if (wrong.length() >= 3 && known.contains(wrong)) {
            return known.startsWith(wrong) || known.endsWith(wrong) ? 1 : 2;
        }
        return distance.apply(wrong, known);
    }

    /** Returns a clause for a remedy that offers the nearest names, or the fallback if no name is near. */
    public static String didYouMean(String wrong, Collection<String> known, String fallback) {
        String near = didYouMean(wrong, known);
        return near.isEmpty() ? fallback : near;
    }

    /** Returns a clause for a remedy that offers the nearest names, or empty text if no name is near. */
    public static String didYouMean(String wrong, Collection<String> known) {
        List<String> near = of(wrong, known);
        return near.isEmpty() ? "" : "did you mean " + String.join(" or ", near) + "?";
    }
}
