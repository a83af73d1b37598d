package runbench.sync.service;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.sync.clock.Clock;

/**
 * The time of a chronyd on this machine: the system clock corrected by the offset that {@code chronyc tracking}
 * reports.
 */
final class ChronyService implements TimeService {
    private static final int SYSTEM_TIME_OFFSET = 4;

    private final String name;
    private final List<String> command = new ArrayList<>(List.of("chronyc", "-c"));
    private final Clock local = Clock.open("realtime");

    /**
     * Creates the service.
     *
     * @param name name on the command line
     * @param socket chronyd's command socket; empty for the default
     */
    ChronyService(String name, String socket) {
        this.name = name;
        if (!socket.isEmpty()) {
            command.addAll(List.of("-h", socket));
        }
        command.add("tracking");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Reading read() throws IOException {
        CommandOutput answer = CommandOutput.of(command, local);
        String[] field = answer.text().split(",");
        if (field.length <= SYSTEM_TIME_OFFSET) {
            throw RunbenchException.machine(name + ": chronyc says: " + answer.text())
                    .remedy("Give the command socket: chrony:/run/chrony/chronyd.sock");
        }
        // Positive: the system clock is behind NTP time by this offset.
        long correction = new BigDecimal(field[SYSTEM_TIME_OFFSET]).movePointRight(9).longValue();
        return new Reading(answer.middleNanos(), answer.middleNanos() + correction, answer.tookNanos());
    }

    @Override
    public void close() {
        local.close();
    }
}
