package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.record.Recording;

/**
 * Starts two runs that write into the same folder at the same time: one writes, the other reports this and exits with
 * 2.
 */
@Tag("machine")
@Tag("beside")
class SameFolderTest {
    @TempDir
    private Path dir;

    @Test
    void oneOfTwoRunsHasTheFolder() throws Exception {
        Runbench.assumeCounting(dir);
        Path run = dir.resolve("run");
        List<Process> both = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            both.add(Runbench.start(dir.resolve("said" + i),
                    List.of("sample", "--no-chart", "-o", run.toString(), "--", "sleep", "1")));
        }
        List<Runbench.Ended> ended = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            ended.add(Runbench.await(both.get(i), dir.resolve("said" + i)));
        }
        assertThat(ended).extracting(Runbench.Ended::code).as(ended.toString()).containsExactlyInAnyOrder(0, 2);
        assertThat(ended.stream().filter(e -> e.code() == 2).findFirst().orElseThrow().output())
                .contains(run.toString())
                .contains("-o");
        assertThat(new ObjectMapper().readTree(run.resolve("run.json").toFile()).path("state").asText())
                .isEqualTo("finished");
        assertThat(Recording.open(run.resolve("samples.rec")).damage()).isEmpty();
        try (var files = Files.list(run)) {
            assertThat(files.map(f -> f.getFileName().toString())).doesNotContain(".in-use")
                    .noneMatch(f -> f.endsWith(".part"));
        }
    }
}
