package runbench.base.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreloadPathTest {
    @TempDir
    private Path dir;

    @Test
    void aPathWithoutSeparatorsStaysAsItIs() {
        assertThat(PreloadPath.of(dir.resolve("lib.so"), dir)).isEqualTo(dir.resolve("lib.so"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"with space", "with:colon", "with$LIB"})
    void aLinkInTheSharedFolderStandsForAnyOtherPath(String name) throws Exception {
        Path library = Files.createFile(Files.createDirectory(dir.resolve(name)).resolve("lib.so"));
        Path shared = Files.createDirectory(dir.resolve("shared"));
        Path link = PreloadPath.of(library, shared);
        assertThat(link).isEqualTo(shared.resolve("lib.so"));
        assertThat(Files.isSameFile(link, library)).isTrue();
        assertThat(PreloadPath.of(library, shared)).as("again").isEqualTo(link);
    }

    @Test
    void aSharedFolderOfSuchANameGetsNoLink() throws Exception {
        Path folder = Files.createDirectory(dir.resolve("with space"));
        Path library = Files.createFile(folder.resolve("lib.so"));
        Path link = PreloadPath.of(library, folder);
        assertThat(link.toString()).doesNotContain(" ");
        assertThat(Files.isSameFile(link, library)).isTrue();
    }
}
