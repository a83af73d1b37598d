package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;

/** A program that logs, from its run to the displayed log. */
@Tag("scenario")
class LoggedProgramTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home", "..")).toAbsolutePath().normalize();
    @TempDir
    private Path folder;

    private static String run(int code, String... args) {
        StringWriter out = new StringWriter();
        PrintWriter written = new PrintWriter(out, true);
        assertThat(Main.execute(written, new PrintWriter(System.err, true, StandardCharsets.UTF_8), args))
                .as("%s: %s", String.join(" ", args), out)
                .isEqualTo(code);
        written.flush();
        return out.toString();
    }

    @Test
    void itsRegionsAreRowsBandsAndEvents() throws Exception {
        Path program = HOME.resolve("native/build/eventlog/regions");
        assumeTrue(Files.isExecutable(program) && Files.isExecutable(HOME.resolve("native/build/bin/runbench-sampler")),
                "not built: make -C native");
        Path run = folder.resolve("run");
        String said = run(0, "sample", "--mode", "poll", "--period", "20ms", "-e", "page-faults,task-clock", "-o",
                run.toString(), "--", program.toString(), "--rounds", "3", "--ms", "40");
        assertThat(said).contains("29 events logged by the program:", "compute", "(state)");

        PublishedSchemas.check(OutputFormat.SUMMARY, run.resolve("summary.json"));
        JsonNode log = new ObjectMapper().readTree(run.resolve("summary.json").toFile()).path("log");
        assertThat(log.path("events").asInt()).isEqualTo(29);
        assertThat(log.path("regions").findValuesAsText("name")).containsExactlyInAnyOrder("warm", "step", "compute",
                "wait");
        for (JsonNode region : log.path("regions")) {
            assertThat(region.path("count").asInt()).isEqualTo(region.path("name").asText().equals("warm") ? 1 : 3);
            JsonNode clock = region.path("events").get(1);
            assertThat(clock.path("event").asText()).isEqualTo("task-clock");
            assertThat(clock.path("at_least").asDouble()).isLessThanOrEqualTo(clock.path("count").asDouble() + 1);
            assertThat(clock.path("at_most").asDouble()).isGreaterThanOrEqualTo(clock.path("count").asDouble() - 1);
        }
        double step = total(log, "step");
        assertThat(total(log, "compute") + total(log, "wait")).isBetween(0.9 * step, step);
        assertThat(Files.readAllLines(run.resolve("regions.csv"))).hasSize(5);

        String shown = run(0, "log", "show", run.toString(), "--json");
        List<String> events = shown.lines().toList();
        assertThat(events).hasSize(29);
        assertThat(events.get(0)).contains("\"type\":\"warm\"", "\"what\":\"begin\"");
        assertThat(run(0, "log", "merge", run.toString(), "--csv", "-q").lines()).hasSize(30);
        run(2, "log", "show", folder.toString());
    }

    private static double total(JsonNode log, String name) {
        for (JsonNode region : log.path("regions")) {
            if (region.path("name").asText().equals(name)) {
                return region.path("total_s").asDouble();
            }
        }
        return Double.NaN;
    }
}
