package runbench.measure.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.measure.compare.AroundRuns.Shell;

class AroundRunsTest {
    @TempDir
    private Path folder;

    @Test
    void withoutAShellQuotesJoinWordsAndSyntaxIsRefused() {
        assertThat(Shell.SH.words("--setup", "a | b")).containsExactly("sh", "-c", "a | b");
        assertThat(Shell.BASH.words("--setup", "a")).containsExactly("bash", "-c", "a");
        assertThat(Shell.NONE.words("--setup", "rm -f 'a b' \"c;d\" e")).containsExactly("rm", "-f", "a b", "c;d", "e");
        assertThatThrownBy(() -> Shell.NONE.words("--prepare", "rm *.o")).isInstanceOf(RunbenchException.class)
                .hasMessage("--prepare 'rm *.o': only a shell interprets *")
                .extracting(e -> ((RunbenchException) e).remedy().orElseThrow())
                .isEqualTo("choose one: --shell sh");
        assertThatThrownBy(() -> Shell.NONE.words("--setup", "echo 'a")).hasMessageContaining("a quote is not closed");
        assertThatThrownBy(() -> Shell.NONE.words("--setup", " ")).hasMessageContaining("there is no program");
    }

    @Test
    void allCommandsAreCheckedBeforeTheFirstRun() {
        assertThatThrownBy(() -> new AroundRuns(Shell.NONE, "true", null, "a; b").check())
                .hasMessageContaining("--cleanup 'a; b'");
        new AroundRuns(Shell.SH, "true", null, "a; b").check();
    }

    @Test
    void commandsRunAroundTheRuns() throws Exception {
        Path file = folder.resolve("with blank");
        AroundRuns around = new AroundRuns(Shell.NONE, "touch '" + file + "'", null, "rm '" + file + "'");
        assertThat(around.around(folder, () -> Files.exists(file))).isTrue();
        assertThat(file).doesNotExist();
        assertThatThrownBy(() -> new AroundRuns(Shell.NONE, "no-such-program x", null, null).around(folder, () -> 1))
                .hasMessageContaining("no-such-program: No such file or directory");
    }
}
