package runbench.sync.window;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import runbench.base.json.Fields;
import runbench.base.process.HelperLine;

/** An event that the exchange engine reports: lines of the helpers' protocol within its output. */
sealed interface EngineEvent {
    /**
     * Progress of the window.
     *
     * @param done number of finished bursts
     * @param planned number of planned bursts
     */
    record Progressed(long done, long planned) implements EngineEvent {}

    /**
     * A node that answered nothing.
     *
     * @param node the node and the reason
     */
    record Silent(SilentNode node) implements EngineEvent {}

    /** Parses a line; empty for a line of a recording and for unknown events. */
    static Optional<EngineEvent> parse(String line) {
        return ProtocolLines.parse(line).flatMap(EngineEvent::of);
    }

    private static Optional<EngineEvent> of(HelperLine line) {
        Fields f = line.fields();
        return switch (line.event()) {
            case "progress" -> Optional.of(new Progressed(f.number("done"), f.number("planned")));
            case "silent" -> Optional.of(new Silent(
                    new SilentNode(f.text("node"), SilentNode.Reason.of(f.text("reason")), f.text("detail"))));
            default -> Optional.empty();
        };
    }

    /** Returns the nodes that answered nothing. */
    static List<SilentNode> silent(List<String> lines) {
        return lines.stream()
                .flatMap(line -> parse(line).stream())
                .filter(Silent.class::isInstance)
                .map(e -> ((Silent) e).node())
                .toList();
    }

    /**
     * A node that answered nothing in a window.
     *
     * @param name name of the node
     * @param reason category of the failure
     * @param detail the system's message; may be empty
     */
    record SilentNode(String name, Reason reason, String detail) {
        /** The category of a failure. */
        enum Reason {
            /** The machine answers, but no reflector listens on the port. */
            REFUSED,
            /** The address is unknown or has no route. */
            UNREACHABLE,
            /** No reply arrived. */
            NO_REPLY;

            static Reason of(String name) {
                for (Reason reason : values()) {
                    if (reason.name().toLowerCase(Locale.ROOT).equals(name)) {
                        return reason;
                    }
                }
                return NO_REPLY;
            }
        }

        /** Returns a text for messages. */
        String text() {
            return reason == Reason.REFUSED ? "no answer: refused, no reflector listens there"
                    : detail.isEmpty() ? "no answer" : "no answer: " + detail;
        }
    }

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
            return JsonNodeFactory.instance.objectNode()
                    .put("v", HelperLine.VERSION)
                    .put("command", name)
                    .put("id", id);
        }
    }
}
