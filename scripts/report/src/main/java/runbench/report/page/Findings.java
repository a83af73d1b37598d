package runbench.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import runbench.plotter.render.html.PageFinding;

/**
 * What to look at first, by rule: at most five, the worst first.
 *
 * @param <H> kinds of harm in the order of it; of two of one kind the heavier comes first
 */
final class Findings<H extends Comparable<H>> {
    static final int MOST = 5;

    record Candidate<H>(H harm, double weight, PageFinding finding) {}

    private final List<Candidate<H>> candidates = new ArrayList<>();

    void add(H harm, double weight, PageFinding finding) {
        candidates.add(new Candidate<>(harm, weight, finding));
    }

    boolean any(Predicate<Candidate<H>> which) {
        return candidates.stream().anyMatch(which);
    }

    boolean removeIf(Predicate<Candidate<H>> which) {
        return candidates.removeIf(which);
    }

    List<PageFinding> worst() {
        return candidates.stream()
                .sorted(Comparator.<Candidate<H>, H>comparing(Candidate::harm)
                        .thenComparing(Candidate::weight, Comparator.reverseOrder()))
                .limit(MOST)
                .map(Candidate::finding)
                .toList();
    }
}
