package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;

/** Function profiles through the command line, of a program whose functions are known. */
@Tag("machine")
class FunctionsTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home"));

    @TempDir
    private Path dir;

    @Test
    void twoFunctionsHaveTheSharesThatTheProgramMeasured() throws Exception {
        Path built = HOME.resolve("native/build/workloads/alternate");
        assumeTrue(Files.isExecutable(built), "the workloads are not built");
        Runbench.assumeCounting(dir);
        Path program = Files.copy(built, dir.resolve("alternate"));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Path out = dir.resolve("out");
        Path run = dir.resolve("run");
        Runbench.Ended ended = Runbench.run(out, "sample", "-o", run.toString(), "-e", "task-clock", "--no-chart",
                "--period", "200us", "--max-cost", "0.9", "--", program.toString(), "1", "20", "10");
        assertThat(ended.code()).as(ended.output()).isZero();
        // The recording keeps the names: the program may be removed or replaced.
        Files.delete(program);
        Runbench.Ended shown = Runbench.run(out, "functions", run.toString(), "--json", "-q");
        assertThat(shown.code()).as(shown.output()).isZero();
        PublishedSchemas.check(OutputFormat.FUNCTIONS, shown.output());
        Map<String, Double> shares = new HashMap<>();
        JsonNode whole = new ObjectMapper().readTree(shown.output()).path("whole");
        whole.path("functions").forEach(f -> shares.put(f.path("function").asText(), f.path("share").asDouble()));
        assertThat(whole.path("samples").asInt()).isGreaterThan(1000);
        // The shares are relative to both functions together: the kernel's share depends on the machine.
        double both = shares.get("mix_integers") + shares.get("sum_fractions");
        assertThat(both).isGreaterThan(0.8);
        List<String> said = Files.readAllLines(run.resolve("benchmark.out"));
        for (String line : said) {
            String[] part = line.split(" ");
            // Five standard deviations of a share of that many samples: 0.033 at 5,000 samples.
            double share = Double.parseDouble(part[1]);
            double limit = 5 * Math.sqrt(share * (1 - share) / whole.path("samples").asInt());
            assertThat(shares.get(part[0]) / both).as(line).isCloseTo(share, within(limit));
        }
        Runbench.Ended without = Runbench.run(out, "sample", "-o", dir.resolve("without").toString(), "-e",
                "task-clock", "--no-chart", "--no-pointers", "--", "true");
        assertThat(without.code()).as(without.output()).isZero();
        Runbench.Ended refused = Runbench.run(out, "functions", dir.resolve("without").toString());
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.output()).contains("do not say where in the program they were taken",
                "run again without --no-pointers");
    }
}
