package runbench.sync.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import runbench.parser.RunbenchException;
import runbench.sync.clock.Clock;

/** Any program that prints its time in ns: the plug-in for services that nobody thought of. */
final class CommandService implements TimeService {
    private final String name;
    private final String command;
    private final Clock local = Clock.open("realtime");

    CommandService(String name, String command) {
        this.name = name;
        this.command = command;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Reading read() throws IOException {
        long before = local.nanos();
        Process process = new ProcessBuilder(List.of("sh", "-c", command)).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        long after = local.nanos();
        try {
            return new Reading(before + (after - before) / 2, Long.parseLong(said), after - before);
        } catch (NumberFormatException e) {
            throw RunbenchException.badInput(name + ": printed '" + said + "', not nanoseconds")
                    .remedy("For example: command:'date +%s%N'").causedBy(e);
        }
    }

    @Override
    public int packets() {
        return 0;
    }

    @Override
    public int bytes() {
        return 0;
    }

    @Override
    public void close() {
        local.close();
    }
}
