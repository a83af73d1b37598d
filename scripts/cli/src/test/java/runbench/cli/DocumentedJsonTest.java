package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.parser.check.CheckReport;
import runbench.parser.roofline.Roof.RoofKind;
import runbench.parser.roofline.Roof;
import runbench.parser.roofline.Roofs;
import runbench.pas2p.synthetic.PlantedTrace;

/**
 * Checks that the documentation contains each output for other programs with its schema, and that the output matches
 * it.
 */
@Tag("beside")
class DocumentedJsonTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home", ".."));
    private static final Pattern SCHEMA = Pattern.compile("`([a-z0-9-]+-[0-9]+\\.json)`");

    @TempDir
    private Path dir;

    private static String printed(String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), words))
                .as(String.join(" ", words) + ": " + err)
                .isZero();
        return out.toString();
    }

    /**
     * Returns the rows of the table of outputs: left the printed or written output, right its schema or the reason why
     * it has none.
     */
    private static List<String[]> documented() throws IOException {
        return Files.readAllLines(HOME.resolve("docs/reference/files-and-formats.md"))
                .stream()
                .filter(line -> line.startsWith("| ") && line.contains("`"))
                .map(line -> line.split(" \\| "))
                .filter(cells -> cells.length == 2)
                .toList();
    }

    private static void withJson(CommandLine command, List<String> names) {
        if (command.getCommandSpec().optionsMap().containsKey("--json")) {
            names.add(command.getCommandSpec().qualifiedName());
        }
        command.getSubcommands().values().forEach(sub -> withJson(sub, names));
    }

    @Test
    void everyCommandThatPrintsJsonIsInTheTableOfOutputs() throws IOException {
        List<String> commands = new ArrayList<>();
        withJson(Main.commandLine(TopCommands.all()), commands);
        assertThat(commands).hasSizeGreaterThan(40);
        List<String> left = documented().stream().map(cells -> cells[0]).toList();
        assertThat(commands).allSatisfy(c -> assertThat(left).as(c)
                .anyMatch(cell -> Pattern.compile(Pattern.quote(c) + "\\b[^`]*--json").matcher(cell).find()));
    }

    @Test
    void everySchemaIsInTheTableAndEveryOneInTheTableIsThere() throws IOException {
        List<String> named = new ArrayList<>();
        for (String[] cells : documented()) {
            Matcher m = SCHEMA.matcher(cells[1]);
            while (m.find()) {
                named.add(m.group(1));
            }
        }
        try (Stream<Path> files = Files.list(PublishedSchemas.FOLDER)) {
            assertThat(files.map(f -> f.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(named.stream().distinct().toList());
        }
        assertThat(Arrays.stream(OutputFormat.values()).map(OutputFormat::schema)).isSubsetOf(named);
    }

    @Test
    void whatTheCatalogueHoldsKeepsToItsSchemas() {
        PublishedSchemas.check(OutputFormat.BENCHMARKS, printed("list", "--json"));
        for (String name : List.of("403.gcc", "429.mcf", "482.sphinx3", "445.gobmk", "410.bwaves")) {
            PublishedSchemas.check(OutputFormat.BENCHMARK, printed("show", name, "--json"));
        }
    }

    @Test
    void whatIsDrawnKeepsToItsSchemas() throws IOException {
        Path run = Files.createDirectories(dir.resolve("run"));
        Files.copy(HOME.resolve("scripts/cli/src/test/resources/runbench/cli/two-phases/samples.rec"),
                run.resolve("samples.rec"));
        PublishedSchemas.check(OutputFormat.CHART_FILES, printed("plot", run.toString(), "--json", "--quiet", "--svg"));
        Files.writeString(run.resolve("run.json"), "{\"state\":\"finished\"}");
        PublishedSchemas.check(OutputFormat.SHOWN, printed("open", run.toString(), "--json"));
    }

    @Test
    void whatIsKeptOfAMachineKeepsToItsSchemas() throws IOException {
        double[] rates = DoubleStream.iterate(1e9, r -> r * 1.001).limit(10).toArray();
        Path roofs = dir.resolve("roofs.json");
        new Roofs(Map.of("processor", "a machine of the test"), 2, "2026-01-31T02:10:11Z",
                List.of(Roof.of("dram_read", RoofKind.BANDWIDTH, "DRAM", "", 1, "reads", 1 << 20, rates, 10)), Map.of())
                .write(roofs);
        PublishedSchemas.check(OutputFormat.ROOFS, roofs);
        assertThat(Roofs.read(roofs)).isPresent();
        Path checks = dir.resolve("checks.json");
        new CheckReport(Map.of("host", "n1"), "pmu", "2026-01-31T02:10:11Z", Map.of("chase", "walks"), Map.of(),
                List.of(), List.of()).write(checks);
        PublishedSchemas.check(OutputFormat.KEPT_CHECKS, checks);
        assertThat(CheckReport.read(checks)).isPresent();
    }

    @Test
    void tracesKeepToTheirSchemas() throws IOException {
        String trace = dir.resolve("trace").toString();
        PlantedTrace.write(new PlantedTrace.Plan(4, 1000, 2, 1), Path.of(trace));
        PublishedSchemas.check(OutputFormat.PACKED_TRACE, printed("pas2p", "compress", trace, "--json"));
        PublishedSchemas.check(OutputFormat.EXPORT, printed("pas2p", "export", trace, "--format", "paraver", "--json"));
    }

    @Test
    void writtenFilesKeepToTheirSchema() {
        Path recording = HOME.resolve("scripts/cli/src/test/resources/runbench/cli/two-phases/samples.rec");
        String exported = printed("export", recording.toString(), "--format", "perfetto", "-o",
                dir.resolve("run.pftrace").toString(), "--json");
        PublishedSchemas.check(OutputFormat.EXPORT, exported);
        assertThat(exported).contains("\"values\" :", "run.pftrace");
        PublishedSchemas.check(OutputFormat.EXPORT,
                printed("schedule", "generate", "set-a", "-o", dir.resolve("a.toml").toString(), "--json"));
    }

    @Test
    void studiesOfClocksKeepToTheirSchemas() {
        PublishedSchemas.check(OutputFormat.SCALE_STUDY,
                printed("sync", "simulate", "scale", "--nodes", "20", "--topology", "tree", "--json"));
        PublishedSchemas.check(OutputFormat.SCENARIOS,
                printed("sync", "scenarios", "kernel", "--windows", "2", "--method", "all", "--json"));
        PublishedSchemas.check(OutputFormat.DRIFT_STUDY, printed("sync", "simulate", "drift", "--for", "1h", "--wander",
                "0.3", "--tolerance", "100us", "--json"));
    }
}
