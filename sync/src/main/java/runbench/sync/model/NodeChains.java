package runbench.sync.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import runbench.base.error.RunbenchException;

/** The chains of many nodes to one reference. */
public final class NodeChains {
    private final Map<String, Chain> chains = new LinkedHashMap<>();
    private final String reference;

    /**
     * Creates the chains.
     *
     * @param models one model per node, including gateways
     * @param utc whether to continue to UTC
     * @throws RunbenchException if the models lead in a circle or to different references
     */
    public NodeChains(List<NodeModel> models, boolean utc) {
        Map<String, NodeModel> byNode = new LinkedHashMap<>();
        for (NodeModel m : models) {
            if (byNode.putIfAbsent(m.node(), m) != null) {
                throw RunbenchException.badInput("two models of " + m.node()).remedy("Give one model a node");
            }
        }
        TreeSet<String> tops = new TreeSet<>();
        for (NodeModel m : models) {
            List<NodeModel> up = upwards(m, byNode);
            NodeModel top = up.get(up.size() - 1);
            tops.add(top.reference());
            chains.put(m.node(), new Chain(up, utc));
            chains.putIfAbsent(top.reference(), Chain.ofReference(top, utc));
        }
        if (tops.size() > 1) {
            throw RunbenchException.badInput("the models lead to different references: " + String.join(", ", tops))
                    .remedy("Give models against one reference, or the models of the gateways too");
        }
        reference = tops.first();
    }

    private static List<NodeModel> upwards(NodeModel from, Map<String, NodeModel> byNode) {
        List<NodeModel> up = new ArrayList<>();
        for (NodeModel m = from; m != null; m = byNode.get(m.reference())) {
            if (up.contains(m)) {
                throw RunbenchException
                        .badInput("the models lead in a circle: " + up.stream().map(NodeModel::node).toList());
            }
            up.add(m);
        }
        return up;
    }

    /** Returns the remedy for a node without a model. */
    public String remedy() {
        return "There are models of " + String.join(", ", chains.keySet()) + "; give its model, too";
    }

    /** A node without a model. */
    public static final class NoModel extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final String node;

        NoModel(String node) {
            super("no model of the node '" + node + "'", null, false, false);
            this.node = node;
        }

        public String node() {
            return node;
        }
    }

    public String reference() {
        return reference;
    }

    /**
     * Returns the chain of a node or of the reference.
     *
     * @throws NoModel for any other node
     */
    public Chain of(String node) {
        Chain chain = chains.get(node);
        if (chain == null) {
            throw new NoModel(node);
        }
        return chain;
    }
}
