package runbench.align.view;

import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import runbench.align.run.RankState;
import runbench.align.traces.Alignment;
import runbench.align.traces.CausalityCheck;
import runbench.align.traces.Comparability;
import runbench.align.view.ClusterView.RankView.SyncError;
import runbench.align.view.ClusterView.RankView;
import runbench.base.quantity.Numbers;
import runbench.base.timeline.StatedError;

/**
 * The time resolution between the ranks of a run.
 *
 * @param kind classification
 * @param worstNs smallest difference that any two ranks resolve at the worst time of the run, ns; 0: all share one
 *     clock; infinite: nothing is guaranteed
 * @param words description for the user
 * @param check check of the clocks by messages and barriers; null: one clock, or nothing was traced
 */
public record AlignmentQuality(Kind kind, double worstNs, String words, CausalityCheck check) {
    /** Classification, from best to worst. */
    public enum Kind {
        /** All ranks are stamped by one clock. */
        ONE_CLOCK,
        /** Resolved better than a sampling period. */
        ALIGNED,
        /** Times of different hosts may differ by more than a sampling period. */
        COARSE,
        /** The clocks of some ranks have no known relation to the reference. */
        PARTIAL,
        /** Messages or barriers contradict the clocks' bounds: a clock stepped or was set. */
        CONTRADICTED
    }

    /** Creates the quality of clocks that no messages or barriers checked. */
    public AlignmentQuality(Kind kind, double worstNs, String words) {
        this(kind, worstNs, words, null);
    }

    private AlignmentQuality checked(CausalityCheck found) {
        if (found == null || !found.isContradicted()) {
            return new AlignmentQuality(kind, worstNs, words, found);
        }
        return new AlignmentQuality(Kind.CONTRADICTED, Double.POSITIVE_INFINITY,
                "Clocks contradicted: " + found.words()
                        + ". A clock stepped or was set, so times of different hosts cannot be compared (runbench align"
                        + " says more)",
                found);
    }

    /**
     * Determines the quality.
     *
     * @param check check of the clocks; null: none
     */
    static AlignmentQuality of(Comparability clocks, List<RankView> all, long periodNs, TimeAxis axis,
            CausalityCheck check) {
        return of(clocks, all, periodNs, axis).checked(check);
    }

    private static AlignmentQuality of(Comparability clocks, List<RankView> all, long periodNs, TimeAxis axis) {
        String reference = axis.clock();
        List<RankView> ranks = all.stream().filter(r -> r.state() != RankState.MISSING).toList();
        if (clocks.oneClock(ranks.stream().map(RankView::rank).toList())) {
            return new AlignmentQuality(Kind.ONE_CLOCK, 0,
                    "All " + ClusterView.member(all) + "s are stamped by one clock, that of "
                            + (ranks.stream().anyMatch(r -> r.how() == Alignment.How.SAME_CLOCK) || ranks.isEmpty()
                                    ? reference
                                    : ranks.get(0).host()));
        }
        List<String> unknown = ranks.stream().filter(r -> !r.aligned()).map(RankView::label).toList();
        TreeMap<String, StatedError> byHost = new TreeMap<>();
        ranks.stream()
                .filter(r -> r.worst() != null)
                .forEach(r -> byHost.merge(r.host(), r.worst(), StatedError::worse));
        List<Integer> aligned = ranks.stream().filter(RankView::aligned).map(RankView::rank).toList();
        double worst = IntStream.range(0, SyncError.POINTS)
                .mapToDouble(
                        i -> clocks.finestOfAllNanos(aligned, axis.refNanos(axis.runS() * i / (SyncError.POINTS - 1))))
                .max()
                .orElse(0);
        double stat = byHost.values()
                .stream()
                .mapToDouble(StatedError::errStatNanos)
                .filter(Objects::nonNull)
                .max()
                .orElse(0);
        String figures = "times of two hosts are comparable to within "
                + (Double.isInfinite(worst) ? "no guaranteed bound" : "±" + Numbers.nanos(worst)) + " (standard error "
                + (Double.isNaN(stat) ? "unknown" : Numbers.nanos(stat)) + "), reference " + reference;
        if (!unknown.isEmpty()) {
            return new AlignmentQuality(Kind.PARTIAL, Double.POSITIVE_INFINITY,
                    "Not on one time: " + ClusterView.member(all) + (unknown.size() == 1 ? " " : "s ")
                            + shortened(unknown) + (unknown.size() == 1 ? " is" : " are")
                            + " not aligned, placed at the start of the run"
                            + (clocks.oneClock(aligned) ? "" : "; of the others " + figures));
        }
        boolean fine = worst <= periodNs;
        return new AlignmentQuality(fine ? Kind.ALIGNED : Kind.COARSE, worst, fine ? "Aligned: " + figures
                : "Not comparable within a sampling period of " + Numbers.nanos(periodNs) + ": " + figures);
    }

    private static String shortened(List<String> labels) {
        return labels.size() <= 6 ? String.join(", ", labels)
                : String.join(", ", labels.subList(0, 5)) + " and " + (labels.size() - 5) + " more";
    }
}
