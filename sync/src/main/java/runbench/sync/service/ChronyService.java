package runbench.sync.service;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import runbench.parser.RunbenchException;
import runbench.sync.clock.Clock;

/** What a chronyd on this machine believes: the system clock corrected by the offset that {@code chronyc tracking} reports. */
final class ChronyService implements TimeService {
    private static final int SYSTEM_TIME_OFFSET = 4;

    private final String name;
    private final List<String> command = new ArrayList<>(List.of("chronyc", "-c"));
    private final Clock local = Clock.open("realtime");

    /** @param socket chronyd's command socket; empty for the default */
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
        long before = local.nanos();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        long after = local.nanos();
        String[] field = said.split(",");
        if (field.length <= SYSTEM_TIME_OFFSET) {
            throw RunbenchException.machine(name + ": chronyc says: " + said).remedy("Give the command socket: chrony:/run/chrony/chronyd.sock");
        }
        // Positive: the system clock is slow of NTP time, so much is to be added.
        long correction = new BigDecimal(field[SYSTEM_TIME_OFFSET]).movePointRight(9).longValue();
        long middle = before + (after - before) / 2;
        return new Reading(middle, middle + correction, after - before);
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
