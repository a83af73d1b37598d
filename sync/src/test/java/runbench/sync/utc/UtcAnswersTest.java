package runbench.sync.utc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.sync.utc.UtcAnswers.Timesyncd;
import runbench.sync.utc.UtcAnswers.UtcReading;

/** Parses the output of real daemons (chronyd 4.3, ntpsec 1.2.2, systemd 252). */
class UtcAnswersTest {
    private static final long NOW = 1_795_278_400_000_000_000L;
    /** A chronyd without permission to steer, with a server 250 ms ahead. */
    private static final String WATCHING = "0A4F0001,10.79.0.1,2,1795278398.182585504,0.250057280,0.000003468,0.000015992,-7.472,0.229,1.823,0.000157139,0.000278915,0.3,Normal\n";
    private static final String NO_SOURCE = "00000000,,0,0.000000000,0.000000000,0.000000000,0.000000000,0.000,0.000,0.000,1.000000000,1.000000000,0.0,Not synchronised\n";
    private static final String NTPD = """
            associd=0 status=0615 leap_none, sync_ntp, 1 event, clock_sync,
            leap=00, stratum=3, precision=-24, rootdelay=9.96, rootdisp=25.5,
            refid=10.79.0.1, reftime=eeac4529.c608340d 2026-11-21T16:28:25.773Z, tc=6,
            peer=17767, offset=-1.25, frequency=-12.25, sys_jitter=0.3, clk_jitter=0.4,
            clock=eeac452a.01c5a7ab 2026-11-21T16:28:26.006Z, processor="x86_64",
            system="Linux/6.1, stratum=1", version="ntpd ntpsec-1.2.2", clk_wander=0.0, mintc=0
            """;
    private static final String NTPD_ALARM = "associd=0 status=c016 leap_alarm, sync_unspec, 1 event, restart,\n"
            + "leap=11, stratum=2, precision=-24, rootdelay=9.96, rootdisp=254.955,\nrefid=10.79.0.1, offset=0.0, "
            + "sys_jitter=0.0, clk_jitter=6e-05\n";
    private static final String TIMESYNCD = """
                   Server: 10.79.0.1 (ntp.example.org)
            Poll interval: 34min 8s (min: 32s; max 34min 8s)
                     Leap: normal
                  Version: 4
                  Stratum: 2
                Reference: C0248F97
                Precision: 1us (-25)
            Root distance: 13.427ms (max: 5s)
                   Offset: -1.063ms
                    Delay: 20.5ms
                   Jitter: 813us
             Packet count: 12
                Frequency: +3.4ppm
            """;

    private static ObjectNode external(boolean kept, Object... told) throws IOException {
        ObjectNode external = (ObjectNode) new ObjectMapper().readTree("""
                {"synchronised":%s,"estimated_error_ns":20000,"maximum_error_ns":3000000,"to_be_slewed_ns":70000,
                 "rate_correction_ppm":0.0,"beside_realtime":[{},{"clock_ns":5,"realtime_ns":%d,"bracket_ns":40}]}
                """.formatted(kept, NOW - 10_000_000));
        for (int i = 0; i < told.length; i += 3) {
            external.withArray("/told")
                    .addObject()
                    .put("service", (String) told[i])
                    .put("status", (int) told[i + 1])
                    .put("text", (String) told[i + 2])
                    .put("realtime_ns", NOW);
        }
        return external;
    }

    private static UtcReading best(boolean kept, Object... told) throws IOException {
        return UtcAnswers.of(external(kept, told)).best();
    }

    @Test
    void chronyReportsTheOffsetOfAClockThatItDoesNotSteer() throws IOException {
        UtcReading r = best(false, "chrony", 0, WATCHING, "ntpd", 1, "Connection refused", "timesyncd", -1, "");
        assertThat(r.service()).isEqualTo("chrony");
        assertThat(r.synchronised()).as("although the kernel is not synchronised").isTrue();
        assertThat(r.aheadNanos()).as("slow of NTP time").isEqualTo(-250_057_280);
        assertThat(r.boundNanos()).as("root dispersion + root delay / 2")
                .isCloseTo(278_915 + 157_139 / 2.0, Offset.offset(0.1));
        assertThat(r.errNanos()).isEqualTo(15_992);
        assertThat(r.rate()).as("the kernel's clock is not corrected").isCloseTo(-7.472e-6, Offset.offset(1e-12));
        assertThat(r.stratum()).isEqualTo(2);
        assertThat(r.referenceId()).isEqualTo("0A4F0001");
        assertThat(r.realtimeNanos()).isEqualTo(NOW);
        ObjectNode corrected = external(true, "chrony", 0, WATCHING);
        assertThat(UtcAnswers.of(corrected.put("rate_correction_ppm", 7.5)).best().rate()).as("chronyd corrects it")
                .isZero();
    }

    @Test
    void serviceWithoutASourceGivesNoUtc() throws IOException {
        assertThat(best(false, "chrony", 0, NO_SOURCE).synchronised()).isFalse();
        String own = WATCHING.replace("0A4F0001,10.79.0.1", "7F7F0101,");
        UtcAnswers local = UtcAnswers.of(external(false, "chrony", 0, own, "ntpd", 0, NTPD_ALARM));
        assertThat(local.best().synchronised()).isFalse();
        assertThat(local.reasons()).contains("chrony: chronyd follows its own clock (local), not UTC",
                "ntpd: ntpd is not synchronised", "kernel: no time service synchronises the kernel's clock");
        for (String refid : new String[]{"LOCAL(0)", ".LOCL.", "127.127.1.0"}) {
            assertThat(best(false, "ntpd", 0, NTPD.replace("refid=10.79.0.1", "refid=" + refid)).synchronised())
                    .as(refid)
                    .isFalse();
        }
        assertThat(best(false, "ntpd", 0, NTPD.replace("stratum=3", "stratum=16")).synchronised()).isFalse();
        assertThat(best(false, "timesyncd", 0, TIMESYNCD).synchronised()).as("the kernel is not kept by anybody")
                .isFalse();
        assertThat(best(true, "timesyncd", 0, "       Server: n/a (ntp.example.org)\nPacket count: 0\n").service())
                .isEqualTo("kernel");
    }

    @Test
    void ntpdsOffsetCountsAsErrorIfItSteersTheClock() throws IOException {
        UtcReading kept = best(true, "ntpd", 0, NTPD);
        assertThat(kept.service()).isEqualTo("ntpd");
        assertThat(kept.aheadNanos()).isZero();
        assertThat(kept.boundNanos()).isCloseTo((4.98 + 25.5 + 1.25) * 1e6, Offset.offset(1.0));
        assertThat(kept.errNanos()).isCloseTo(Math.hypot(0.5, 1.25) * 1e6, Offset.offset(1.0));
        assertThat(kept.stratum()).as("not the one in a version text").isEqualTo(3);
        UtcReading watched = best(false, "ntpd", 0, NTPD);
        assertThat(watched.aheadNanos()).as("its sources are behind").isEqualTo(1.25e6);
        assertThat(watched.boundNanos()).isCloseTo((4.98 + 25.5) * 1e6, Offset.offset(1.0));
    }

    @Test
    void timesyncdUsesTheKernelsCorrection() throws IOException {
        UtcReading r = best(true, "timesyncd", 0, TIMESYNCD);
        assertThat(r.service()).isEqualTo("timesyncd");
        assertThat(r.aheadNanos()).isEqualTo(-70_000);
        assertThat(r.boundNanos()).isCloseTo(13.427e6 + 10.25e6 + 3e6, Offset.offset(1.0));
        assertThat(r.errNanos()).isCloseTo(Math.hypot(813e3, 20e3), Offset.offset(1.0));
        assertThat(r.referenceId()).isEqualTo("C0248F97");
        assertThat(Timesyncd.span("+1min 2.5s")).isEqualTo(62.5e9);
        assertThat(Timesyncd.span("-813us")).isEqualTo(-813e3);
        assertThatThrownBy(() -> Timesyncd.span("soon")).isInstanceOf(NumberFormatException.class);
    }

    @Test
    void prefersTheMostInformativeSynchronisedService() throws IOException {
        assertThat(best(true, "timesyncd", 0, TIMESYNCD, "ntpd", 0, NTPD, "chrony", 0, WATCHING).service())
                .isEqualTo("chrony");
        assertThat(best(true, "timesyncd", 0, TIMESYNCD, "ntpd", 0, NTPD, "chrony", 0, NO_SOURCE).service())
                .isEqualTo("ntpd");
        assertThat(best(true, "chrony", 1, "506 Cannot talk to daemon").service()).isEqualTo("kernel");
        UtcAnswers broken = UtcAnswers.of(external(true, "chrony", 0, "0A4F0001,10.79.0.1,two", "ntpd", -1, ""));
        assertThat(broken.best().service()).isEqualTo("kernel");
        assertThat(broken.otherwise()).hasSize(2)
                .first()
                .asString()
                .contains("chrony: its answer is not understood (expected 14 values");
        assertThat(broken.otherwise().get(1)).isEqualTo("ntpd: no answer in time");
    }

    @Test
    void selectsServicesByName() {
        assertThat(UtcServices.commands("auto").keySet()).containsExactly("chrony", "ntpd", "timesyncd");
        assertThat(UtcServices.commands("chrony:/run/x/s").get("chrony")).endsWith("chronyc -c -h /run/x/s tracking");
        assertThat(UtcServices.commands("kernel")).isEmpty();
        for (String wrong : new String[]{"sundial", "chrony:$(reboot)", "ntpd:a b", ""}) {
            assertThatThrownBy(() -> UtcServices.commands(wrong)).as(wrong).isInstanceOf(RunbenchException.class);
        }
    }
}
