package runbench.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import runbench.base.json.OutputFormat;
import runbench.cli.Main;

/** The documented ways to read results with other tools, applied to a run's files. */
@Tag("scenario")
@Tag("beside")
class ReadingTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home"));
    private static final Path PAGE = HOME.resolve("docs/how-to/read-with-other-tools.md");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path run;

    @BeforeAll
    static void aRun() throws IOException {
        Files.copy(HOME.resolve("scripts/cli/src/test/resources/runbench/cli/two-phases/samples.rec"),
                run.resolve("samples.rec"));
        assertThat(Main.execute("parse", run.toString(), "--quiet")).isZero();
    }

    /** Returns the lines of the table of tools, for the tools that read the files themselves. */
    static Stream<String> lines() throws IOException {
        return Files.readAllLines(PAGE)
                .stream()
                .takeWhile(l -> !l.startsWith("## "))
                .filter(l -> l.startsWith("| ") && l.contains("| `"))
                .map(l -> l.substring(l.indexOf('`') + 1, l.lastIndexOf('`')).replace("\\|", "|"))
                .filter(l -> !l.startsWith("runbench ") && !l.startsWith("jupyter "));
    }

    @ParameterizedTest
    @MethodSource("lines")
    void aLineReadsARunsFiles(String line) throws Exception {
        String tool = line.substring(0, line.indexOf(' '));
        assumeTrue(Stream.of(System.getenv("PATH").split(":")).anyMatch(p -> Files.isExecutable(Path.of(p, tool))),
                () -> tool + " is not here");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", line).directory(run.toFile()).redirectErrorStream(true);
        builder.environment().putAll(Map.of("GNUTERM", "dumb", "LC_ALL", "C.UTF-8"));
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assumeTrue(!said.contains("No module named"),
                () -> tool + ": " + said.substring(said.indexOf("No module named")).strip());
        assertThat(process.exitValue()).as(said).isZero();
        assertThat(said).doesNotContainIgnoringCase("error").doesNotContain("warning:");
        if (tool.equals("jq")) {
            assertThat(said).startsWith("page-faults\t135241.2");
        } else if (tool.equals("python3") || tool.equals("Rscript")) {
            assertThat(said).contains("162609");
        }
    }

    @Test
    void theTableOfToolsIsThere() throws IOException {
        assertThat(lines()).hasSizeGreaterThanOrEqualTo(6)
                .anyMatch(l -> l.startsWith("duckdb"))
                .anyMatch(l -> l.startsWith("gnuplot"));
        assertThat(Files.readString(HOME.resolve("docs/reference/files-and-formats.md")))
                .contains(Arrays.stream(OutputFormat.values()).map(f -> "`" + f.schema() + "`").toList());
    }

    @Test
    void theExportForPerfettoIsOneLine() {
        assertThat(Main.execute("export", run.toString(), "--format", "perfetto", "--quiet")).isZero();
        assertThat(run.resolve("run.pftrace")).isNotEmptyFile();
    }

    @Test
    void theNotebookReadsWhatARunHas() throws IOException {
        JsonNode notebook = JSON.readTree(HOME.resolve("scripts/examples/runbench.ipynb").toFile());
        assertThat(notebook.path("nbformat").asInt()).isEqualTo(4);
        assertThat(notebook.path("metadata").path("kernelspec").path("name").asText()).isEqualTo("python3");
        StringBuilder code = new StringBuilder();
        for (JsonNode cell : notebook.path("cells")) {
            assertThat(cell.path("cell_type").asText()).isIn("code", "markdown");
            assertThat(cell.path("id").asText()).isNotEmpty();
            assertThat(cell.has("outputs")).isEqualTo(cell.path("cell_type").asText().equals("code"));
            assertThat(cell.path("outputs")).as("outputs are stripped").isEmpty();
            if (cell.has("outputs")) {
                cell.path("source").forEach(line -> code.append(line.asText()));
                code.append('\n');
            }
        }
        assertThat(named(code, "Path\\(run\\) / \"([^\"]+)\""))
                .containsExactly("summary.json", "samples.csv", "structure.csv")
                .allSatisfy(file -> assertThat(run.resolve(file)).isNotEmptyFile());
        JsonNode summary = JSON.readTree(run.resolve("summary.json").toFile());
        assertThat(named(code, "summary\\[\"(\\w+)\"\\]")).contains("format", "events").allMatch(summary::has);
        assertThat(named(code, "summary\\[\"structure\"\\]\\[\"(\\w+)\"\\]")).containsExactly("axis")
                .allMatch(summary.path("structure")::has);
        assertThat(named(code, "(?<=\\[\\[|, )\"(\\w+)\"(?=[^\\[]*\\]\\]\\n)")).contains("name", "mean_rate")
                .allMatch(summary.path("events").get(0)::has);
        assertThat(named(code, "samples\\[\"(\\w+)\"\\]|\"(wall_s|run_s)\"")).contains("dt_ms", "run_s")
                .isSubsetOf(columns("samples.csv"));
        List<String> parts = new ArrayList<>(columns("structure.csv"));
        parts.add("length_s"); // made by the notebook
        assertThat(named(code, "(?:structure|part)\\[\"(\\w+)\"\\]|part\\.(\\w+)")).contains("phase", "from_s", "to_s")
                .isSubsetOf(parts);
    }

    private static List<String> columns(String file) throws IOException {
        try (Stream<String> rows = Files.lines(run.resolve(file))) {
            return List.of(rows.findFirst().orElseThrow().split(","));
        }
    }

    /** Returns the first group of each match that has one, without duplicates. */
    private static List<String> named(CharSequence code, String pattern) {
        return Pattern.compile(pattern).matcher(code).results().map(ReadingTest::first).distinct().toList();
    }

    private static String first(MatchResult m) {
        return m.groupCount() > 1 && m.group(1) == null ? m.group(2) : m.group(1);
    }
}
