package runbench.sync.window;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;
import runbench.base.process.HelperLine;

/**
 * Lines of the helpers' protocol among others: what starts programs on nodes (ssh, srun) writes to the same streams.
 */
final class ProtocolLines {
    private ProtocolLines() {
    }

    /** Empty for what is not of the protocol. */
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

    /** A command to {@code runbench-gateway} about one of its programs; further members are added by the caller. */
    static ObjectNode command(String name, long id) {
        return JsonNodeFactory.instance.objectNode().put("v", HelperLine.VERSION).put("command", name).put("id", id);
    }
}
