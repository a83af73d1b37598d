package runbench.sync.window;

import java.util.List;
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
}
