package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;

/** Repeated runs of one program: {@code -n} of {@code sample} and {@code run}. */
@Tag("machine")
@Tag("beside")
class RepeatedRunsTest {
    @TempDir
    private Path dir;
    private Path runs;

    @BeforeEach
    void canCount() throws Exception {
        Runbench.assumeCounting(dir);
        runs = dir.resolve("runs");
    }

    private Runbench.Ended runbench(String... arguments) throws Exception {
        return Runbench.run(dir.resolve("out"), arguments);
    }

    @Test
    void theSpreadOfAllRunsIsPrintedAndStored() throws Exception {
        Runbench.Ended ended = runbench("sample", "-r", "3", "--warm-up", "1", "-o", runs.toString(), "-e",
                "page-faults,task-clock", "--", "sh", "-c", "echo run >> " + dir.resolve("count"));
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(Files.readAllLines(dir.resolve("count"))).hasSize(4);
        assertThat(ended.output()).contains("3 runs of sh -c", "page-faults", "deviation", "repetitions.png");
        PublishedSchemas.check(OutputFormat.REPETITIONS, runs.resolve("repetitions.json"));
        JsonNode spread = new ObjectMapper().readTree(runs.resolve("repetitions.json").toFile()).path("repetitions");
        JsonNode faults = null;
        for (JsonNode q : spread.path("quantities")) {
            assertThat(q.path("values")).hasSize(3);
            faults = q.path("what").path("name").asText().equals("page-faults") ? q : faults;
        }
        assertThat(faults).isNotNull();
        for (int i = 1; i <= 3; i++) {
            JsonNode summary = new ObjectMapper().readTree(runs.resolve("00" + i + "/summary.json").toFile());
            assertThat(summary.path("events").get(0).path("final").asDouble())
                    .isEqualTo(faults.path("values").get(i - 1).asDouble());
        }
        assertThat(runs.resolve("warm-up/001/summary.json")).exists();
        assertThat(runs.resolve("repetitions.png")).isNotEmptyFile();
        assertThat(Files.readAllLines(runs.resolve("repetitions.csv"))).hasSizeGreaterThan(3 * 3);
        Runbench.Ended again = runbench("sample", "-n", "2", "-o", runs.toString(), "--", "true");
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.output()).contains(runs + " is not empty");
    }

    @Test
    void aFailureEndsTheRepetitionsAndKeepsTheOthers() throws Exception {
        Path gate = dir.resolve("gate");
        List<String> program = List.of("sh", "-c",
                "test ! -e " + gate + " || exit 7; test -e " + gate + "1 && touch " + gate + "; touch " + gate + "1");
        Runbench.Ended failed = runbench("sample", "-n", "5", "-o", runs.toString(), "-e", "page-faults", "--",
                program.get(0), program.get(1), program.get(2));
        assertThat(failed.code()).as("the status of the program").isEqualTo(7);
        assertThat(failed.output()).contains("2 runs of", "003 failed", "2 of 5 runs succeeded", "--ignore-failure");
        Runbench.Ended ignored = runbench("sample", "-n", "2", "--ignore-failure", "-o",
                dir.resolve("ignored").toString(), "-e", "page-faults", "--json", "--", "false");
        assertThat(ignored.code()).as(ignored.output()).isZero();
        assertThat(ignored.output()).contains("\"repetitions\"");
    }

    @Test
    void aBenchmarkIsRepeatedToo() throws Exception {
        Runbench.Ended ended = runbench("998.specrand", "--run", "tiny", "-n", "2", "-o", runs.toString(), "-e",
                "page-faults");
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).containsOnlyOnce("2 runs of 998.specrand");
        JsonNode record = new ObjectMapper().readTree(runs.resolve("002/run.json").toFile());
        assertThat(record.has("verification")).as("the output of each run is verified").isTrue();
    }

    @Test
    void commandsAroundTheRunsAreNotMeasured() throws Exception {
        Path log = dir.resolve("log");
        Runbench.Ended ended = runbench("sample", "-n", "2", "-o", runs.toString(), "-e", "page-faults", "--setup",
                "echo setup >> " + log, "--prepare", "echo prepare >> " + log + "; echo said", "--cleanup",
                "echo cleanup >> " + log, "--", "sh", "-c", "echo run >> " + log);
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(Files.readAllLines(log)).containsExactly("setup", "prepare", "run", "prepare", "run", "cleanup");
        assertThat(Files.readAllLines(runs.resolve("around.log"))).containsExactly("said", "said");
        Runbench.Ended failed = runbench("sample", "-n", "2", "-o", dir.resolve("failed").toString(), "--prepare",
                "exit 4", "--cleanup", "echo last >> " + log, "--", "true");
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.output()).contains("--prepare 'exit 4' ended with exit status 4", "around.log");
        assertThat(Files.readAllLines(log)).endsWith("cleanup", "last");
    }

    @Test
    void whatCannotBeRepeatedIsRefused() throws Exception {
        String self = String.valueOf(ProcessHandle.current().pid());
        assertThat(runbench("sample", "-n", "3", "-p", self, "--for", "1s").output()).contains("-n repeats a program");
        assertThat(runbench("sample", "--warm-up", "1", "--", "true").output())
                .contains("add the number of repetitions");
        Runbench.Ended none = runbench("sample", "-n", "0", "--", "true");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.output()).contains("--repetitions");
        assertThat(runbench("sample", "-n", "2", "--svg", "--", "true").code()).isEqualTo(2);
    }
}
