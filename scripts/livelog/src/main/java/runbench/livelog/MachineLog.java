package runbench.livelog;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import runbench.base.error.RunbenchException;
import runbench.base.file.PrivateFile;
import runbench.base.json.Fields;
import runbench.base.json.Json;
import runbench.livelog.display.NodeState;

/**
 * The states of the nodes' machines during a run: the latest ones, and a file of lines with all. Thread-safe.
 */
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

    /** The latest states in a file of lines that another process may still write. Thread-safe. */
    static final class Stored {
        private static final int CHUNK = 1 << 16;

        private final Path path;
        private final Map<String, NodeState> latest = new HashMap<>();
        private final ByteArrayOutputStream part = new ByteArrayOutputStream();
        private long read;

        Stored(Path path) {
            this.path = path;
        }

        /**
         * Returns the latest state of each node, from the lines that are complete now. A file that is missing or not
         * readable has no states.
         */
        synchronized Map<String, NodeState> latest() {
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
                ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
                for (int n = file.read(buffer, read); n > 0; n = file.read(buffer.clear(), read)) {
                    read += n;
                    for (int i = 0; i < n; i++) {
                        byte b = buffer.get(i);
                        if (b == '\n') {
                            add(part.toString(StandardCharsets.UTF_8));
                            part.reset();
                        } else {
                            part.write(b);
                        }
                    }
                }
            } catch (IOException none) {
                // The page shows no machines, as for a run of an older version.
            }
            return Map.copyOf(latest);
        }

        private void add(String line) {
            try {
                Fields fields = Fields.ofFile(Json.object(line), path);
                latest.put(fields.text("node"), NodeState.ofLine(fields));
            } catch (IOException | IllegalArgumentException | RunbenchException damaged) {
                // A full disk truncates a line; the next one is whole.
            }
        }
    }
}
