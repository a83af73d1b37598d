package runbench.base.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

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
}
