package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages of each command that reads results, for a name without a result and for a file of another kind. They state
 * which file, the reason and the command to type.
 */
@Tag("beside")
class WrongInputTest {
    private static final String WHERE = "INPUT";

    @TempDir
    private Path dir;
    private int code;

    private String runbench(String command, Path input) {
        StringWriter said = new StringWriter();
        PrintWriter written = new PrintWriter(said, true);
        code = Main.execute(written, written, command.replace(WHERE, input.toString()).split(" "));
        return said.toString();
    }

    @Test
    void aWordThatIsNoneOfAList() {
        String said = runbench("sync measure --on-demand=program INPUT", dir);
        assertThat(code).isEqualTo(2);
        assertThat(said).contains("'--on-demand': must be one of input, programs; it was 'program'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"parse INPUT", "plot INPUT", "functions INPUT --phase A", "simpoints INPUT",
            "export INPUT --format perfetto", "compare INPUT INPUT", "batch report INPUT", "open INPUT",
            "roofline INPUT", "align INPUT", "profile INPUT", "schedule run INPUT", "schedule simulate INPUT",
            "schedule interference --contention-model INPUT 403.gcc", "pas2p analyze INPUT",
            "pas2p signature show INPUT", "pas2p predict INPUT"})
    void aNameThatIsNone(String command) {
        Path none = dir.resolve("none");
        String said = runbench(command, none);
        assertThat(code).as(said).isEqualTo(2);
        assertThat(said).startsWith("runbench: ")
                .contains(none.toString())
                .contains("\n  -> ")
                .doesNotContain("null", "Exception");
    }

    @ParameterizedTest
    @ValueSource(strings = {"parse INPUT", "plot INPUT", "functions INPUT --phase A", "simpoints INPUT",
            "export INPUT --format perfetto", "compare INPUT INPUT", "roofline INPUT", "profile INPUT",
            "schedule run INPUT", "schedule simulate INPUT", "schedule interference --contention-model INPUT 403.gcc",
            "pas2p signature show INPUT", "pas2p predict INPUT"})
    void aFileThatIsSomethingElse(String command) throws IOException {
        Path other = Files.write(dir.resolve("other"),
                "\u001b]0;title\u0007\u001b[31mred\u0000".getBytes(StandardCharsets.UTF_8));
        String said = runbench(command, other);
        assertThat(code).as(said).isEqualTo(2);
        assertThat(said).startsWith("runbench: ")
                .contains(other.toString())
                .contains("\n  -> ")
                .doesNotContain("\u001b", "\u0007", "null", "Exception");
    }
}
