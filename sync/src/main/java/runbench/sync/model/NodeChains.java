package runbench.sync.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import runbench.base.error.RunbenchException;

/** The models of many nodes: for each node its way up to the one reference. */
public final class NodeChains {
    private final Map<String, Chain> chains = new LinkedHashMap<>();
    private final String reference;

    /**
     * @param models one a node, gateways among them
     * @param utc go on to UTC
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

    /** What to type where a node has no model. */
    public String remedy() {
        return "There are models of " + String.join(", ", chains.keySet()) + "; give its model, too";
    }

    /** A node of which nobody gave a model. */
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

    /** A node's way, or the reference's own; throws {@link NoModel} for any other. */
    public Chain of(String node) {
        Chain chain = chains.get(node);
        if (chain == null) {
            throw new NoModel(node);
        }
        return chain;
    }
}
