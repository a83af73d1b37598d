package runbench.sync.session;

import java.io.IOException;
import java.util.List;
import runbench.base.progress.Progress;
import runbench.sync.tree.TreeFile.TreeNode;
import runbench.sync.window.WindowPlan;

/** The topology that is measured window by window: a star of nodes, or a tree of gateways. */
public interface Measurement extends AutoCloseable {
    /** Returns the maximum traffic and the duration of a window, known before it begins. */
    Declaration declaration();

    /** Returns the names of all nodes to measure. */
    List<String> nodes();

    /** Returns the name of this host in the models. */
    String reference();

    /** Starts the programs on the other machines. */
    void start(Progress progress);

    /** Runs one window, estimates it and adds it to the models. */
    WindowReport window(Progress progress) throws IOException;

    @Override
    void close();

    /** The maximum traffic of a window, declared before it begins. */
    sealed interface Declaration {
        /** Returns the plan of each measuring machine. */
        WindowPlan plan();

        /**
         * All nodes are measured from this host.
         *
         * @param plan plan of the window
         * @param nodes number of nodes
         */
        record Star(WindowPlan plan, int nodes) implements Declaration {}

        /**
         * A tree of gateways whose levels measure concurrently.
         *
         * @param plan plan of each measuring machine
         * @param levels machines by depth
         * @param nodes number of nodes on all levels
         */
        record Tree(WindowPlan plan, List<Level> levels, int nodes) implements Declaration {
            static Tree of(WindowPlan plan, TreeNode root) {
                List<Level> levels = root.levels().stream().map(Level::of).toList();
                return new Tree(plan, levels, root.descendants().size());
            }

            /** Returns the maximum number of packets in the whole tree. */
            public long packets() {
                return nodes * plan.packetsPerNode();
            }

            /** Returns the maximum number of bytes on the wire in the whole tree. */
            public long bytes() {
                return nodes * plan.bytesPerNode();
            }
        }

        /**
         * The machines of one depth that measure others.
         *
         * @param measuring names of the machines
         * @param nodes number of nodes that they measure together
         * @param most largest number of nodes that one of them measures
         */
        record Level(List<String> measuring, int nodes, int most) {
            static Level of(List<TreeNode> machines) {
                return new Level(machines.stream().map(TreeNode::name).toList(),
                        machines.stream().mapToInt(m -> m.children().size()).sum(),
                        machines.stream().mapToInt(m -> m.children().size()).max().orElse(0));
            }
        }
    }
}
