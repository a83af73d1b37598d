package runbench.base.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExceptionTranslatorTest {
    @Test
    void aReadThatAnInterruptClosedEndsWithTheCodeOfInterrupts() {
        ClosedByInterruptException closed = new ClosedByInterruptException();
        assertThat(ExceptionTranslator.translate(new UncheckedIOException(closed)).exitCode())
                .isEqualTo(ExitCode.INTERRUPTED);
        assertThat(ExceptionTranslator.translate(RunbenchException.badInput("x: cannot be read").causedBy(closed))
                .exitCode()).isEqualTo(ExitCode.INTERRUPTED);
    }

    @Test
    void otherFailuresKeepTheirCodes() {
        assertThat(ExceptionTranslator.translate(new NoSuchFileException("x")).exitCode())
                .isEqualTo(ExitCode.BAD_INPUT);
        assertThat(ExceptionTranslator.translate(new IllegalStateException("x"))).hasMessageContaining("internal error")
                .satisfies(e -> assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE));
    }

    @Test
    void aMissingFileIsNotToBeListed(@TempDir Path dir) {
        Path file = dir.resolve("run.pftrace");
        assertThat(ExceptionTranslator.translate(new AccessDeniedException(file.toString())))
                .hasMessage("permission denied: " + file)
                .satisfies(e -> assertThat(e.remedy().orElseThrow()).endsWith("ls -ld " + dir));
    }
}
