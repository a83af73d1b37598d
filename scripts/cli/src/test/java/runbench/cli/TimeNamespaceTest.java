package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.json.Fields;
import runbench.base.json.Json;
import runbench.parser.record.Cursor;
import runbench.parser.record.Recording;
import runbench.sync.eventlog.LogFile;
import runbench.sync.eventlog.LogFolder;

/** Checks that the kernel stamps its records by a clock that a time namespace does not change. */
@Tag("machine")
@Tag("beside")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TimeNamespaceTest {
    @TempDir
    private Path dir;

    @ParameterizedTest
    @CsvSource({"1000,20ms", "-500,1ms"})
    void samplesAndEventsHaveTheClockOfTheNamespace(String offset, String period) throws Exception {
        List<String> enter = List.of("unshare", "--time", "--monotonic", offset, "--fork");
        List<String> probe = new ArrayList<>(enter);
        probe.add("true");
        Assumptions.assumeTrue(Bed.onPath("unshare") && new ProcessBuilder(probe).start().waitFor() == 0,
                "no time namespace can be made here");
        Path run = dir.resolve("run");
        Path out = dir.resolve("out");
        Runbench.Ended ended = Runbench.await(Runbench.start(out, enter,
                List.of("sample", "-q", "--period", period, "--no-chart", "-o", run.toString(), "--",
                        Bed.HOME.resolve("native/build/eventlog/ticks").toString(), "--work", "10", "1")),
                out);
        assertThat(ended.code()).as(ended.output()).isZero();
        double wallS = Fields.ofFile(Json.object(Files.readString(run.resolve("summary.json"))), "summary.json")
                .real("wall_s");
        assertThat(wallS).isBetween(0.1, 100.0);
        LogFile log = LogFolder.of(run).files().get(0);
        Cursor records = Recording.open(run.resolve("samples.rec")).cursor();
        int stamped = 0;
        while (records.next()) {
            assertThat(records.wallNanos() - log.firstNanos()).as("a record, by the clock of the events")
                    .isBetween(-100_000_000_000L, 100_000_000_000L);
            stamped++;
        }
        assertThat(stamped).isGreaterThan(3);
    }

    @Test
    void eventsOfAProgramThatEntersANamespaceAreLeftOutInWords() throws Exception {
        List<String> enter = List.of("unshare", "--time", "--monotonic", "1000", "--fork");
        List<String> probe = new ArrayList<>(enter);
        probe.add("true");
        Assumptions.assumeTrue(Bed.onPath("unshare") && new ProcessBuilder(probe).start().waitFor() == 0,
                "no time namespace can be made here");
        List<String> work = List.of(Bed.HOME.resolve("native/build/eventlog/ticks").toString(), "--work", "10", "1");
        for (boolean inside : List.of(true, false)) {
            Path run = dir.resolve("run-" + inside);
            Path out = dir.resolve("out-" + inside);
            List<String> line = new ArrayList<>(List.of("sample", "--no-chart", "-o", run.toString(), "--"));
            line.addAll(inside ? enter : List.of());
            line.addAll(work);
            Runbench.Ended ended = Runbench.run(out, line);
            assertThat(ended.code()).as(ended.output()).isZero();
            if (inside) {
                assertThat(ended.output()).contains("  0 events logged")
                        .contains("s apart from the samples and are left out: its program entered a time namespace");
            } else {
                assertThat(ended.output()).doesNotContain("left out").contains("20 events logged");
            }
        }
    }
}
