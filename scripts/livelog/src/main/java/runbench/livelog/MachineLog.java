package runbench.livelog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import runbench.base.file.PrivateFile;
import runbench.base.json.Json;
import runbench.livelog.display.NodeState;

/** The states of the nodes' machines during a run: the latest ones, and a file of lines with all. Thread-safe. */
final class MachineLog implements AutoCloseable {
    private final FileChannel file;
    private final Map<String, NodeState> first = new HashMap<>();
    private final Map<String, NodeState> latest = new HashMap<>();

    /** @param path the file; lines are appended to an existing one */
    MachineLog(Path path) throws IOException {
        file = PrivateFile.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    /**
     * Adds the state of a node.
     *
     * @param state state with packets counted since the boot of the node
     * @param refNanos time of the reference, ns
     * @param clockErrorNanos maximum error of the node's time, ns; NaN or infinite: unknown
     */
    synchronized void add(String node, NodeState state, long refNanos, double clockErrorNanos) throws IOException {
        NodeState since = state.since(first.computeIfAbsent(node, name -> state));
        latest.put(node, since);
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("ref_ns", refNanos);
        line.put("node", node);
        line.putAll(since.members());
        line.put("clock_error_ns", Double.isFinite(clockErrorNanos) ? (Double) clockErrorNanos : null);
        file.write(ByteBuffer.wrap((Json.text(line).strip() + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the latest state of a node; null: none arrived yet. */
    synchronized NodeState latest(String node) {
        return latest.get(node);
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
