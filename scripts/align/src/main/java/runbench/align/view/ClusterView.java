package runbench.align.view;

import java.util.List;
import java.util.Optional;

/**
 * A run on many nodes on one time axis. Positions are seconds since the start of the run; NaN is "no data" everywhere.
 *
 * @param heading what ran, who counted, how it ended
 * @param axis common to all ranks
 * @param alignment how well the ranks' times can be compared
 * @param ranks in order, those without a recording too
 * @param quantities events and metrics, each of all ranks
 * @param phases null: see {@code phasesAbsent}
 * @param phasesAbsent why there are no phases; null where there are
 * @param messages of the window; null where they were not asked for
 */
public record ClusterView(Heading heading, TimeAxis axis, AlignmentQuality alignment, List<RankView> ranks,
        List<Quantity> quantities, PhaseView phases, String phasesAbsent, MessageView messages) {
    public ClusterView {
        ranks = List.copyOf(ranks);
        quantities = List.copyOf(quantities);
    }

    /** The same in other buckets. */
    ClusterView in(TimeAxis other, List<Quantity> values) {
        return new ClusterView(heading, other, alignment, ranks, values, phases, phasesAbsent, messages);
    }

    /** An event or a metric by its name. */
    public Optional<Quantity> quantity(String name) {
        return quantities.stream().filter(q -> q.name().equalsIgnoreCase(name)).findFirst();
    }

    /** As JSON has it, without the series: what a person asks of a table. NaN is null. */
    public String json() {
        return ViewJson.of(this);
    }
}
