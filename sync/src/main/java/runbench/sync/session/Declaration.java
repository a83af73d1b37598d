package runbench.sync.session;

import java.util.List;
import runbench.sync.tree.TreeNode;
import runbench.sync.window.WindowPlan;

/** What a window will send at most, stated before anything is sent. */
public sealed interface Declaration {
    /** Each measuring machine's plan. */
    WindowPlan plan();

    /** All nodes measured from this host. */
    record Star(WindowPlan plan, int nodes) implements Declaration {}

    /**
     * A tree of gateways, all levels at the same time.
     *
     * @param nodes of all levels
     */
    record Tree(WindowPlan plan, List<Level> levels, int nodes) implements Declaration {
        static Tree of(WindowPlan plan, TreeNode root) {
            List<Level> levels = root.levels().stream().map(Level::of).toList();
            return new Tree(plan, levels, root.below().size());
        }

        /** Packets of the whole tree, at most. */
        public long packets() {
            return nodes * plan.packetsPerNode();
        }

        /** Bytes on the wire of the whole tree, at most. */
        public long bytes() {
            return nodes * plan.bytesPerNode();
        }
    }

    /**
     * Machines of one depth that measure others.
     *
     * @param measuring their names
     * @param nodes whom they measure, all together
     * @param most whom one of them measures, at most
     */
    record Level(List<String> measuring, int nodes, int most) {
        static Level of(List<TreeNode> machines) {
            return new Level(machines.stream().map(TreeNode::name).toList(),
                    machines.stream().mapToInt(m -> m.children().size()).sum(),
                    machines.stream().mapToInt(m -> m.children().size()).max().orElse(0));
        }
    }
}
