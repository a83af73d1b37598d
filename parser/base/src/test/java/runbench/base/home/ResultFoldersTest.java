package runbench.base.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.home.ProjectHome.ResultFolders;

class ResultFoldersTest {
    @Test
    void namesSortByTime() {
        assertThat(ResultFolders.name(Instant.parse("2026-01-31T02:10:11.9Z"))).isEqualTo("20260131T021011Z");
        assertThat(ResultFolders.name(Instant.parse("2026-11-01T00:00:00Z"))).isGreaterThan("20260131T021011Z");
    }

    @Test
    void resultsOfCommandsTypedInACloneStayInIt(@TempDir Path folder) throws IOException {
        Path results = Files.createDirectories(folder.resolve("clone/results"));
        Path inside = Files.createDirectories(folder.resolve("clone/parser"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("clone"));
        Path clone = folder.resolve("clone");
        assertThat(ResultFolders.root(null, clone, clone)).isEqualTo(results);
        assertThat(ResultFolders.root(" ", clone, inside)).isEqualTo(results);
        assertThat(ResultFolders.root(null, clone, link)).isEqualTo(results);
        assertThat(ResultFolders.root("/data", clone, clone)).isEqualTo(Path.of("/data"));
    }

    @Test
    void resultsOfCommandsTypedElsewhereAreInTheCurrentFolder(@TempDir Path folder) throws IOException {
        Path clone = folder.resolve("clone");
        Files.createDirectories(clone.resolve("results"));
        Path elsewhere = Files.createDirectories(folder.resolve("clone-of-another"));
        Path home = Files.createDirectories(folder.resolve("package"));
        assertThat(ResultFolders.root(null, clone, elsewhere)).isEqualTo(Path.of("results"));
        assertThat(ResultFolders.root(null, clone, folder)).isEqualTo(Path.of("results"));
        assertThat(ResultFolders.root(null, home, home)).isEqualTo(Path.of("results"));
    }

    @Test
    void packageWithoutSourcesIsInstalledAgain(@TempDir Path home) throws IOException {
        assertThat(ProjectHome.rebuildRemedy(home)).isEqualTo("make -C " + home.resolve("native"));
        assertThat(ProjectHome.rebuildRemedy(home, "bundle"))
                .isEqualTo("make -C " + home.resolve("native") + " bundle");
        Files.createFile(home.resolve("release"));
        assertThat(ProjectHome.rebuildRemedy(home, "bundle")).startsWith("install the package again");
    }

    @Test
    void nativeCodeStandsWhereTheBuildPutsIt() {
        assertThat(ProjectHome.program(Path.of("/p"), "runbench-sampler"))
                .isEqualTo(Path.of("/p/native/build/bin/runbench-sampler"));
        assertThat(ProjectHome.library(Path.of("/p"), "librunbench-clock.so"))
                .isEqualTo(Path.of("/p/native/build/lib/librunbench-clock.so"));
    }
}
