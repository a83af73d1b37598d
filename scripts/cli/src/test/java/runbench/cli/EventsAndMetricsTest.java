package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;

@Tag("beside")
@Tag("scenario")
class EventsAndMetricsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path dir;

    private int run(String... args) {
        return Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }

    @Test
    void everyEventHasAVerdict() throws Exception {
        assertThat(run("events", "--json")).isZero();
        PublishedSchemas.check(OutputFormat.EVENTS, out.toString());
        JsonNode all = new ObjectMapper().readTree(out.toString());
        assertThat(all.path("events")).hasSizeGreaterThan(50).allSatisfy(e -> {
            assertThat(e.path("verdict").asText()).isIn("counts", "ready", "opens, counts 0", "opens, never runs",
                    "not counted", "not probed");
            assertThat(e.path("description").asText()).isNotEmpty();
            boolean no = e.path("verdict").asText().equals("not counted");
            assertThat(!no || e.path("detail").isTextual()).as(e.toString()).isTrue();
        });
    }

    @Test
    void aWordChoosesAndAMistypedOneIsHelped() {
        assertThat(run("events", "page-faults")).isZero();
        assertThat(out.toString()).contains("page-faults (faults)")
                .contains("type=1 config=0x2")
                .doesNotContain("instructions");
        assertThat(run("events", "context-swiches")).isEqualTo(2);
        assertThat(err.toString()).contains("context-switches");
        assertThat(run("events", "--no-probe", "cache")).isZero();
        assertThat(out.toString()).contains("not probed").contains("L1-dcache-load-misses");
    }

    @Test
    void whatCountsComesFirstAndTheRestIsOnlyNamed() {
        assertThat(run("events")).isZero();
        String text = out.toString();
        int software = text.indexOf("software: 12 events");
        assertThat(software).isPositive();
        if (text.contains("no hardware PMU")) {
            assertThat(software).isLessThan(text.indexOf("portable quantities"));
            assertThat(text).contains("as above")
                    .contains("L1-dcache-load-misses")
                    .contains("details: runbench events WORD");
            assertThat(text.lines().count()).isLessThan(100);
        }
        out.getBuffer().setLength(0);
        assertThat(run("events", "duration_time")).isZero();
        assertThat(out.toString()).contains("perf computes the wall time").contains("wall_s");
    }

    @Test
    void metricsShowFormulaUnitAndWhetherComputable() throws Exception {
        assertThat(run("metrics", "page")).isZero();
        assertThat(out.toString()).contains("page_fault_rate")
                .contains("faults/s")
                .contains("page-faults / run_s")
                .contains("computable here");
        assertThat(run("metrics", "ipcc")).isEqualTo(2);
        assertThat(err.toString()).contains("ipc");
        out.getBuffer().setLength(0);
        assertThat(run("metrics", "--no-probe", "--json")).isZero();
        assertThat(new ObjectMapper().readTree(out.toString())).hasSizeGreaterThan(20)
                .allSatisfy(m -> assertThat(m.path("computable").isNull()).isTrue());
    }

    @Test
    void anotherProcessorsMetricsAreShownWithTheirSources() throws Exception {
        assertThat(run("metrics", "--processor", "zen5", "topdown")).isZero();
        assertThat(out.toString()).contains("AMD Zen 5")
                .contains("group topdown")
                .contains("ex_ret_ops / (8 * cpu-cycles)")
                .contains("from: AMD PPR")
                .doesNotContain("computable here");
        out.getBuffer().setLength(0);
        assertThat(run("metrics", "--processor", "zen1", "--json", "memory")).isZero();
        JsonNode bandwidth = new ObjectMapper().readTree(out.toString()).get(0);
        assertThat(bandwidth.path("name").asText()).isEqualTo("memory_bandwidth");
        assertThat(bandwidth.path("available").asBoolean(true)).isFalse();
        assertThat(bandwidth.path("reason").asText()).contains("not available on this processor");
        out.getBuffer().setLength(0);
        assertThat(run("metrics", "--processor", "all")).isZero();
        assertThat(out.toString().lines())
                .allSatisfy(line -> assertThat(line.startsWith("x:") || line.length() <= 80).as(line).isTrue());
        out.getBuffer().setLength(0);
        assertThat(run("metrics", "--processor", "all", "--json", "llc_miss_ratio")).isZero();
        assertThat(new ObjectMapper().readTree(out.toString())).hasSizeGreaterThan(20)
                .allSatisfy(c -> assertThat(c.path("source").isTextual()).isEqualTo(c.path("available").asBoolean()));
        assertThat(run("metrics", "--processor", "zen55")).isEqualTo(2);
        assertThat(err.toString()).contains("zen5");
    }

    @Test
    void anUnknownMetricIsRefusedBeforeAnythingRuns() {
        Path folder = dir.resolve("r");
        assertThat(run("sample", "-o", folder.toString(), "--metrics", "icp", "--", "true")).isEqualTo(2);
        assertThat(err.toString()).contains("icp").contains("ipc");
        assertThat(folder).doesNotExist();
    }

    @Test
    void aRunCarriesItsMetricsIntoEveryOutput() throws Exception {
        Runbench.assumeCounting(dir);
        Path folder = dir.resolve("r");
        Runbench.Ended ended = Runbench.run(dir.resolve("out"), "sample", "-o", folder.toString(), "--metrics",
                "major_fault_ratio,page_fault_rate,ipc", "-e", "task-clock", "--", "sh", "-c",
                "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; ls / > /dev/null");
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("page_fault_rate").contains("faults/s").contains("major_fault_ratio");
        PublishedSchemas.check(OutputFormat.SUMMARY, folder.resolve("summary.json"));
        PublishedSchemas.check(OutputFormat.RUN, folder.resolve("run.json"));
        JsonNode summary = new ObjectMapper().readTree(folder.resolve("summary.json").toFile());
        assertThat(summary.path("metrics").findValuesAsText("name")).containsExactly("major_fault_ratio",
                "page_fault_rate", "ipc");
        JsonNode faults = summary.path("metrics").get(1);
        double expected = event(summary, "page-faults") / summary.path("run_s").asDouble();
        assertThat(faults.path("value").asDouble()).isEqualTo(expected);
        assertThat(Files.readAllLines(folder.resolve("samples.csv")).get(0))
                .endsWith(",major_fault_ratio,page_fault_rate,ipc");
        JsonNode ipc = summary.path("metrics").get(2);
        assertThat(ipc.path("value").isNull()).isEqualTo(ipc.path("status").asText().equals("not computed"));

        assertThat(run("parse", folder.toString(), "-o", dir.resolve("again").toString(), "--json")).isZero();
        assertThat(new ObjectMapper().readTree(out.toString()).path("metrics")).isEqualTo(summary.path("metrics"));
        assertThat(run("parse", folder.toString(), "-o", dir.resolve("none").toString(), "-q", "--metrics", "none"))
                .isZero();
        assertThat(Files.readString(dir.resolve("none/summary.json"))).contains("\"metrics\" : [ ]");
        assertThat(run("plot", folder.toString(), "-o", dir.resolve("c.png").toString(), "--svg", "--metrics",
                "page_fault_rate")).isZero();
        assertThat(Files.readString(dir.resolve("c.svg"))).contains("page_fault_rate");
    }

    private static double event(JsonNode summary, String name) {
        for (JsonNode e : summary.path("events")) {
            if (e.path("name").asText().equals(name)) {
                return e.path("final").asDouble();
            }
        }
        throw new AssertionError(List.of(name, summary).toString());
    }
}
