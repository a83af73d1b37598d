package runbench.sync.window;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import runbench.base.error.RunbenchException;

/**
 * Programs on a gateway, through {@code runbench-gateway} that runs there ({@code native/clock/gateway.c} is the
 * definition of what the two say to each other). Its own way there may lead through other gateways.
 */
public final class GatewayLink implements Launcher, AutoCloseable {
    private static final String READY = "ready runbench-gateway 1";
    private static final long START_SECONDS = 20;
    private static final long END_MILLIS = 4000;

    private final String name;
    private final Launched relay;
    private final Map<Long, Launched> programs = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();

    private GatewayLink(String name, Launched relay) {
        this.name = name;
        this.relay = relay;
    }

    /**
     * Starts the program on a gateway and waits for its first word.
     *
     * @param launcher where the template is filled and run
     * @param program  path of {@code runbench-gateway} on the gateway
     */
    public static GatewayLink open(Launcher launcher, Template template, Node gateway, String program) {
        String name = gateway.name();
        Launched relay = launcher.start(template.fill(gateway, gateway.host(), List.of(program)));
        relay.await(() -> relay.said().contains(READY) || relay.hasEnded(), System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS));
        if (!relay.said().contains(READY)) {
            String story = relay.story() + (relay.isMute() && !relay.hasEnded() ? template.silenceHint(gateway) : "");
            Launched.end(List.of(relay), END_MILLIS);
            throw RunbenchException.machine(name + ": the gateway's program did not answer: " + story);
        }
        GatewayLink link = new GatewayLink(name, relay);
        relay.listen(link::hear);
        Thread watch = new Thread(link::watch, "gateway " + name);
        watch.setDaemon(true);
        watch.start();
        return link;
    }

    private void watch() {
        while (!relay.awaitEnd(TimeUnit.HOURS.toMillis(1))) {
            // Whatever becomes of it, those who wait for its programs must hear of it.
        }
        String why = name + " went away: " + relay.story();
        programs.values().forEach(p -> p.ended(-1, why));
    }

    public boolean isAlive() {
        return !relay.hasEnded();
    }

    @Override
    public Launched start(List<String> command, boolean held) {
        Launched launched = new Launched(command);
        long id = lastId.incrementAndGet();
        if (command.stream().anyMatch(word -> word.isEmpty() || word.indexOf('\t') >= 0 || word.indexOf('\n') >= 0)) {
            throw RunbenchException.badInput(name + ": a command for a gateway holds an empty word, a tab or a new line: " + Words.join(command));
        }
        launched.controlledBy(new ByGateway(relay, id));
        programs.put(id, launched);
        relay.say((held ? "start-held " : "start ") + id + " " + String.join("\t", command));
        if (relay.hasEnded()) {
            launched.ended(-1, name + " went away: " + relay.story());
        }
        return launched;
    }

    private void hear(String line) {
        String[] part = line.split(" ", 3);
        long id;
        try {
            id = Long.parseLong(part[1]);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException notOurs) {
            relay.heard(true, line);
            return;
        }
        Launched program = programs.get(id);
        String rest = part.length > 2 ? part[2] : "";
        if (program == null) {
            relay.heard(true, line);
            return;
        }
        switch (part[0]) {
            case "out" -> program.heard(false, rest);
            case "err" -> program.heard(true, rest);
            case "waiting" -> program.nowWaiting();
            case "failed" -> program.ended(-1, "cannot be started on " + name + ": " + rest);
            case "end" -> {
                program.ended(Integer.parseInt(rest), null);
                programs.remove(id);
            }
            default -> relay.heard(true, line);
        }
    }

    @Override
    public void close() {
        Launched.end(List.of(relay), END_MILLIS);
    }

    private record ByGateway(Launched relay, long id) implements Launched.Control {
        @Override
        public void say(String line) {
            relay.say("say " + id + " " + line);
        }

        @Override
        public void closeInput() {
            relay.say("close " + id);
        }

        @Override
        public void stop() {
            relay.say("stop " + id);
        }

        @Override
        public void release() {
            relay.say("release " + id);
        }

        @Override
        public void abandon() {
            // It ends with the gateway's program.
        }
    }
}
