package runbench.sync.model;

import java.util.List;
import runbench.parser.RunbenchException;

/** Models one after the other: a node's clock to its gateway's, the gateway's to the reference's; errors add up. */
public final class Chain {
    private final List<NodeModel> models;

    /** @param models each one's reference is the next one's node */
    public Chain(List<NodeModel> models) {
        for (int i = 1; i < models.size(); i++) {
            String reference = models.get(i - 1).reference();
            if (!reference.equals(models.get(i).node())) {
                throw RunbenchException.badInput("the model of " + models.get(i - 1).node() + " leads to " + reference
                        + ", but the next model is of " + models.get(i).node())
                        .remedy("Give the models from the node upwards: --model node.model.json --model gateway.model.json");
            }
        }
        this.models = List.copyOf(models);
    }

    public Converted toReference(long nodeNanos) {
        Converted at = models.get(0).toReference(nodeNanos);
        for (NodeModel next : models.subList(1, models.size())) {
            at = at.through(next.toReference(at.refNanos()));
        }
        return at;
    }
}
