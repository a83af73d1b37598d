package runbench.sync.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.sync.service.TimeServices.TimeService;
import runbench.sync.service.TimeServices.TimeService.Reading;

/** Tests the service with answers as pmc of linuxptp 3.1.1 prints them. */
@Tag("scenario")
class PtpServiceTest {
    private static final long SECOND = 1_000_000_000L;
    private static final String ANSWER = """
            sending: GET TIME_STATUS_NP
            sending: GET TIME_PROPERTIES_DATA_SET
            \t124b10.fffe.b51aab-0 seq 0 RESPONSE MANAGEMENT TIME_STATUS_NP
            \t\tmaster_offset              %s
            \t\tingress_time               1795742737080893301
            \t\tgmPresent                  %s
            \t\tgmIdentity                 5a53a0.fffe.199316
            \t124b10.fffe.b51aab-0 seq 1 RESPONSE MANAGEMENT TIME_PROPERTIES_DATA_SET
            \t\tcurrentUtcOffset      37
            \t\tptpTimescale          1
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void needsTheLibrary() {
        assumeTrue(
                Files.exists(
                        Path.of(System.getProperty("runbench.home", "."), "native/build/lib/librunbench-clock.so")),
                "native/build/lib/librunbench-clock.so is not built (make -C native)");
    }

    private TimeService service(String answer, String clock) throws IOException {
        Path answers = Files.writeString(folder.resolve("answer"), answer);
        Path pmc = Files.writeString(folder.resolve("pmc"),
                "#!/bin/sh\n"
                        + "[ \"$*\" = '-u -b 0 -s /run/p GET TIME_STATUS_NP GET TIME_PROPERTIES_DATA_SET' ] || exit 9\n"
                        + "cat " + answers + "\n");
        Files.setPosixFilePermissions(pmc, PosixFilePermissions.fromString("rwx------"));
        return new PtpService("ptp4l:/run/p", "/run/p", clock, pmc.toString());
    }

    private static long ahead(TimeService service) throws IOException {
        Reading r = service.read();
        return r.serviceNanos() - r.localNanos();
    }

    @Test
    void softwareStampsSteerTheSystemClockInUtc() throws IOException {
        try (TimeService ahead = service(ANSWER.formatted("2500000", "true"), "realtime")) {
            assertThat(ahead(ahead)).isBetween(-2_600_000L, -2_400_000L);
        }
    }

    /** A clock 37 s ahead counts TAI; it is 2.5 ms behind its master. */
    @Test
    void aHardwareClockIsConvertedFromTai() throws IOException {
        String hardware = "virtual(realtime,offset=" + 37 * SECOND + ")";
        try (TimeService behind = service(ANSWER.formatted("-2500000", "true"), hardware)) {
            assertThat(ahead(behind)).isBetween(2_400_000L, 2_600_000L);
        }
        String arbitrary = ANSWER.replace("ptpTimescale          1", "ptpTimescale          0");
        try (TimeService behind = service(arbitrary.formatted("-2500000", "true"), hardware)) {
            assertThat(ahead(behind) - 37 * SECOND).isBetween(2_400_000L, 2_600_000L);
        }
    }

    @Test
    void statesWhyThereIsNoTime() throws IOException {
        try (TimeService alone = service(ANSWER.formatted("0", "false"), "realtime")) {
            assertThatThrownBy(alone::read).hasMessageContaining("ptp4l has no master");
        }
        try (TimeService silent = service("sending: GET TIME_STATUS_NP\n", "realtime")) {
            assertThatThrownBy(silent::read).hasMessageContaining("no answer of ptp4l");
        }
        try (TimeService missing = new PtpService("ptp4l", "", "realtime", folder.resolve("none").toString())) {
            assertThatThrownBy(missing::read).isInstanceOf(RunbenchException.class)
                    .satisfies(e -> assertThat(((RunbenchException) e).remedy().orElseThrow()).contains("linuxptp"));
        }
    }
}
