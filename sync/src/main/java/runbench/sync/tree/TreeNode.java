package runbench.sync.tree;

import java.util.ArrayList;
import java.util.List;
import runbench.sync.window.Node;

/**
 * A machine of the tree. A machine with children is a gateway: it answers its parent and measures its children.
 *
 * @param node name and address as the parent reaches it; only the name counts for the root
 * @param clock clock of its answers and measurements
 * @param start command template that starts programs on its children; null for a leaf
 * @param programs folder of the native programs on it
 * @param children children in the order of the file
 */
public record TreeNode(Node node, String clock, String start, String programs, List<TreeNode> children) {
    public String name() {
        return node.name();
    }

    public boolean isGateway() {
        return !children.isEmpty();
    }

    public List<Node> childNodes() {
        return children.stream().map(TreeNode::node).toList();
    }

    /** Returns the measuring machines by depth; the first list contains this machine alone. */
    public List<List<TreeNode>> levels() {
        List<List<TreeNode>> levels = new ArrayList<>();
        for (List<TreeNode> level = List.of(this); !level.isEmpty(); level = level.stream()
                .flatMap(m -> m.children.stream())
                .filter(TreeNode::isGateway)
                .toList()) {
            levels.add(level);
        }
        return levels;
    }

    /** Returns all machines below, parents before their children. */
    public List<TreeNode> below() {
        List<TreeNode> all = new ArrayList<>();
        for (TreeNode child : children) {
            all.add(child);
            all.addAll(child.below());
        }
        return all;
    }
}
