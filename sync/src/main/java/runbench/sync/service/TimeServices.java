package runbench.sync.service;

import java.io.IOException;
import java.nio.file.Path;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.Timeline;
import runbench.sync.model.ModelFile;
import runbench.sync.window.Node;

/** Opens time services by their names on the command line. */
public final class TimeServices {
    private static final int NTP_PORT = 123;

    private TimeServices() {
    }

    /**
     * Opens a service: {@code system}, {@code clock:SPEC}, {@code sntp:HOST}, {@code chrony}, {@code
     * reflector:HOST} and others.
     *
     * @throws RunbenchException (bad input) for an unknown kind
     */
    public static TimeService open(String text) throws IOException {
        int colon = text.indexOf(':');
        String kind = colon < 0 ? text : text.substring(0, colon);
        String rest = colon < 0 ? "" : text.substring(colon + 1);
        return switch (kind) {
            case "system" -> new ClockService(text, "realtime", now -> now);
            case "clock" -> new ClockService(text, rest, now -> now);
            case "sntp" -> {
                Node n = Node.parse("server=" + rest, NTP_PORT);
                yield new SntpService(text, n.address(), n.port());
            }
            case "chrony" -> new ChronyService(text, rest);
            case "reflector" -> {
                Node n = Node.parse("server=" + rest, Node.DEFAULT_PORT);
                yield new ReflectorService(text, n.address(), n.port());
            }
            case "model" -> {
                int at = rest.indexOf('@');
                Timeline model = ModelFile.read(Path.of(at < 0 ? rest : rest.substring(0, at))).timeline();
                yield new ClockService(text, at < 0 ? "realtime" : rest.substring(at + 1), model::refNanos);
            }
            case "command" -> new CommandService(text, rest);
            default -> throw RunbenchException.badInput("no time service '" + text + "'")
                    .remedy("One of: system, clock:SPEC, sntp:HOST[:PORT], chrony[:SOCKET], reflector:HOST[:PORT],"
                            + " model:FILE[@CLOCK], command:COMMAND");
        };
    }
}
