package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;

/** A batch spread over the two nodes of a Slurm cluster. */
@Tag("machine")
@Tag("beside")
@Timeout(value = 200, unit = TimeUnit.SECONDS)
class OvernightSpreadTest {
    private static VirtualSlurm slurm;

    @TempDir
    private static Path scratch;
    @TempDir
    private Path dir;
    private Path catalogue;
    private int started;

    @BeforeAll
    static void start() throws Exception {
        slurm = VirtualSlurm.start(scratch);
    }

    @AfterAll
    static void end() throws Exception {
        if (slurm != null) {
            slurm.close();
        }
    }

    @BeforeEach
    void benchmarks() throws IOException {
        StringBuilder entries = new StringBuilder();
        for (String name : List.of("one", "two", "three", "four")) {
            entries.append("""
                    [bench."%s"]
                    suite = "own"
                    title = "A loop"
                    [bench."%s".own]
                    default = "only"
                    executables = ["/bin/sh"]
                    runs = [{ name = "only", argv = ["-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; exit %d"], seconds = 1 }]
                    """.formatted(name, name, name.equals("three") ? 7 : 0));
        }
        catalogue = Files.writeString(dir.resolve("own.toml"), entries);
    }

    private Path night() {
        return dir.resolve("night");
    }

    private Process overnight(Path output, String... more) throws Exception {
        List<String> all = new ArrayList<>(List.of("overnight", "-o", night().toString()));
        all.addAll(List.of(more));
        return Runbench.start(output, slurm.environment(), all);
    }

    private Runbench.Ended run(String... more) throws Exception {
        Path output = dir.resolve("output" + started++);
        return Runbench.await(overnight(output, more), output);
    }

    private String[] fresh(String... more) {
        List<String> all = new ArrayList<>(
                List.of("--catalogue", catalogue.toString(), "-e", "page-faults", "--period", "10ms", "--no-chart"));
        all.addAll(List.of(more));
        all.addAll(List.of("one", "two", "three", "four"));
        return all.toArray(String[]::new);
    }

    private void assertDone(Runbench.Ended ended) throws Exception {
        assertThat(ended.code()).as(ended.output()).isEqualTo(1);
        JsonNode summary = new ObjectMapper().readTree(night().resolve("summary.json").toFile());
        PublishedSchemas.check(OutputFormat.BATCH, summary);
        assertThat(summary.path("passed").asInt()).as(ended.output()).isEqualTo(3);
        assertThat(summary.path("failed").asInt()).isEqualTo(1);
        assertThat(
                StreamSupport.stream(summary.path("runs").spliterator(), false).map(r -> r.path("benchmark").asText()))
                .containsExactly("one", "two", "three", "four");
        assertThat(StreamSupport.stream(summary.path("runs").spliterator(), false).map(r -> r.path("host").asText()))
                .allMatch(h -> h.matches("v[12]"));
        assertThat(Files.readAllLines(night().resolve("overnight.log"))).hasSize(4)
                .anyMatch(l -> l.contains("three 10ms -> ERROR ("))
                .anyMatch(l -> l.endsWith("two 10ms -> OK"));
        assertThat(night().resolve("summary.txt")).content().contains("Failed:", "host", "v1");
        for (String name : List.of("one", "two", "four")) {
            assertThat(night().resolve(name).resolve("10ms/samples.rec")).exists();
        }
    }

    @Test
    void byATemplateOnBothAtOnce() throws Exception {
        Runbench.Ended ended = run(fresh("--launch", "srun -Q -N1 -n1 -w {host} {command}", "--hosts", "v1,v2"));
        assertDone(ended);
        assertThat(ended.output()).contains("begins").contains("v1").contains("v2");
    }

    @Test
    void asAJobArray() throws Exception {
        Runbench.Ended ended = run(fresh("--slurm", "--sbatch", "--exclusive"));
        assertDone(ended);
        assertThat(ended.output()).contains("4 runs; end it with: scancel");
        assertThat(night().resolve("array.job")).doesNotExist();
    }

    @Test
    void anElementThatSlurmTakesAwayIsSubmittedAgain() throws Exception {
        Path output = dir.resolve("output");
        Process process = overnight(output, fresh("--slurm", "--sbatch", "--exclusive"));
        Path begun = night().resolve("one/10ms/host");
        await("start of the array").atMost(60, TimeUnit.SECONDS)
                .until(() -> Files.exists(begun) && Files.exists(night().resolve("array.job")) || !process.isAlive());
        slurm.command("scancel", Files.readString(night().resolve("array.job")).strip() + "_0");
        Runbench.Ended ended = Runbench.await(process, output);
        assertDone(ended);
        assertThat(ended.output()).contains("one 10ms: Slurm ended it on v").contains("it is submitted again");
    }

    @Test
    void theArrayGoesOnWithoutRunbenchAndIsTakenUpAgain() throws Exception {
        Path output = dir.resolve("first");
        Process process = overnight(output, fresh("--slurm", "--sbatch", "--exclusive"));
        await("start of the array").atMost(60, TimeUnit.SECONDS)
                .until(() -> Files.exists(night().resolve("one/10ms/host")) || !process.isAlive());
        process.destroy();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(output).content().contains("--resume");
        Runbench.Ended ended = run("--resume");
        assertDone(ended);
        assertThat(ended.output()).contains("going on with job array").doesNotContain("submitted again");
    }
}
