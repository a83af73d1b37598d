package runbench.align.view;

import java.util.List;
import java.util.Optional;

/**
 * A run on many nodes on one time axis. Positions are seconds since the start of the run; NaN always means "no data".
 *
 * @param heading program, counters and end of the run
 * @param axis axis of all ranks
 * @param alignment time resolution between the ranks
 * @param ranks all ranks in order, including those without a recording
 * @param quantities events and metrics, each with values of all ranks
 * @param phases the phases; null: see {@code phasesAbsent}
 * @param phasesAbsent reason why there are no phases; null: there are
 * @param messages messages of the window; null: not requested
 */
public record ClusterView(Heading heading, TimeAxis axis, AlignmentQuality alignment, List<RankView> ranks,
        List<Quantity> quantities, PhaseView phases, String phasesAbsent, MessageView messages) {
    public ClusterView {
        ranks = List.copyOf(ranks);
        quantities = List.copyOf(quantities);
    }

    /** Returns the same view in other buckets. */
    ClusterView in(TimeAxis other, List<Quantity> values) {
        return new ClusterView(heading, other, alignment, ranks, values, phases, phasesAbsent, messages);
    }

    /** Returns an event or a metric by its name. */
    public Optional<Quantity> quantity(String name) {
        return quantities.stream().filter(q -> q.name().equalsIgnoreCase(name)).findFirst();
    }

    /** Returns the view as JSON without the series; NaN is written as null. */
    public String json() {
        return ViewJson.of(this);
    }
}
