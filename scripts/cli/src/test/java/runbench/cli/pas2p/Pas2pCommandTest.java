package runbench.cli.pas2p;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.pas2p.synthetic.PlantedTrace;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.TraceWriter;

/** The commands on synthetic traces; the tests of pas2p trace programs under MPI. */
@Tag("beside")
@Tag("scenario")
class Pas2pCommandTest {
    @TempDir
    private Path dir;
    private final Pas2pLine line = new Pas2pLine();
    private final StringWriter out = line.out;
    private final StringWriter err = line.err;
    private String trace;

    private int run(String... args) {
        return line.run(args);
    }

    @BeforeEach
    void plant() throws IOException {
        trace = dir.resolve("run").toString();
        PlantedTrace.write(new PlantedTrace.Plan(4, 5000, 4, 1), Path.of(trace));
    }

    @Test
    void analyzeLeavesTableFilesAndCharts() throws IOException {
        assertThat(run("analyze", trace, "--all-occurrences")).isZero();
        assertThat(out.toString()).contains("4 ranks").contains("weight").contains("relevant");
        JsonNode json = new ObjectMapper().readTree(dir.resolve("run/phases.json").toFile());
        PublishedSchemas.check(OutputFormat.PHASES, dir.resolve("run/phases.json"));
        PublishedSchemas.check(OutputFormat.HIERARCHY, dir.resolve("run/hierarchy.json"));
        assertThat(json.get("phases").size()).isEqualTo(4);
        assertThat(json.at("/order/unmatched_sends").asInt()).isZero();
        assertThat(Files.readAllLines(dir.resolve("run/phases.csv"))).hasSize(5);
        assertThat(Files.readAllLines(dir.resolve("run/occurrences.csv"))).hasSize(json.get("occurrences").asInt() + 1);
        for (String chart : new String[]{"phases-time.png", "phases-shares.png"}) {
            assertThat(dir.resolve("run").resolve(chart)).isNotEmptyFile();
        }
    }

    @Test
    void quietPrintsTheResult() throws IOException {
        assertThat(run("analyze", trace, "-q")).isZero();
        assertThat(out.toString()).contains("4 ranks").contains("weight").contains("written: ");
        assertThat(run("compare", trace, trace, "-q")).isZero();
        assertThat(out.toString()).contains("activity of the ranks");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aSignatureIsOfTheLevelAskedFor() throws IOException {
        Path signature = dir.resolve("app.sig.json");
        for (String[] level : new String[][]{{"all", "phases", "phases of the trace"},
                {"99", "level ", "phases of level"}}) {
            assertThat(run("signature", "build", trace, "-o", signature.toString(), "--within", "80%", "--level",
                    level[0])).isZero();
            PublishedSchemas.check(OutputFormat.SIGNATURE, signature);
            assertThat(new ObjectMapper().readTree(signature.toFile()).at("/trace/level").asText())
                    .startsWith(level[1]);
            assertThat(run("signature", "show", signature.toString())).isZero();
            assertThat(out.toString()).contains(level[2]);
        }
        assertThat(run("signature", "build", trace, "-o", signature.toString(), "--level", "bottom")).isEqualTo(2);
        assertThat(err.toString()).contains("neither top nor all nor a level");
    }

    @Test
    void analyzeTellsWhatThePhasesCost() throws IOException {
        Path pages = dir.resolve("pages/app/4x1.json");
        assertThat(run("analyze", trace, "--talp", pages.toString())).isZero();
        assertThat(out.toString()).contains("parallel efficiency, mean(U) / T")
                .contains("on a CPU")
                .contains("time in MPI")
                .containsPattern("(?m)^run +[0-9.]+% +[0-9.]+% +[0-9.]+% +[0-9.]+% +[0-9.]+% ");
        JsonNode json = new ObjectMapper().readTree(dir.resolve("run/efficiency.json").toFile());
        PublishedSchemas.check(OutputFormat.EFFICIENCY, dir.resolve("run/efficiency.json"));
        JsonNode costs = json.get("run");
        assertThat(costs.get("load_balance").asDouble() * costs.get("serialisation").asDouble()
                * costs.get("transfer").asDouble())
                .isCloseTo(costs.get("parallel_efficiency").asDouble(), org.assertj.core.api.Assertions.within(1e-12));
        assertThat(json.get("phases").size()).isEqualTo(4);
        assertThat(new ObjectMapper().readTree(pages.toFile()).at("/Application/Global/parallelEfficiency").asDouble())
                .isEqualTo(costs.get("parallel_efficiency").asDouble());
        for (String file : new String[]{"efficiency.png", "communication.png", "efficiency.csv", "waits.csv",
                "collectives.csv"}) {
            assertThat(dir.resolve("run").resolve(file)).isNotEmptyFile();
        }
        assertThat(run("analyze", trace, "--json", "--no-chart")).isZero();
        PublishedSchemas.check(OutputFormat.PHASES, out.toString());
        assertThat(new ObjectMapper().readTree(out.toString()).at("/efficiency/run").isObject()).isTrue();
        assertThat(run("analyze", trace, "--no-efficiency", "--talp", pages.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("--talp");
    }

    @Test
    void runWithoutEventsHasNoEmptyTables() throws IOException {
        Path idle = Files.createDirectory(dir.resolve("idle"));
        for (int rank = 0; rank < 2; rank++) {
            try (TraceWriter writer = new TraceWriter(idle, rank, 2, Map.of("source", "test"))) {
                writer.communicator(TraceWriter.WORLD, 2, rank, 0x1234);
                writer.init(0, 1000);
                writer.finalizeAt(1_000_000);
                writer.end(Map.of());
            }
        }
        assertThat(run("analyze", idle.toString())).isZero();
        assertThat(out.toString()).contains("2 ranks, 0 events")
                .contains("the program sent no messages and called no collective operations: it has no phases")
                .contains("written: ")
                .doesNotContain("weight", "efficiency ", "time in MPI", "waiting time", "NaN");
        assertThat(run("analyze", idle.toString(), "--level", "all")).isZero();
        assertThat(out.toString()).doesNotContain("weight");
    }

    @Test
    void jsonGoesToStandardOutput() throws IOException {
        assertThat(run("analyze", trace, "--json", "--no-chart")).isZero();
        assertThat(new ObjectMapper().readTree(out.toString()).get("format").asText()).isEqualTo("runbench phases");
        assertThat(dir.resolve("run/phases-time.png")).doesNotExist();
    }

    @Test
    void methodsOrdersAndTolerancesAreOptions() throws IOException {
        assertThat(run("analyze", trace, "--method", "blocks", "--order", "lamport", "--compute-tolerance", "0.05",
                "--thesis-time", "--relevant", "0.5", "--no-chart", "-q")).isZero();
        JsonNode options = new ObjectMapper().readTree(dir.resolve("run/phases.json").toFile()).get("options");
        assertThat(options.get("method").asText()).isEqualTo("blocks");
        assertThat(options.get("order").asText()).isEqualTo("lamport");
        assertThat(options.get("relevant_share").asDouble()).isEqualTo(0.5);
        assertThat(options.get("phase_time").asText()).startsWith("thesis");
    }

    @Test
    void theSamePhasesOfTwoRunsAreRecognised() throws IOException {
        String other = dir.resolve("other").toString();
        PlantedTrace.write(new PlantedTrace.Plan(4, 9000, 4, 1), Path.of(other));
        assertThat(run("compare", trace, other, "--all", "--json")).isZero();
        PublishedSchemas.check(OutputFormat.PHASE_COMPARISON, out.toString());
        JsonNode phases = new ObjectMapper().readTree(out.toString()).get("phases");
        assertThat(phases.size()).isEqualTo(4);
        for (JsonNode phase : phases) {
            assertThat(phase.get("in").asText()).isEqualTo("both");
            assertThat(phase.get("second_weight").asLong()).isGreaterThanOrEqualTo(phase.get("first_weight").asLong());
        }
        assertThat(run("compare", trace, other)).isZero();
        assertThat(out.toString()).contains("4 of 4 phases");
    }

    /**
     * Checks two runs of a program whose phases have the same types and other volumes: each row is one phase of each
     * run.
     */
    @Test
    void rowsOfEqualTypesAreToldApartByNumbersVolumesAndWords() throws IOException {
        String small = dir.resolve("small").toString();
        String large = dir.resolve("large").toString();
        alternating(Path.of(small), 1_000);
        alternating(Path.of(large), 30_000);
        assertThat(run("compare", small, large, "--all", "--json")).isZero();
        JsonNode phases = new ObjectMapper().readTree(out.toString()).get("phases");
        assertThat(phases.size()).isEqualTo(3);
        Set<String> names = new HashSet<>();
        Set<String> labels = new HashSet<>();
        phases.forEach(p -> {
            names.add(p.get("name").asText());
            labels.add(p.get("first_phase").asText() + p.get("second_phase").asText());
            assertThat(p.get("description").asText())
                    .matches("pairwise exchange, 1 x [0-9]+ kB \\| pairwise exchange, 1 x [0-9]+ kB");
        });
        assertThat(names).as("shape and both volumes").hasSize(3);
        assertThat(labels).containsExactlyInAnyOrder("P1P1", "P2P2", "P3P3");
        assertThat(run("compare", small, large, "--all")).isZero();
        assertThat(out.toString()).contains("pairwise exchange, 1 x 2 kB | pairwise exchange, 1 x 60 kB")
                .contains("in 1");
        assertThat(run("analyze", small, "--no-chart", "--level", "all")).isZero();
        assertThat(out.toString()).containsPattern("(?m)^P2\\* .*pairwise exchange, 1 x 2 kB$")
                .containsPattern("in no phase: [0-9.]+% before the first, [0-9.]+% after the last")
                .doesNotContain("WRONG");
    }

    /** Checks that three phases that follow each other ten times become one phase with a weight of ten. */
    @Test
    void whatRepeatsIsShownAsOnePhase() throws IOException {
        String loop = dir.resolve("loop").toString();
        alternating(Path.of(loop), 1_000);
        assertThat(run("analyze", loop, "--no-chart", "--no-efficiency")).isZero();
        assertThat(out.toString()).containsPattern(
                "iteration: H1, 10 times: 10 x [^%]+, [0-9.]+% of the run: 3 x pairwise exchange, 1 kB to 3 kB in 3 sizes")
                .containsPattern("(?m)^  P2 .* x 1 .*pairwise exchange, 1 x 2 kB$");
        assertThat(dir.resolve("loop/hierarchy.csv")).content().contains("H1,P2,");
        assertThat(run("analyze", loop, "--no-chart", "--no-efficiency", "--level", "2")).isZero();
        assertThat(out.toString()).contains("level 2 of 2").containsPattern("(?m)^P2\\* .* 10 ").doesNotContain("H1");
        assertThat(run("analyze", loop, "--no-chart", "--no-efficiency", "--json")).isZero();
        JsonNode hierarchy = new ObjectMapper().readTree(out.toString()).get("hierarchy");
        assertThat(hierarchy.get("iteration").asText()).isEqualTo("H1");
        assertThat(hierarchy.get("top").get(0).get("weight").asLong()).isEqualTo(10);
        assertThat(run("analyze", loop, "--level", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("neither top nor all nor a level");
    }

    /**
     * Checks runs with different numbers of ranks: no phase has the same messages, and the ranks' operations identify
     * it.
     */
    @Test
    void runsOfOtherNumbersOfRanksAreComparedByWhatRanksDo() throws IOException {
        String few = dir.resolve("few").toString();
        String many = dir.resolve("many").toString();
        rings(Path.of(few), 4, 1_000);
        rings(Path.of(many), 8, 500);
        Path csv = dir.resolve("scaling.csv");
        assertThat(run("compare", few, many, "--json", "--csv", csv.toString())).isZero();
        JsonNode rows = new ObjectMapper().readTree(out.toString()).get("hierarchy");
        assertThat(rows.get(0).get("same").asText()).isEqualTo("iteration");
        assertThat(rows.get(0).get("first_weight").asLong()).isEqualTo(20);
        assertThat(rows.get(0).get("time_ratio").asDouble()).isCloseTo(0.5, org.assertj.core.data.Offset.offset(0.05));
        assertThat(rows.get(1).get("part_of").asText()).isEqualTo("H1");
        for (JsonNode row : rows) {
            assertThat(row.get("second_label").isNull()).as(row.toString()).isFalse();
            assertThat(row.get("first_description").asText().contains("Allreduce"))
                    .isEqualTo(row.get("second_description").asText().contains("Allreduce"));
        }
        assertThat(csv).content().startsWith("depth,part_of,same,first_label").contains("iteration");
        assertThat(run("compare", few, many)).isZero();
        assertThat(out.toString()).contains("4 ranks")
                .contains("8 ranks")
                .contains("time 2/1")
                .contains("by the activity of the ranks");
    }

    /**
     * Writes a trace of 20 rounds: twice to the right, to the left, and an Allreduce; each call takes {@code nanos}.
     */
    private static void rings(Path directory, int ranks, long nanos) throws IOException {
        Files.createDirectories(directory);
        for (int rank = 0; rank < ranks; rank++) {
            try (TraceWriter writer = new TraceWriter(directory, rank, ranks,
                    Map.of("source", "test", "program", List.of("app")))) {
                writer.communicator(TraceWriter.WORLD, ranks, rank, 1);
                writer.init(0, 10);
                long now = 20;
                for (int i = 0; i < 20; i++) {
                    for (int step : new int[]{1, 1, ranks - 1}) {
                        writer.send(MpiOp.ISEND, (rank + step) % ranks, 0, TraceWriter.WORLD, 8_000 / ranks, now,
                                now + nanos / 10);
                        writer.receive(MpiOp.RECV, (rank + ranks - step) % ranks, 0, TraceWriter.WORLD, 8_000 / ranks,
                                now + nanos / 5, now + nanos);
                        now += nanos;
                    }
                    writer.collective(MpiOp.ALLREDUCE, -1, TraceWriter.WORLD, i, 8, now, now + nanos);
                    now += nanos;
                }
                writer.finalizeAt(now);
                writer.end(Map.of());
            }
        }
    }

    private static void alternating(Path directory, long bytes) throws IOException {
        Files.createDirectories(directory);
        for (int rank = 0; rank < 2; rank++) {
            try (TraceWriter writer = new TraceWriter(directory, rank, 2,
                    Map.of("source", "test", "program", List.of("app")))) {
                writer.communicator(TraceWriter.WORLD, 2, rank, 1);
                writer.init(0, 1000);
                long now = 2000;
                for (int i = 0; i < 30; i++) {
                    long volume = bytes * (1 + i % 3);
                    writer.send(MpiOp.ISEND, 1 - rank, 0, TraceWriter.WORLD, volume, now, now + 100);
                    writer.receive(MpiOp.RECV, 1 - rank, 0, TraceWriter.WORLD, volume, now + 200, now + 900);
                    now += 1000;
                }
                writer.finalizeAt(now);
                writer.end(Map.of());
            }
        }
    }

    @Test
    void exportsAndImports() {
        assertThat(run("export", trace, "--format", "perfetto")).isZero();
        assertThat(dir.resolve("run/trace.json")).isNotEmptyFile();
        assertThat(run("export", trace, "--format", "paraver", "-o", dir.resolve("p.prv").toString())).isZero();
        assertThat(run("import", dir.resolve("p.prv").toString(), "-o", dir.resolve("back").toString())).isZero();
        assertThat(out.toString()).contains("4 ranks");
    }

    @Test
    void logicalTraceAndBlocksAreTables() throws IOException {
        assertThat(run("export", trace, "--format", "logical", "--json")).as(err.toString()).isZero();
        long records = new ObjectMapper().readTree(out.toString()).at("/counts/records").asLong();
        assertThat(Files.readAllLines(dir.resolve("run/logical-trace.csv"))).hasSize((int) records + 1);
        assertThat(run("export", trace, "--format", "blocks", "-o", dir.resolve("b.csv").toString())).isZero();
        assertThat(Files.readAllLines(dir.resolve("b.csv")).get(0)).startsWith("block,weight,");
        assertThat(Files.readAllLines(dir.resolve("b-order.csv")).get(0)).isEqualTo("row,tick,block,phase");
        assertThat(dir.resolve("b.png")).isNotEmptyFile();
    }

    @Test
    void mistakesAreExplained() {
        assertThat(run("analyze", dir.resolve("nothing").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("nothing").contains("no such");
        assertThat(run("analyze", trace, "--relevant", "3")).isEqualTo(2);
        assertThat(err.toString()).contains("--relevant");
        assertThat(run("analyze", trace, "--compute-tolerance", "0.1")).isEqualTo(2);
        assertThat(err.toString()).contains("blocks");
        assertThat(run("analyze", trace, "--volume-tolerance", "2")).isEqualTo(2);
        assertThat(err.toString()).contains("--volume-tolerance");
        assertThat(run("import", dir.resolve("x.txt").toString(), "-o", trace)).isEqualTo(2);
        assertThat(run("trace", "-o", trace, "--", "true")).isEqualTo(2);
        assertThat(err.toString()).contains("contains a trace already");
        assertThat(run("trace", "-o", dir.resolve("t").toString(), "--mpi", "lam", "--", "true")).isEqualTo(2);
        assertThat(err.toString()).contains("--mpi lam");
    }

    @Test
    void theLauncherOfATraceKeepsItsOptionsWithAndWithoutDashes() {
        String[] launcher = {"mpirun", "-np", "4", "./app", "-o", "its-own", "--json"};
        for (String[] before : new String[][]{{"-o", "x"}, {"-o", "x", "--"}}) {
            String[] args = java.util.stream.Stream.of(before, launcher)
                    .flatMap(java.util.Arrays::stream)
                    .toArray(String[]::new);
            CommandLine.ParseResult parsed = new CommandLine(new TraceCommand()).parseArgs(args);
            assertThat(parsed.matchedPositional(0).stringValues()).containsExactly(launcher);
            assertThat(parsed.matchedOptionValue("-o", Path.of(""))).isEqualTo(Path.of("x"));
            assertThat(parsed.hasMatchedOption("--json")).isFalse();
        }
    }

    @Test
    void everyCommandHasHelpWithExamplesThatFitATerminal() {
        for (CommandLine command : new CommandLine(new Pas2pCommand()).getSubcommands().values()) {
            fits(command);
            command.getSubcommands().values().forEach(Pas2pCommandTest::fits);
        }
    }

    private static void fits(CommandLine command) {
        UsageMessageSpec help = command.getCommandSpec().usageMessage();
        assertThat(help.footer()).as(command.getCommandName())
                .anyMatch(line -> line.contains("runbench pas2p"))
                .allMatch(line -> line.replace("%%", "%").length() <= 80);
        assertThat(help.description()[0]).as("the line in the list of commands").hasSizeLessThanOrEqualTo(80);
    }
}
