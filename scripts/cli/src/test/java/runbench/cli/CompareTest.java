package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;

/** Compares two programs in pairs: started, interrupted, continued, and compared again from the existing files. */
@Tag("machine")
@Tag("beside")
class CompareTest {
    @TempDir
    private Path dir;
    private Path pairs;

    @BeforeEach
    void canCount() throws Exception {
        Runbench.assumeCounting(dir);
        pairs = dir.resolve("pairs");
    }

    private Runbench.Ended runbench(String... arguments) throws Exception {
        return Runbench.run(dir.resolve("out"), arguments);
    }

    @Test
    void interruptedPairsGoOnWhereTheyStopped() throws Exception {
        Path gate = Files.createFile(dir.resolve("gate"));
        Path inside = dir.resolve("inside");
        // Dozens of processes of a few dozen page faults each against one process: the pairs show the difference,
        // independent of the page faults of one process.
        String waiting = "test ! -e " + gate + " || { touch " + inside
                + "; sleep 60; }; i=0; while [ $i -lt 30 ]; do (:); i=$((i+1)); done";
        Process process = Runbench.start(dir.resolve("out"), List.of("compare", "-n", "6", "--warm-up", "0", "--seed",
                "7", "-o", pairs.toString(), "-e", "page-faults", "--", "true", "--", "sh", "-c", waiting));
        await("start of the program").atMost(60, TimeUnit.SECONDS)
                .until(() -> Files.exists(inside) || !process.isAlive());
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
        Runbench.Ended interrupted = Runbench.await(process, dir.resolve("out"));
        assertThat(interrupted.code()).describedAs(interrupted.output()).isEqualTo(130);
        assertThat(interrupted.output()).contains("runbench compare --resume " + pairs);
        Files.delete(gate);

        Runbench.Ended whole = runbench("compare", "--resume", pairs.toString(), "--fail-if-worse", "2%", "--primary",
                "page-faults");
        assertThat(whole.code()).describedAs(whole.output()).isEqualTo(4);
        assertThat(whole.output()).contains("6 interleaved pairs, random order with seed 7");
        assertThat(pairs.resolve("B/001.unfinished-1/run.json")).exists();
        assertThat(pairs.resolve("comparison.json")).exists();
        assertThat(pairs.resolve("comparison.png")).exists();
        Path run = pairs.resolve("A/001");
        PublishedSchemas.check(OutputFormat.SUMMARY, run.resolve("summary.json"));
        assertThat(run.resolve("samples.csv")).as("table of a compared run").doesNotExist();
        assertThat(runbench("parse", run.toString()).code()).isZero();
        assertThat(run.resolve("samples.csv")).as("table that was requested later").exists();
        assertThat(run.resolve("structure.csv")).exists();

        Runbench.Ended again = runbench("compare", pairs.resolve("A").toString(), pairs.resolve("B").toString(),
                "--json", "--primary", "page-faults", "--otava", dir.resolve("otava").toString());
        PublishedSchemas.check(OutputFormat.COMPARISON, again.output());
        PublishedSchemas.check(OutputFormat.COMPARISON, pairs.resolve("comparison.json"));
        JsonNode comparison = new ObjectMapper().readTree(again.output()).path("comparison");
        assertThat(comparison.path("pairing").asText()).isEqualTo("interleaved pairs");
        assertThat(comparison.path("primary").path("ratio").path("low").asDouble()).isGreaterThan(1.02);
        assertThat(comparison.path("left_out").size()).describedAs("the run that was interrupted").isEqualTo(1);
        assertThat(dir.resolve("otava/otava.yaml")).exists();
    }

    @Test
    void threeProgramsRunInRoundsAndAreRanked() throws Exception {
        String forking = "i=0; while [ $i -lt 30 ]; do (:); i=$((i+1)); done";
        Runbench.Ended ended = runbench("compare", "-n", "7", "--warm-up", "0", "--seed", "3", "-o", pairs.toString(),
                "-e", "page-faults", "--primary", "page-faults", "--fail-if-worse", "50%", "--json", "--", "true", "--",
                "sh", "-c", forking, "--", "true");
        assertThat(ended.code()).describedAs(ended.output()).isEqualTo(4);
        PublishedSchemas.check(OutputFormat.COMPARISON, pairs.resolve("comparison.json"));
        JsonNode json = new ObjectMapper().readTree(pairs.resolve("comparison.json").toFile());
        assertThat(json.path("comparison").path("primary").path("verdict").asText()).isEqualTo("worse");
        assertThat(json.path("ranking").path(2).path("name").asText()).isEqualTo("B");
        assertThat(json.path("further")).hasSize(1);
        assertThat(pairs.resolve("C/007/run.json")).exists();
        assertThat(pairs.resolve("comparison.html")).exists();

        Runbench.Ended more = runbench("compare", "--resume", pairs.toString(), "-n", "8", "--pairwise");
        assertThat(more.code()).describedAs(more.output()).isZero();
        assertThat(more.output()).contains("8 interleaved rounds of 3 programs, random order with seed 3")
                .containsPattern("all 3\\s+comparisons together")
                .contains("B has ")
                .contains("all programs print the same output in all runs");
    }

    @Test
    void oneProgramRunsWithEachValueOfAParameter() throws Exception {
        Runbench.Ended ended = runbench("compare", "-n", "6", "--warm-up", "0", "-o", pairs.toString(), "-e",
                "page-faults", "--primary", "page-faults", "--parameter", "n=5,25", "--csv=" + dir.resolve("s.csv"),
                "--", "sh", "-c", "i=0; while [ $i -lt {n} ]; do (:); i=$((i+1)); done");
        assertThat(ended.code()).describedAs(ended.output()).isZero();
        assertThat(ended.output()).contains("Best of 2 in page-faults: n=5, the first value")
                .contains("6 interleaved rounds of 2 values");
        PublishedSchemas.check(OutputFormat.COMPARISON, pairs.resolve("comparison.json"));
        assertThat(Files.readAllLines(dir.resolve("s.csv")).get(0)).startsWith("n,metric,unit,run,value");
        JsonNode json = new ObjectMapper().readTree(pairs.resolve("comparison.json").toFile());
        assertThat(json.path("sweep").path("points").path(1).path("parameters").path("n").asText()).isEqualTo("25");
        Runbench.Ended endless = runbench("compare", "--parameter", "n=1,2", "--", "true", "{n}");
        assertThat(endless.code()).isEqualTo(2);
        assertThat(endless.output()).contains("--parameter needs the number of runs");
    }

    @Test
    void newRunsAreComparedWithAStoredBaseline() throws Exception {
        Path stored = dir.resolve("baseline.json");
        Path report = dir.resolve("report.xml");
        Runbench.Ended sampled = runbench("sample", "-n", "4", "-e", "page-faults", "-q", "--json=" + stored, "-o",
                dir.resolve("stored").toString(), "--", "true");
        assertThat(sampled.code()).describedAs(sampled.output()).isZero();
        PublishedSchemas.check(OutputFormat.REPETITIONS, stored);
        String forking = "i=0; while [ $i -lt 30 ]; do (:); i=$((i+1)); done";
        Runbench.Ended worse = runbench("compare", "--baseline", stored.toString(), "-n", "4", "--warm-up", "0", "-e",
                "page-faults", "--primary", "page-faults", "--fail-if-worse", "50%", "--junit", report.toString(), "-o",
                pairs.toString(), "--", "sh", "-c", forking);
        assertThat(worse.code()).describedAs(worse.output()).isEqualTo(4);
        assertThat(worse.output()).contains("4 and 4 runs, not paired").contains("B is worse");
        assertThat(Files.readString(report)).contains("failures=\"1\"").contains("B is worse; limit 50 %");
        PublishedSchemas.check(OutputFormat.COMPARISON, pairs.resolve("comparison.json"));
        assertThat(pairs.resolve("repetitions.json")).exists();

        Path elsewhere = Files.writeString(dir.resolve("elsewhere.json"),
                Files.readString(stored).replaceFirst("\"Linux [^\"]*\"", "\"Linux 2.4.1\""));
        String[] against = {"compare", "--baseline", elsewhere.toString(), "-n", "4", "--warm-up", "0", "-e",
                "page-faults", "--fail-if-worse", "50%", "--junit", report.toString(), "--primary", "page-faults"};
        Runbench.Ended refused = runbench(concatenated(against, "--", "true"));
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.output()).contains("kernel: baseline Linux 2.4.1, here Linux").contains("--force");
        assertThat(Files.readString(report)).contains("errors=\"1\"").contains("Linux 2.4.1");
        Runbench.Ended forced = runbench(concatenated(against, "--force", "--", "true"));
        assertThat(forced.code()).describedAs(forced.output()).isZero();
        assertThat(forced.output()).contains("kernel: A Linux 2.4.1, B Linux");
        Runbench.Ended few = runbench("compare", "--baseline", stored.toString(), "-n", "3", "--", "true");
        assertThat(few.code()).isEqualTo(2);
        assertThat(few.output()).contains("with fewer than 4 runs").contains("--emulate --primary instructions");
        assertThat(runbench("compare", "--junit", "x.xml", "-n", "6", "--", "true", "--", "true").output())
                .contains("add --fail-if-worse 2%");
    }

    private static String[] concatenated(String[] first, String... more) {
        return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void whatCannotBeComparedIsRejectedWithWhatToType() throws Exception {
        Runbench.Ended one = runbench("compare", "-n", "6", "--", "true");
        assertThat(one.code()).isEqualTo(2);
        assertThat(one.output()).contains("-n needs at least two programs").contains("-- A ... -- B ...");
        Runbench.Ended none = runbench("compare", dir.resolve("nothing").toString(), dir.toString());
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.output()).contains(dir.resolve("nothing") + ": there is no such run");
        Runbench.Ended failing = runbench("compare", "-n", "6", "--warm-up", "0", "-o", pairs.toString(), "-e",
                "page-faults", "--prepare", "echo >> " + dir.resolve("prepared"), "--", "false", "--", "false");
        assertThat(failing.code()).isEqualTo(1);
        assertThat(failing.output()).contains("ended with exit status 1 instead of 0")
                .contains("runbench compare --resume " + pairs)
                .contains("--ignore-failure");
        assertThat(Files.readAllLines(dir.resolve("prepared"))).as("before the run that failed").hasSize(1);
        Runbench.Ended ignored = runbench("compare", "--resume", pairs.toString(), "--ignore-failure",
                "--fail-if-inconclusive", "--margin", "100%");
        assertThat(ignored.code()).describedAs(ignored.output()).isIn(0, 1);
        assertThat(ignored.output()).contains("6 interleaved pairs").contains("print the same output");
        assertThat(Files.readAllLines(dir.resolve("prepared"))).as("before each of the 12 runs").hasSizeBetween(12, 13);
    }

    @Test
    void benchmarksOfTheCatalogueAreComparedByTheirIds() throws Exception {
        Runbench.Ended ended = runbench("compare", "-n", "6", "--warm-up", "0", "-o", pairs.toString(), "-e",
                "page-faults", "--primary", "page-faults", "--json", "--", "998.specrand", "tiny", "--", "998.specrand",
                "ref");
        assertThat(ended.code()).describedAs(ended.output()).isZero();
        PublishedSchemas.check(OutputFormat.RUN, pairs.resolve("A/001/run.json"));
        PublishedSchemas.check(OutputFormat.RUN, pairs.resolve("B/001/run.json"));
        JsonNode record = new ObjectMapper().readTree(pairs.resolve("A/001/run.json").toFile());
        assertThat(record.path("benchmark").asText()).isEqualTo("998.specrand");
        assertThat(record.path("run").asText()).isEqualTo("tiny");
        Runbench.Ended refused = runbench("compare", "-n", "6", "--", "998.specrand", "1", "3", "--", "true");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.output()).contains("'runbench show 998.specrand' lists its runs");
        assertThat(runbench("compare", "-n", "6", "--emulate", "--", "true", "--", "true").output())
                .contains("--primary L1D_ALL_REF");
    }
}
