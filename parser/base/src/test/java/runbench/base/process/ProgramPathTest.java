package runbench.base.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramPathTest {
    @TempDir
    private Path dir;

    private Path file(String name, boolean executable) throws IOException {
        Path file = dir.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
        assertThat(file.toFile().setExecutable(executable)).isTrue();
        return file;
    }

    @Test
    void theFirstExecutableFileOfPathIsFound() throws IOException {
        file("a/prog", false);
        Path second = file("b/prog", true);
        file("c/prog", true);
        Files.createDirectories(dir.resolve("a/folder"));
        String path = dir.resolve("a") + ":" + dir.resolve("b") + ":" + dir.resolve("c");

        assertThat(ProgramPath.find("prog", path)).contains(second);
        assertThat(ProgramPath.find("folder", path)).isEmpty();
        assertThat(ProgramPath.find("", path)).isEmpty();
        assertThat(ProgramPath.find("a\0b", path)).isEmpty();
    }

    @Test
    void aNameWithASlashIsAPath() throws IOException {
        Path file = file("a/prog", true);
        assertThat(ProgramPath.find(file.toString(), "")).contains(file);
        assertThat(ProgramPath.find(dir.resolve("prog").toString(), dir.resolve("a").toString())).isEmpty();
    }

    @Test
    void withoutPathTheUsualFoldersAreSearched() {
        assertThat(ProgramPath.find("sh", null)).isPresent();
        assertThat(ProgramPath.find("sh", "")).as("the current folder only").isEmpty();
    }
}
