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
import runbench.base.process.CpuSet;

/** The CPUs and NUMA nodes of a program ({@code sample --cpu-list --mem-node}). */
@Tag("machine")
class SamplePlaceTest {
    @TempDir
    private Path dir;

    @BeforeEach
    void canCount() throws Exception {
        Runbench.assumeCounting(dir);
    }

    @Test
    void programAndChildrenAreBoundAndTheResultsSayWhere() throws Exception {
        List<Integer> own = CpuSet.own();
        String last = String.valueOf(own.get(own.size() - 1));
        Path run = dir.resolve("run");
        Runbench.Ended ended = Runbench.run(dir.resolve("out"), "sample", "-o", run.toString(), "-e", "task-clock",
                "--no-chart", "--cpu-list", last, "--", "sh", "-c", "grep Cpus_allowed_list /proc/self/status; :");
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(Files.readString(run.resolve("benchmark.out"))).isEqualTo("Cpus_allowed_list:\t" + last + "\n");
        assertThat(ended.output()).contains("note: bound to CPU " + last);
        JsonNode record = new ObjectMapper().readTree(run.resolve("run.json").toFile());
        assertThat(record.at("/place/cpus").asText()).isEqualTo(last);
        JsonNode summary = new ObjectMapper().readTree(run.resolve("summary.json").toFile());
        assertThat(summary.at("/provenance/run/place/cpu_list").asText()).isEqualTo(last);
    }

    @Test
    void placesThatThisMachineLacksAreRejected() throws Exception {
        for (List<String> option : List.of(List.of("--cpu-list", "8000"), List.of("--cpu-list", "S77:0"),
                List.of("--cpu-list", "N:8000"), List.of("--cpu-list", "0-"))) {
            Runbench.Ended ended = Runbench.run(dir.resolve("out"), "sample", option.get(0), option.get(1), "--",
                    "true");
            assertThat(ended.code()).as(ended.output()).isEqualTo(2);
            assertThat(ended.output()).contains("runbench: --cpu-list", "  -> ");
        }
        Runbench.Ended emulated = Runbench.run(dir.resolve("out"), "sample", "--emulate", "--cpu-list", "0", "--",
                "true");
        assertThat(emulated.code()).as(emulated.output()).isEqualTo(2);
    }
}
