package runbench.sync.model;

import java.util.List;
import runbench.parser.RunbenchException;

/** Models one after the other: a node's clock to its gateway's, the gateway's to the reference's; errors add up. */
public final class Chain {
    private final List<Pieces> pieces;
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
        this.pieces = models.stream().map(Pieces::new).toList();
        this.utc = utc ? new Utc(models.get(models.size() - 1)) : null;
    }

    /** A stamp of the first model's node in the time of the last one's reference, or in UTC if that was asked for. */
    public Converted toReference(long nodeNanos) {
        return upwards(pieces.get(0).toReference(nodeNanos));
    }

    /** The same for a bare reading of the first node's counter (rb_tsc() in a program). */
    public Converted ofTicks(long ticks) {
        return upwards(pieces.get(0).ofTicks(ticks));
    }

    private Converted upwards(Converted first) {
        Converted at = first;
        for (Pieces next : pieces.subList(1, pieces.size())) {
            at = at.through(next.toReference(at.refNanos()));
        }
        return utc == null ? at : utc.of(at);
    }
}
