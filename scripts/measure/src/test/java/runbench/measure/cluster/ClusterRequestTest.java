package runbench.measure.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.run.ClusterRecord;

class ClusterRequestTest {
    @TempDir
    private Path dir;

    private ClusterRequest request(String name, String launch, String... command) {
        return new ClusterRequest(List.of(command),
                launch == null ? ClusterRecord.Form.CONSTRUCTOR : ClusterRecord.Form.WRAPPER, launch, List.of(), name,
                null, new ClusterRequest.Tracing(false, "auto"), false,
                new ClusterRequest.Clocks(null, Duration.ofSeconds(1)), null, dir, null);
    }

    @Test
    void theProgramIsTheFirstExecutableBehindTheLauncher() {
        assertThat(request(null, null, "mpirun", "-np", "4", "/bin/sh", "-c", "true").program()).isEqualTo("sh");
        assertThat(request(null, null, "launcher", "--unknown").program()).isEqualTo("launcher");
        assertThat(request(null, "mpirun -np 4", "./build/app", "input").program()).isEqualTo("app");
        assertThat(request("mine", null, "mpirun", "/bin/sh").program()).isEqualTo("mine");
    }

    @Test
    void aFolderHoldsOneRun() throws IOException {
        assertThat(request(null, null, "app").folder(Instant.EPOCH).path()).isEqualTo(dir);
        Files.writeString(dir.resolve("cluster.json"), "{}");
        assertThatThrownBy(() -> request(null, null, "app").folder(Instant.EPOCH))
                .hasMessageContaining("already holds a run");
    }
}
