package runbench.parser.structure;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Change points as several people marked them, and the two measures of van den Burg and Williams (2020): F1, precision
 * over what anybody marked and recall as the mean over people, and the covering of their segments.
 *
 * @param people per person the bins in which something else begins
 */
record MarkedChanges(List<TreeSet<Integer>> people) {
    private static final int MARGIN = 5;

    static MarkedChanges of(JsonNode people) {
        List<TreeSet<Integer>> out = new ArrayList<>();
        for (JsonNode person : people) {
            TreeSet<Integer> marks = new TreeSet<>();
            person.forEach(m -> marks.add(m.asInt()));
            out.add(marks);
        }
        return new MarkedChanges(out);
    }

    /** The beginning counts as a change that everybody finds. */
    double f1(Collection<Integer> found) {
        TreeSet<Integer> all = new TreeSet<>(List.of(0));
        people.forEach(all::addAll);
        TreeSet<Integer> own = new TreeSet<>(found);
        own.add(0);
        double precision = (double) hits(all, own) / own.size();
        double recall = people.stream().mapToDouble(p -> {
            TreeSet<Integer> marks = new TreeSet<>(p);
            marks.add(0);
            return (double) hits(marks, own) / marks.size();
        }).average().orElse(0);
        return 2 * precision * recall / (precision + recall);
    }

    /** Each found one is matched once, with the nearest. */
    private static int hits(Collection<Integer> marks, Collection<Integer> found) {
        TreeSet<Integer> left = new TreeSet<>(found);
        int hits = 0;
        for (int mark : marks) {
            Integer nearest = null;
            for (int f : left) {
                if (Math.abs(f - mark) <= MARGIN
                        && (nearest == null || Math.abs(f - mark) < Math.abs(nearest - mark))) {
                    nearest = f;
                }
            }
            if (nearest != null) {
                left.remove(nearest);
                hits++;
            }
        }
        return hits;
    }

    /**
     * Mean over people of how much of each of their segments one found segment has.
     *
     * @param bins of the series
     */
    double cover(Collection<Integer> found, int bins) {
        return people.stream().mapToDouble(p -> cover(edges(p, bins), edges(found, bins)) / bins).average().orElse(0);
    }

    private static double cover(List<Integer> marked, List<Integer> found) {
        double sum = 0;
        for (int m = 1; m < marked.size(); m++) {
            double best = 0;
            for (int f = 1; f < found.size(); f++) {
                double both = Math.min(marked.get(m), found.get(f)) - Math.max(marked.get(m - 1), found.get(f - 1));
                double either = Math.max(marked.get(m), found.get(f)) - Math.min(marked.get(m - 1), found.get(f - 1));
                best = Math.max(best, both / either);
            }
            sum += best * (marked.get(m) - marked.get(m - 1));
        }
        return sum;
    }

    private static List<Integer> edges(Collection<Integer> changes, int bins) {
        TreeSet<Integer> edges = new TreeSet<>(changes);
        edges.add(0);
        edges.add(bins);
        return List.copyOf(edges);
    }
}
