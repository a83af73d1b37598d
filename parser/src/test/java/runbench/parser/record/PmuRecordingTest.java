package runbench.parser.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;
import runbench.parser.stats.RunSummary.EventSummary;

/**
 * Recordings that the helper made with hardware counters: those of an Arm Cortex-A57 as QEMU emulates it, under Linux
 * 6.12, where an instruction takes 2 ns and 2 cycles. {@code native/guest/run} makes them anew, in native/build/guest.
 */
class PmuRecordingTest {
    @TempDir
    Path dir;

    private RunSummary summary(String name) throws IOException {
        Path file = dir.resolve(name);
        try (InputStream in = PmuRecordingTest.class.getResourceAsStream("/" + name)) {
            Files.copy(in, file);
        }
        return RunSummary.of(Periods.of(Recording.open(file).requireIntact()));
    }

    private static EventSummary event(RunSummary summary, String name) {
        return summary.events().stream().filter(e -> e.name().equals(name)).findFirst().orElseThrow();
    }

    /** "work phases 6 2000000": 12,000,000 instructions and 384 first touches of a page, and the kernel's share. */
    @Test
    void countsOfAGroupAreExact() throws IOException {
        RunSummary summary = summary("pmu-phases.rec");
        assertThat(summary.exact()).as("%s", summary.discrepancies()).isTrue();
        long instructions = event(summary, "instructions").finalCount();
        assertThat(instructions).isBetween(12_000_000L, 15_000_000L);
        assertThat(event(summary, "cycles").finalCount()).isEqualTo(2 * instructions);
        assertThat(event(summary, "page-faults").finalCount()).isBetween(384L, 390L);
        // This processor takes the event and never counts it.
        assertThat(event(summary, "mem_access").status()).isEqualTo(CountStatus.NOT_COUNTED);
        assertThat(event(summary, "mem_access").finalCount()).isNull();
        assertThat(summary.period().p50Ns()).isCloseTo(1_000_000, within(1_000L));
    }

    /** "work loop 200000000" under 12 events in 12 groups, on 6 counters for any event and one for cycles. */
    @Test
    void multiplexedCountsAreEstimatesWithinOnePercent() throws IOException {
        RunSummary summary = summary("pmu-multiplexed.rec");
        assertThat(summary.events()).hasSize(12).allSatisfy(e -> {
            double truth = e.name().equals("cycles:u") ? 4e8 : 2e8;
            assertThat(e.status()).isEqualTo(CountStatus.ESTIMATED);
            assertThat(e.shareMeasured()).isBetween(0.4, 0.7);
            assertThat(e.finalCount()).isLessThan((long) (0.7 * truth));
            assertThat(e.finalEstimate()).isCloseTo(truth, within(truth / 100));
        });
    }
}
