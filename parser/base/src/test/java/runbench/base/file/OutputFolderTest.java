package runbench.base.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

class OutputFolderTest {
    @Test
    void theFoldersAboveAreCreatedToo(@TempDir Path dir) throws Exception {
        assertThat(OutputFolder.create(dir.resolve("a/b"))).isDirectory();
        assertThat(OutputFolder.create(dir.resolve("a/b"))).isDirectory();
        Files.writeString(dir.resolve("file"), "");
        assertThatThrownBy(() -> OutputFolder.create(dir.resolve("file")))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    /** Checks with a folder in which no user may create another. */
    @Test
    void theFolderThatPermitsNoOtherIsNamed() {
        assertThatThrownBy(() -> OutputFolder.create(Path.of("/proc/x/y")))
                .isInstanceOfSatisfying(RunbenchException.class, e -> {
                    assertThat(e).hasMessageStartingWith("cannot create the folder /proc/x/y: ")
                            .hasMessageContaining("/proc");
                    assertThat(e.exitCode()).isIn(ExitCode.BAD_INPUT, ExitCode.MACHINE);
                    assertThat(e.remedy().orElseThrow()).contains("write elsewhere with -o");
                });
    }

    @Test
    void aNewFolderReplacesNoOther(@TempDir Path dir) throws Exception {
        assertThat(OutputFolder.createNew(dir.resolve("a"))).isDirectory();
        assertThatThrownBy(() -> OutputFolder.createNew(dir.resolve("a")))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> OutputFolder.createNew(Path.of("/proc/x"))).isInstanceOf(RunbenchException.class)
                .hasMessageStartingWith("cannot create the folder /proc/x: ");
    }
}
