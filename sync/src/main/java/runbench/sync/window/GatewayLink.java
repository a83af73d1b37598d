package runbench.sync.window;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;
import runbench.base.process.HelperLine;
import runbench.sync.window.EngineEvent.ProtocolLines;

/**
 * Programs on a gateway, controlled through its {@code runbench-gateway}. {@code native/clock/gateway.c} defines the
 * commands and events. The gateway itself may be reached through other gateways.
 */
public final class GatewayLink implements Launcher, AutoCloseable {
    private static final long START_SECONDS = 20;
    private static final long END_MILLIS = 4000;

    private final String name;
    private final StartedProgram relay;
    private final Map<Long, StartedProgram> programs = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();

    private GatewayLink(String name, StartedProgram relay) {
        this.name = name;
        this.relay = relay;
    }

    /**
     * Starts the program on a gateway and waits until it is ready.
     *
     * @param launcher runs the filled template
     * @param template command template that reaches the gateway
     * @param gateway the gateway
     * @param program path of {@code runbench-gateway} on the gateway
     * @throws RunbenchException if the program does not become ready
     */
    public static GatewayLink open(Launcher launcher, Template template, Node gateway, String program) {
        String name = gateway.name();
        StartedProgram relay = launcher.start(template.fill(gateway, gateway.host(), List.of(program)));
        relay.await(() -> isReady(relay) || relay.hasEnded(),
                System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS));
        if (!isReady(relay)) {
            String description = relay.describe()
                    + (relay.isSilent() && !relay.hasEnded() ? template.silenceHint(gateway) : "");
            StartedProgram.end(List.of(relay), END_MILLIS);
            throw RunbenchException.machine(name + ": the gateway's program did not answer: " + description);
        }
        GatewayLink link = new GatewayLink(name, relay);
        relay.listen(link::receive);
        Thread watch = new Thread(link::watch, "gateway " + name);
        watch.setDaemon(true);
        watch.start();
        return link;
    }

    private void watch() {
        while (!relay.awaitEnd(TimeUnit.HOURS.toMillis(1))) {
            // Threads that wait for its programs are woken in any case.
        }
        String why = name + " went away: " + relay.describe();
        programs.values().forEach(p -> p.ended(-1, why));
    }

    public boolean isAlive() {
        return !relay.hasEnded();
    }

    @Override
    public StartedProgram start(List<String> command, boolean held) {
        StartedProgram launched = new StartedProgram(command);
        long id = lastId.incrementAndGet();
        launched.setControl(new ByGateway(relay, id));
        programs.put(id, launched);
        ObjectNode start = ProtocolLines.command("start", id).put("held", held);
        command.forEach(start.putArray("argv")::add);
        relay.send(start.toString());
        if (relay.hasEnded()) {
            launched.ended(-1, name + " went away: " + relay.describe());
        }
        return launched;
    }

    private static boolean isReady(StartedProgram relay) {
        return relay.output()
                .stream()
                .flatMap(line -> ProtocolLines.parse(line).stream())
                .anyMatch(line -> line.event().equals("ready"));
    }

    private void receive(String line) {
        Optional<HelperLine> event = ProtocolLines.parse(line);
        StartedProgram program = event.flatMap(e -> e.fields().optionalNumber("id")).map(programs::get).orElse(null);
        if (program != null) {
            receive(program, event.get());
        } else if (event.isEmpty() || !event.get().event().equals("ready")) {
            relay.received(true, line);
        }
    }

    private void receive(StartedProgram program, HelperLine event) {
        Fields f = event.fields();
        switch (event.event()) {
            case "output" -> program.received(f.text("stream").equals("err"), f.text("line"));
            case "waiting" -> program.markWaiting();
            case "failed" -> program.ended(-1, "cannot be started on " + name + ": " + f.text("message"));
            case "ended" -> {
                program.ended((int) f.number("code"), null);
                programs.remove(f.number("id"));
            }
            default -> {
                // Events of a later version are ignored.
            }
        }
    }

    @Override
    public void close() {
        StartedProgram.end(List.of(relay), END_MILLIS);
    }

    private record ByGateway(StartedProgram relay, long id) implements StartedProgram.Control {
        @Override
        public void send(String line) {
            relay.send(ProtocolLines.command("send", id).put("line", line).toString());
        }

        @Override
        public void closeInput() {
            relay.send(ProtocolLines.command("close", id).toString());
        }

        @Override
        public void stop() {
            relay.send(ProtocolLines.command("stop", id).toString());
        }

        @Override
        public void release() {
            relay.send(ProtocolLines.command("release", id).toString());
        }

        @Override
        public void abandon() {
            // The program ends with the gateway's program.
        }
    }
}
