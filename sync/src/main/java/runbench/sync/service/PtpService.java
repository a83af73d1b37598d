package runbench.sync.service;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.base.error.RunbenchException;
import runbench.sync.clock.Clock;
import runbench.sync.service.TimeServices.CommandOutput;
import runbench.sync.service.TimeServices.TimeService;

/**
 * The time of a ptp4l on this machine: its clock minus the offset from the master at the last Sync message, which pmc
 * reports as master_offset in TIME_STATUS_NP. A hardware clock of the PTP time scale counts TAI (IEEE 1588, section
 * 7.2); currentUtcOffset converts it to UTC. With software stamps ptp4l steers the system clock and reports offsets in
 * UTC.
 */
final class PtpService implements TimeService {
    /** The management client of linuxptp. */
    static final String PMC = "pmc";

    private static final Pattern FIELD = Pattern.compile("^\\s+(\\w+)\\s+(\\S+)$", Pattern.MULTILINE);
    private static final String SYSTEM_CLOCK = "realtime";

    private final String name;
    private final List<String> command;
    private final Clock local = Clock.open(SYSTEM_CLOCK);
    private final Clock steered;

    /**
     * Creates the service.
     *
     * @param name name on the command line
     * @param socket socket of ptp4l; empty for the default
     * @param steered clock that ptp4l steers: {@code realtime} with software stamps, otherwise {@code phc}
     * @param pmc program that asks ptp4l
     */
    PtpService(String name, String socket, String steered, String pmc) {
        this.name = name;
        command = new ArrayList<>(List.of(pmc, "-u", "-b", "0"));
        if (!socket.isEmpty()) {
            command.addAll(List.of("-s", socket));
        }
        command.addAll(List.of("GET TIME_STATUS_NP", "GET TIME_PROPERTIES_DATA_SET"));
        this.steered = Clock.open(steered);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Reading read() throws IOException {
        CommandOutput answer = CommandOutput.of(name, command, "linuxptp, which contains pmc", local);
        long before = local.nanos();
        long now = steered.nanos();
        long after = local.nanos();
        return new Reading(before + (after - before) / 2, now - correction(answer.text()), answer.tookNanos());
    }

    /** Returns the time to subtract from the steered clock, ns. */
    private long correction(String text) {
        String offset = field(text, "master_offset").orElseThrow(
                () -> RunbenchException.machine(name + ": no answer of ptp4l: " + text.lines().findFirst().orElse(""))
                        .remedy("Is ptp4l running? Its socket is readable by root only: ptp4l:/var/run/ptp4l"));
        // A machine that is the master has no offset from another one.
        if (!field(text, "gmPresent").orElse("").equals("true")) {
            throw RunbenchException.machine(name + ": not synchronised: ptp4l has no master")
                    .remedy("pmc -u -b 0 'GET PORT_DATA_SET' shows the state of its port");
        }
        boolean tai = !steered.spec().equals(SYSTEM_CLOCK) && field(text, "ptpTimescale").orElse("0").equals("1");
        long utcOffset = tai ? field(text, "currentUtcOffset").map(Long::parseLong).orElse(0L) : 0;
        return new BigDecimal(offset).longValue() + utcOffset * 1_000_000_000L;
    }

    private static Optional<String> field(String text, String key) {
        Matcher m = FIELD.matcher(text);
        while (m.find()) {
            if (m.group(1).equals(key)) {
                return Optional.of(m.group(2));
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        steered.close();
        local.close();
    }
}
