package runbench.sync.model;

import java.util.List;
import runbench.base.error.RunbenchException;

/** Models one after the other: a node's clock to its gateway's, the gateway's to the reference's; errors add up. */
public final class Chain {
    private final String node;
    private final List<Pieces> pieces;
    private final NodeModel top;
    private final Utc utc;

    /** @param models each one's reference is the next one's node */
    public Chain(List<NodeModel> models) {
        this(models, false);
    }

    /** @param utc go on from the reference's time to UTC, as its time service tells it */
    public Chain(List<NodeModel> models, boolean utc) {
        for (int i = 1; i < models.size(); i++) {
            String reference = models.get(i - 1).reference();
            if (!reference.equals(models.get(i).node())) {
                throw RunbenchException.badInput("the model of " + models.get(i - 1).node() + " leads to " + reference
                        + ", but the next model is of " + models.get(i).node())
                        .remedy("Give the models from the node upwards: --model node.model.json --model gateway.model.json");
            }
        }
        this.node = models.get(0).node();
        this.pieces = models.stream().map(Pieces::new).toList();
        this.top = models.get(models.size() - 1);
        this.utc = utc ? new Utc(top) : null;
    }

    private Chain(NodeModel top, boolean utc) {
        this.node = top.reference();
        this.pieces = List.of();
        this.top = top;
        this.utc = utc ? new Utc(top) : null;
    }

    /** For the reference's own stamps, which need no model, except of UTC. */
    static Chain ofReference(NodeModel top, boolean utc) {
        return new Chain(top, utc);
    }

    /** Whose stamps are converted. */
    public String node() {
        return node;
    }

    /** The clock whose stamps are converted; empty for the reference, whose clock the models do not name. */
    public String source() {
        return pieces.isEmpty() ? "" : pieces.get(0).source();
    }

    /** How wrong a prediction may become before it counts as expired, ns. */
    public double toleranceNanos() {
        return top.tolerance();
    }

    /** How far a reference time lies from the windows that lead there, ns; 0 between them. */
    public long awayNanos(Converted c) {
        return utc == null ? top.distance(c.refNanos()) : 0;
    }

    /** A stamp of the first model's node in the time of the last one's reference, or in UTC if that was asked for. */
    public Converted toReference(long nodeNanos) {
        return upwards(pieces.isEmpty() ? new Converted(nodeNanos, 0, 0, 0, Converted.How.INTERPOLATED)
                : pieces.get(0).toReference(nodeNanos));
    }

    /** The same for a bare reading of the first node's counter (rb_tsc() in a program). */
    public Converted ofTicks(long ticks) {
        if (pieces.isEmpty()) {
            throw RunbenchException.badInput("stamps of the reference " + node + " in ticks: no model tells its counter's frequency")
                    .remedy("Give the reference's stamps in ns of its clock");
        }
        return upwards(pieces.get(0).ofTicks(ticks));
    }

    private Converted upwards(Converted first) {
        Converted at = first;
        for (Pieces next : pieces.subList(Math.min(1, pieces.size()), pieces.size())) {
            at = at.through(next.toReference(at.refNanos()));
        }
        return utc == null ? at : utc.of(at);
    }
}
