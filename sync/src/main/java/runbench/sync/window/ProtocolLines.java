package runbench.sync.window;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;
import runbench.base.process.HelperLine;

/**
 * Extracts lines of the helpers' protocol. Programs that start others on nodes (ssh, srun) write to the same
 * streams.
 */
final class ProtocolLines {
    private ProtocolLines() {
    }

    /** Parses a line; empty if it is not of the protocol. */
    static Optional<HelperLine> parse(String line) {
        if (!line.startsWith("{")) {
            return Optional.empty();
        }
        try {
            return Optional.of(HelperLine.parse(line)).filter(parsed -> !parsed.event().isEmpty());
        } catch (IOException foreign) {
            return Optional.empty();
        }
    }

    /** Returns a command to {@code runbench-gateway} about one of its programs; the caller adds further members. */
    static ObjectNode command(String name, long id) {
        return JsonNodeFactory.instance.objectNode().put("v", HelperLine.VERSION).put("command", name).put("id", id);
    }
}
