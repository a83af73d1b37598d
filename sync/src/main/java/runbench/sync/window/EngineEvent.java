package runbench.sync.window;

import java.util.List;
import java.util.Optional;
import runbench.base.json.Fields;
import runbench.base.process.HelperLine;

/** What the exchange engine reports beside its recordings: lines of the helpers' protocol among those of its output. */
sealed interface EngineEvent {
    /** Bursts that are done. */
    record Progressed(long done, long planned) implements EngineEvent {}

    /** A node that answered nothing. */
    record Silent(SilentNode node) implements EngineEvent {}

    /** Empty for a line of a recording, and for events that this version does not know. */
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

    /** Nodes that answered nothing. */
    static List<SilentNode> silent(List<String> lines) {
        return lines.stream()
                .flatMap(line -> parse(line).stream())
                .filter(Silent.class::isInstance)
                .map(e -> ((Silent) e).node())
                .toList();
    }
}
