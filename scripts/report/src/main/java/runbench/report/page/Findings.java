package runbench.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import runbench.plotter.render.html.Page.PageFinding;

/**
 * Collects findings and selects at most five, most severe first.
 *
 * @param <H> type of finding, in the order of severity; among equal types the larger weight comes first
 */
final class Findings<H extends Comparable<H>> {
    static final int MAX_FINDINGS = 5;

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
                .limit(MAX_FINDINGS)
                .map(Candidate::finding)
                .toList();
    }
}
