package runbench.cluster.view;

import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import runbench.base.quantity.Numbers;
import runbench.base.timeline.StatedError;
import runbench.cluster.align.Alignment;
import runbench.cluster.run.RankState;

/**
 * How well the ranks' times can be compared.
 *
 * @param kind    in a word
 * @param worstNs two ranks can be told apart to so many ns at worst: the sum of the widest intervals of two clocks; 0 where all
 *                share one; infinite where nothing is guaranteed
 * @param words   for a person
 */
public record AlignmentQuality(Kind kind, double worstNs, String words) {
    /** From the best to the worst. */
    public enum Kind {
        /** All ranks are stamped by one clock. */
        ONE_CLOCK,
        /** Known better than a sampling period. */
        ALIGNED,
        /** Times of different hosts may be off by more than a sampling period. */
        COARSE,
        /** Of some ranks nobody knows how their clocks relate to the reference's. */
        PARTIAL
    }

    static AlignmentQuality of(List<RankView> all, long periodNs, String reference) {
        List<RankView> ranks = all.stream().filter(r -> r.state() != RankState.MISSING).toList();
        List<String> unknown = ranks.stream().filter(r -> !r.aligned()).map(RankView::label).toList();
        TreeMap<String, StatedError> byHost = new TreeMap<>();
        ranks.stream().filter(r -> r.worst() != null).forEach(r -> byHost.merge(r.host(), r.worst(), StatedError::worse));
        double[] reach = byHost.values().stream().mapToDouble(e -> Math.max(-e.loNanos(), e.hiNanos())).sorted().toArray();
        boolean referenceRuns = ranks.stream().anyMatch(r -> r.how() == Alignment.How.SAME_CLOCK);
        double worst = reach.length == 0 ? 0 : reach[reach.length - 1]
                + (reach.length > 1 ? reach[reach.length - 2] : referenceRuns ? 0 : reach[0]);
        double stat = byHost.values().stream().mapToDouble(StatedError::errStatNanos).filter(Objects::nonNull).max().orElse(0);
        String figures = "times of two hosts are comparable to within " + (Double.isInfinite(worst) ? "no guaranteed bound" : "±" + Numbers.nanos(worst))
                + " (standard error " + (Double.isNaN(stat) ? "unknown" : Numbers.nanos(stat)) + "), reference " + reference;
        if (!unknown.isEmpty()) {
            return new AlignmentQuality(Kind.PARTIAL, Double.POSITIVE_INFINITY, "Not on one time: " + (unknown.size() == 1 ? "rank " : "ranks ")
                    + shortened(unknown) + (unknown.size() == 1 ? " is" : " are") + " not aligned, placed at the start of the run"
                    + (byHost.isEmpty() ? "" : "; of the others " + figures));
        }
        if (byHost.isEmpty()) {
            return new AlignmentQuality(Kind.ONE_CLOCK, 0, "All ranks are stamped by one clock, that of " + reference);
        }
        boolean fine = worst <= periodNs;
        return new AlignmentQuality(fine ? Kind.ALIGNED : Kind.COARSE, worst, fine ? "Aligned: " + figures
                : "Not comparable within a sampling period of " + Numbers.nanos(periodNs) + ": " + figures);
    }

    private static String shortened(List<String> labels) {
        return labels.size() <= 6 ? String.join(", ", labels) : String.join(", ", labels.subList(0, 5)) + " and " + (labels.size() - 5) + " more";
    }
}
