package runbench.base.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

class ProgramWordsTest {
    private static RunbenchException refusal(String... words) {
        return catchThrowableOfType(RunbenchException.class,
                () -> ProgramWords.requireStartable(List.of(words), "runbench sample --"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"',
            value = {"a | b; a command line for a shell; sh -c 'a | b'",
                    "ls > x; a command line for a shell; sh -c 'ls > x'",
                    "cd x && make; a command line for a shell; sh -c 'cd x && make'",
                    "echo '1' | wc; a command line for a shell; sh -c 'echo '\\''1'\\'' | wc'",
                    "ls -l; one word with spaces; ls -l"})
    void aCommandLineInOneWordIsAnsweredWithWhatToType(String line, String what, String typed) {
        RunbenchException e = refusal(line);
        assertThat(e).hasMessage("'" + line + "' is " + what + ", not a program");
        assertThat(e.remedy()).hasValue("runbench sample -- " + typed);
        assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    }

    @Test
    void aProgramMayHaveSpacesInItsNameAndSyntaxOfAShellInItsArguments(@TempDir Path dir) throws Exception {
        Path program = Files.writeString(dir.resolve("my | program"), "");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        assertThatCode(() -> ProgramWords.requireStartable(List.of(program.toString()), "")).doesNotThrowAnyException();
        assertThatCode(() -> ProgramWords.requireStartable(List.of("tr", "|", " "), "")).doesNotThrowAnyException();
        assertThatCode(() -> ProgramWords.requireStartable(List.of("sh", "-c", "a | b"), ""))
                .doesNotThrowAnyException();
    }

    @Test
    void aFileThatCannotBeExecutedIsNamedBeforeARun(@TempDir Path dir) throws Exception {
        Path program = Files.writeString(dir.resolve("program"), "");
        RunbenchException file = refusal(program.toString());
        assertThat(file).hasMessage("the program " + program + " cannot be started: Permission denied");
        assertThat(file.remedy()).hasValue("permit its execution: chmod +x " + program);
        assertThat(file.exitCode()).isEqualTo(ExitCode.NOT_EXECUTABLE);
        RunbenchException folder = refusal(dir.toString());
        assertThat(folder).hasMessage("the program " + dir + " cannot be started: it is a folder");
        assertThat(folder.exitCode()).isEqualTo(ExitCode.NOT_EXECUTABLE);
    }

    @Test
    void aProgramThatDoesNotExistIsNamed() {
        RunbenchException e = refusal("no-such-program-here", "x");
        assertThat(e).hasMessageContaining("the program no-such-program-here cannot be started");
        assertThat(e.exitCode()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(refusal("./no-such-program-here")).isNotNull();
    }
}
