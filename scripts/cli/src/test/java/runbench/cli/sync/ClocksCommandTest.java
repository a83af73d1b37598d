package runbench.cli.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;

@Tag("scenario")
@Tag("beside")
class ClocksCommandTest {
    private final StringWriter out = new StringWriter();

    @BeforeEach
    void needsTheLibrary() {
        assumeTrue(
                Files.exists(
                        Path.of(System.getProperty("runbench.home", ".."), "native/build/lib/librunbench-clock.so")),
                "native/build/lib/librunbench-clock.so is not built (make -C native)");
    }

    private int run(String... args) {
        CommandLine line = new CommandLine(new SyncCommand());
        line.setOut(new PrintWriter(out, true));
        return line.execute(args);
    }

    @Test
    void everythingThatIsKnownOfATimeSource(@TempDir Path folder) throws IOException {
        Path chart = folder.resolve("clocks.svg");
        assertThat(run("clocks", "--interval", "20ms", "--chart", chart.toString())).isZero();
        String said = out.toString();
        assertThat(said).contains("cycles of the TSC", "cost of one read, ns", "p99", "cold p50", "backward",
                "0/200000", "TSC frequency", "published, with messages",
                "Pentium II, 266 MHz, Linux 2.4.20-8 (tables 1, 2)", "cold caches (tables 5, 6)", "Xeon E5405", "UTC:");
        assertThat(said.lines().findFirst().orElseThrow()).as("host, processor and kernel")
                .contains(" family ", Files.readString(Path.of("/proc/sys/kernel/osrelease")).strip());
        assertThat(said.lines().filter(line -> line.matches("(rdtsc|gettimeofday|realtime) .*")).count())
                .as("cycles and ns")
                .isEqualTo(6);
        if (!Files.exists(Path.of("/dev/hpet"))) {
            assertThat(said).contains("hpet          absent", "clock hpet: absent: /dev/hpet");
        }
        assertThat(Files.readString(chart)).contains("gettimeofday", "TSC frequency: error", "by RAW");
    }

    @Test
    void asJson() throws IOException {
        assertThat(run("clocks", "--interval", "20ms", "--json")).isZero();
        PublishedSchemas.check(OutputFormat.CLOCKS, out.toString());
        JsonNode root = new ObjectMapper().readTree(out.toString());
        assertThat(root.at("/machine/kernel").asText())
                .isEqualTo(Files.readString(Path.of("/proc/sys/kernel/osrelease")).strip());
        assertThat(root.at("/machine/processor").asText()).contains(" model ");
        if (!Files.isReadable(Path.of("/dev/hpet"))) {
            assertThat(root.has("hpet")).isFalse();
        }
        JsonNode rdtsc = root.path("sources").get(0);
        assertThat(rdtsc.path("source").asText()).isEqualTo("rdtsc");
        for (String q : new String[]{"min", "p50", "mean", "p99", "max"}) {
            assertThat(rdtsc.path("cost_cycles").path(q).asDouble()).isPositive();
            assertThat(rdtsc.path("cost_ns").path(q).asDouble()).isPositive();
            assertThat(rdtsc.path("cold_cost_ns").path(q).isNumber()).isTrue();
        }
        JsonNode frequencies = root.path("tsc_frequency_by_raw");
        if (root.path("tsc_scale_hertz").asDouble() > 0) {
            assertThat(frequencies).hasSize(3);
            // A busy machine sleeps longer than requested; it always finds a bracket of 10 us.
            frequencies.forEach(f -> assertThat(f.path("relative_error").asDouble() * f.path("interval_s").asDouble())
                    .isBetween(1e-9, 1e-5));
            assertThat(root.path("tsc_frequency_by_gettimeofday")).hasSize(3);
        }
        assertThat(root.path("utc").path("services").isArray()).isTrue();
    }

    @Test
    void whoTellsUtc() throws IOException {
        assertThat(run("external", "--utc-from", "kernel", "--json")).isZero();
        PublishedSchemas.check(OutputFormat.UTC, out.toString());
        JsonNode services = new ObjectMapper().readTree(out.toString()).path("services");
        assertThat(services).hasSize(1);
        assertThat(services.get(0).path("service").asText()).isEqualTo("kernel");
        assertThat(services.get(0).path("state").asText()).contains("synchronises the kernel's clock");
        assertThat(run("external", "--utc-from", "sundial")).isNotZero();
        out.getBuffer().setLength(0);
        assertThat(run("external")).isZero();
        assertThat(out.toString()).contains("service", "kernel", "stratum");
    }
}
