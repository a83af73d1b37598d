package runbench.sync.tree;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import runbench.base.error.RunbenchException;
import runbench.sync.window.Node;
import runbench.sync.window.Template;

/** Reads a tree of gateways from TOML; {@code docs/how-to/clocks-through-gateways.md} documents the form. */
public final class TreeFile {
    private static final Set<String> TOP = Set.of("reference", "start", "clock", "programs", "children", "node");
    private static final Set<String> NODE = Set.of("start", "clock", "programs", "children");

    private final String file;
    private final JsonNode top;
    private final int port;
    private final Map<String, String> parents = new HashMap<>();

    /** Settings that machines inherit from above. */
    private record Inherited(String start, String clock, String programs) {}

    private TreeFile(String file, JsonNode top, int port) {
        this.file = file;
        this.top = top;
        this.port = port;
    }

    /**
     * Reads a tree.
     *
     * @param path the file
     * @param reference default name of this host
     * @param clock default clock of the machines
     * @param programs default folder of the native programs
     * @param port default port of the reflectors
     * @throws RunbenchException (bad input) if the file cannot be read or has an error
     */
    public static TreeNode read(Path path, String reference, String clock, String programs, int port) {
        try {
            return read(path.toString(), Files.readString(path), reference, clock, programs, port);
        } catch (NoSuchFileException e) {
            throw RunbenchException.badInput(path + ": no such file").causedBy(e);
        } catch (IOException e) {
            throw RunbenchException.badInput(path + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
    }

    static TreeNode read(String file, String text, String reference, String clock, String programs, int port) {
        JsonNode top;
        try {
            top = new TomlMapper().readTree(text);
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw RunbenchException.badInput(file + ":" + line + ": not TOML: " + e.getOriginalMessage())
                    .remedy("runbench sync measure --help shows an example")
                    .causedBy(e);
        }
        return new TreeFile(file, top, port).root(reference, new Inherited(null, clock, programs));
    }

    private TreeNode root(String reference, Inherited defaults) {
        check("", top, TOP);
        check("node", top.path("node"), null);
        String name = text("", top, "reference", reference);
        parents.put(name, "");
        TreeNode root = machine(new Node(name, name, name, port), "", top, defaults);
        if (!root.isGateway()) {
            throw invalid("", "children", "is missing: there is no node to measure")
                    .remedy("children = [\"node1\", \"gateway1=10.0.0.2\"]");
        }
        Set<String> described = new TreeSet<>();
        top.path("node").fieldNames().forEachRemaining(described::add);
        described.removeAll(parents.keySet());
        if (!described.isEmpty()) {
            throw RunbenchException
                    .badInput(file + ": [node." + described.iterator().next() + "] is the child of no machine")
                    .remedy("Name it in the children of the machine that is to measure it");
        }
        return root;
    }

    private TreeNode machine(Node node, String table, JsonNode settings, Inherited above) {
        Inherited own = new Inherited(text(table, settings, "start", above.start),
                text(table, settings, "clock", above.clock), text(table, settings, "programs", above.programs));
        List<Node> nodes = children(node.name(), table, settings);
        if (nodes.isEmpty()) {
            return new TreeNode(node, own.clock, null, own.programs, List.of());
        }
        if (own.start == null) {
            throw invalid(table, "start",
                    "is missing: " + node.name() + " needs a command that starts programs on its children")
                    .remedy("start = \"ssh {host} {command}\"");
        }
        if (own.clock.startsWith("virtual(") && !own.clock.contains("epoch=")) {
            throw invalid(table, "clock",
                    "is a virtual one without epoch=NS: a gateway's two programs would not agree about it");
        }
        Template template = Template.parse(where(table, "start"), own.start);
        if (template.forAllNodes()
                && nodes.stream().anyMatch(child -> top.path("node").path(child.name()).has("children"))) {
            throw invalid(table, "start",
                    "starts all nodes with one command ({hosts}), but " + node.name()
                            + " has gateways below, each of which needs a command of its own")
                    .remedy("start = \"ssh {host} {command}\"");
        }
        List<TreeNode> children = new ArrayList<>();
        for (Node child : nodes) {
            JsonNode its = top.path("node").path(child.name());
            String itsTable = "node." + child.name();
            check(itsTable, its, NODE);
            children.add(
                    machine(child, itsTable, its.isMissingNode() ? JsonNodeFactory.instance.objectNode() : its, own));
        }
        return new TreeNode(node, own.clock, own.start, own.programs, children);
    }

    private List<Node> children(String parent, String table, JsonNode settings) {
        List<Node> nodes = new ArrayList<>();
        JsonNode list = settings.path("children");
        if (!list.isMissingNode() && !list.isArray()) {
            throw invalid(table, "children", "is not a list of names")
                    .remedy("children = [\"node1\", \"node2=10.0.0.2\"]");
        }
        for (JsonNode item : list) {
            Node node = Node.parse(where(table, "children"), item.asText(), port);
            String other = parents.putIfAbsent(node.name(), parent);
            if (other != null) {
                throw invalid(table, "children", "names " + node.name() + " again; "
                        + (other.isEmpty() ? "that is the reference itself" : "it is a child of " + other + " already"))
                        .remedy("Each machine is measured by one other: give each a name of its own");
            }
            nodes.add(node);
        }
        return nodes;
    }

    private String text(String table, JsonNode settings, String key, String otherwise) {
        JsonNode value = settings.path(key);
        if (!value.isMissingNode() && (!value.isTextual() || value.asText().isBlank())) {
            throw invalid(table, key, "is not a text").remedy(key + " = \"...\"");
        }
        return value.isMissingNode() ? otherwise : value.asText();
    }

    private void check(String table, JsonNode settings, Set<String> known) {
        if (!settings.isMissingNode() && !settings.isObject()) {
            throw RunbenchException.badInput(file + ": " + table + " is not a table")
                    .remedy("[" + (known == null ? "node.NAME" : table) + "]");
        }
        for (Iterator<String> keys = settings.fieldNames(); known != null && keys.hasNext();) {
            String key = keys.next();
            if (!known.contains(key)) {
                throw invalid(table, key, "is unknown").remedy("There are: " + String.join(", ", new TreeSet<>(known)));
            }
        }
    }

    private String where(String table, String key) {
        return file + ": " + (table.isEmpty() ? "" : "[" + table + "] ") + key;
    }

    private RunbenchException invalid(String table, String key, String what) {
        return RunbenchException.badInput(where(table, key) + " " + what);
    }

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
        public List<TreeNode> descendants() {
            List<TreeNode> all = new ArrayList<>();
            for (TreeNode child : children) {
                all.add(child);
                all.addAll(child.descendants());
            }
            return all;
        }
    }
}
