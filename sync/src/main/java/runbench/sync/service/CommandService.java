package runbench.sync.service;

import java.io.IOException;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.sync.clock.Clock;

/** Any program that prints its time in ns; the interface for other services. */
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
        CommandOutput answer = CommandOutput.of(List.of("sh", "-c", command), local);
        try {
            return new Reading(answer.middleNanos(), Long.parseLong(answer.text()), answer.tookNanos());
        } catch (NumberFormatException e) {
            throw RunbenchException.badInput(name + ": printed '" + answer.text() + "', not nanoseconds")
                    .remedy("For example: command:'date +%s%N'")
                    .causedBy(e);
        }
    }

    @Override
    public void close() {
        local.close();
    }
}
