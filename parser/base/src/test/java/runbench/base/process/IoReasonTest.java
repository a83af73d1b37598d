package runbench.base.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import org.junit.jupiter.api.Test;

/** The JDKs word a failed start differently; people read the same. */
class IoReasonTest {
    private static final String COMMAND = "Cannot run program \"/bin/x (copy)\" (in directory \"/tmp (1)\"): ";

    @Test
    void ofAProgramThatWasNotStarted() {
        for (String text : new String[]{"error=2, No such file or directory",
                "Exec failed, error: 2 (No such file or directory) "}) {
            IOException e = new IOException(COMMAND + text);
            assertThat(IoReason.of(e)).as(text).isEqualTo("No such file or directory");
            assertThat(IoReason.errno(e)).as(text).isEqualTo(2);
        }
        assertThat(IoReason.errno(new IOException(COMMAND + "Exec failed, error: 7 (Argument list too long) ")))
                .isEqualTo(IoReason.ARGUMENTS_TOO_LONG);
    }

    @Test
    void ofFiles() {
        assertThat(IoReason.of(new AccessDeniedException("/x"))).isEqualTo("Permission denied");
        IOException opened = new java.io.FileNotFoundException("/x (No such file or directory)");
        assertThat(IoReason.of(opened)).isEqualTo("No such file or directory");
        assertThat(IoReason.errno(opened)).isZero();
        assertThat(IoReason.of(new IOException((String) null))).isEqualTo("null");
    }
}
