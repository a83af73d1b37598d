package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.report.text.PrintedJson;
import runbench.measure.results.ListedResult;

/** Checks that the printed and written output of commands matches the published schemas. */
@Tag("scenario")
@Tag("beside")
class PublishedJsonTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home", ".."));
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path dir;
    private static Path run;

    @BeforeAll
    static void aRun() throws IOException {
        run = Files.createDirectories(dir.resolve("run"));
        Files.copy(HOME.resolve("scripts/cli/src/test/resources/runbench/cli/two-phases/samples.rec"),
                run.resolve("samples.rec"));
        printed("parse", run.toString(), "--json", "--quiet");
    }

    private static String printed(String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), words))
                .as(String.join(" ", words) + ": " + err)
                .isZero();
        return out.toString();
    }

    @Test
    void eachFormatHasItsSchemaAndNamesItself() throws IOException {
        for (OutputFormat format : OutputFormat.values()) {
            JsonNode schema = JSON.readTree(PublishedSchemas.FOLDER.resolve(format.schema()).toFile());
            assertThat(schema.path("$id").asText()).isEqualTo("runbench:/schemas/" + format.schema());
            String item = schema.at("/items/$ref").asText("#");
            JsonNode properties = schema.at(item.substring(1)).path("properties");
            assertThat(properties.at("/format/const").asText()).isEqualTo(format.format());
            assertThat(properties.at("/version/const").asInt()).isEqualTo(format.version());
        }
    }

    @Test
    void everyObjectOfASchemaSaysWhatMayStandThere() throws IOException {
        try (Stream<Path> files = Files.list(PublishedSchemas.FOLDER)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
                JsonNode schema = JSON.readTree(file.toFile());
                assertThat(PublishedSchemas.faults(schema)).as(file.toString()).isEmpty();
                assertThat(schema.findParents("properties")).as(file.toString())
                        .isNotEmpty()
                        .filteredOn(o -> o.path("type").asText().equals("object"))
                        .allSatisfy(o -> assertThat(o.path("additionalProperties").asBoolean(true)).isFalse());
            }
        }
    }

    @Test
    void aRunsNumbersKeepToTheirSchemas() throws IOException {
        PublishedSchemas.check(OutputFormat.SUMMARY, run.resolve("summary.json"));
        PublishedSchemas.check(OutputFormat.PART,
                printed("parse", run.toString(), "--json", "--quiet", "--phase", "B"));
        PublishedSchemas.check(OutputFormat.FUNCTIONS,
                printed("functions", run.toString(), "--json", "-q", "--by-phase"));
        for (String recording : List.of("golden", "golden-c", "pmu-phases", "pmu-multiplexed")) {
            Path file = HOME.resolve("parser/src/test/resources/" + recording + ".rec");
            PublishedSchemas.check(OutputFormat.SUMMARY,
                    printed("parse", file.toString(), "-o", dir.resolve(recording).toString(), "--json", "--quiet"));
        }
    }

    @Test
    void whatThisMachineCanCountKeepsToItsSchemas() throws IOException {
        PublishedSchemas.check(OutputFormat.DOCTOR, printed("doctor", "--json"));
        PublishedSchemas.check(OutputFormat.TOPOLOGY, printed("machine", "--json"));
        PublishedSchemas.check(OutputFormat.EVENTS, printed("events", "--no-probe", "--json"));
        PublishedSchemas.check(OutputFormat.EMULATED_EVENTS, printed("events", "--emulate", "--json"));
        PublishedSchemas.check(OutputFormat.METRICS, printed("metrics", "--no-probe", "--json"));
        PublishedSchemas.check(OutputFormat.METRICS, printed("metrics", "--processor", "zen5", "--json"));
        PublishedSchemas.check(OutputFormat.METRIC_AVAILABILITY, printed("metrics", "--processor", "all", "--json"));
        List<ListedResult> listed = Arrays.stream(ListedResult.Kind.values())
                .map(kind -> new ListedResult(kind, "403.gcc", "", "2026-01-31T02:10:11Z", "failed", "why", 1, false,
                        run))
                .toList();
        PublishedSchemas.check(OutputFormat.RUNS, PrintedJson.text(OutputFormat.RUNS, listed));
    }

    /** Checks that an undescribed field, a missing field and a field of another type are found. */
    @Test
    void whatDoesNotKeepToASchemaIsFound() throws IOException {
        ObjectNode summary = (ObjectNode) JSON.readTree(run.resolve("summary.json").toFile());
        assertThat(PublishedSchemas.violations(OutputFormat.SUMMARY, summary)).isEmpty();
        ((ObjectNode) summary.path("structure").path("resolution")).put("new_one", 1);
        ((ObjectNode) summary.path("events").get(0)).remove("name");
        summary.put("samples", "many");
        summary.put("version", 2);
        assertThat(PublishedSchemas.violations(OutputFormat.SUMMARY, summary)).extracting(Object::toString)
                .anyMatch(v -> v.contains("new_one"))
                .anyMatch(v -> v.contains("'name'"))
                .anyMatch(v -> v.contains("samples"))
                .anyMatch(v -> v.contains("version"));
    }

    @Test
    void listsStayListsAndWhatIsNoNumberIsNull() throws IOException {
        ObjectNode row = JSON.createObjectNode().put("wall_s", Double.NaN);
        row.putArray("all").add(1.5).add(Double.POSITIVE_INFINITY);
        ArrayNode named = (ArrayNode) OutputFormat.RUNS.named(JSON.createArrayNode().add(row));
        assertThat(named.toString())
                .isEqualTo("[{\"format\":\"runbench runs\",\"version\":1,\"wall_s\":null,\"all\":[1.5,null]}]");
    }
}
