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
    /** Minimum count of an event for a statement about its rate or its distribution over a run. */
    static final long MIN_COUNT = 100;
    /** Migrations per second from which they may cost a percent of the time: refilling caches takes about 0.1 ms. */
    static final double MAX_MIGRATIONS_PER_SECOND = 100;

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
