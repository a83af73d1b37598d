package runbench.sync.window;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.base.error.RunbenchException;

/**
 * A node to be measured.
 *
 * @param name name in files
 * @param host host that starts its reflector, and its address unless {@code address} differs
 * @param address host name or address to probe
 * @param port UDP port of its reflector
 */
public record Node(String name, String host, String address, int port) {
    public static final int DEFAULT_PORT = 7911;

    /**
     * Parses several nodes as {@link #parse}.
     *
     * @throws RunbenchException if two nodes have the same name, because files are named by it
     */
    public static List<Node> parseAll(List<String> texts, int defaultPort) {
        Map<String, String> seen = new HashMap<>();
        List<Node> nodes = new ArrayList<>();
        for (String text : texts) {
            Node node = parse(text, defaultPort);
            String other = seen.put(node.name, text);
            if (other != null) {
                throw RunbenchException
                        .badInput("--hosts: two nodes are called " + node.name + " (" + other + " and " + text + ")")
                        .remedy("Give each a name of its own: --hosts a=" + node.address + ",b=...");
            }
            nodes.add(node);
        }
        return nodes;
    }

    /** Parses {@code NAME}, {@code NAME=ADDRESS} or either with {@code :PORT}. */
    public static Node parse(String text, int defaultPort) {
        return parse("--hosts", text, defaultPort);
    }

    /**
     * Parses one node.
     *
     * @param where option or file that contains the text, for messages
     * @param text the node
     * @param defaultPort UDP port if the text has none
     * @throws RunbenchException if the text has another form
     */
    public static Node parse(String where, String text, int defaultPort) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        String rest = equals < 0 ? text : text.substring(equals + 1);
        int port = defaultPort;
        int colon = rest.lastIndexOf(':');
        boolean hasPort = colon >= 0 && rest.indexOf(']') < colon
                && (rest.indexOf(':') == colon || rest.startsWith("["));
        try {
            if (hasPort) {
                port = Integer.parseInt(rest.substring(colon + 1));
                rest = rest.substring(0, colon);
            }
            name = equals < 0 ? rest : name;
            if (name.isEmpty() || rest.isEmpty() || port < 1 || port > 65535 || !name.matches("[A-Za-z0-9._\\-]+")) {
                throw new NumberFormatException();
            }
        } catch (NumberFormatException e) {
            throw RunbenchException.badInput(where + " '" + text + "': not NODE, NODE=ADDRESS or NODE=ADDRESS:PORT")
                    .remedy("For example: node1,node2=10.0.0.2,node3=10.0.0.3:7912")
                    .causedBy(e);
        }
        return new Node(name, name, rest, port);
    }

    /** Returns the node as an argument of the exchange engine. */
    String argument() {
        boolean bare6 = address.indexOf(':') >= 0 && !address.startsWith("[");
        return name + "=" + (bare6 ? "[" + address + "]" : address) + ":" + port;
    }
}
