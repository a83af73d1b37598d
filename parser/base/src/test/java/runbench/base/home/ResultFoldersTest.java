package runbench.base.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import runbench.base.home.ProjectHome.ResultFolders;

class ResultFoldersTest {
    @Test
    void namesSortByTime() {
        assertThat(ResultFolders.name(Instant.parse("2026-01-31T02:10:11.9Z"))).isEqualTo("20260131T021011Z");
        assertThat(ResultFolders.name(Instant.parse("2026-11-01T00:00:00Z"))).isGreaterThan("20260131T021011Z");
    }

    @Test
    void nativeCodeStandsWhereTheBuildPutsIt() {
        assertThat(ProjectHome.program(Path.of("/p"), "runbench-sampler"))
                .isEqualTo(Path.of("/p/native/build/bin/runbench-sampler"));
        assertThat(ProjectHome.library(Path.of("/p"), "librunbench-clock.so"))
                .isEqualTo(Path.of("/p/native/build/lib/librunbench-clock.so"));
    }
}
