package runbench.measure.pas2p;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceImportTest {
    @TempDir
    private Path dir;

    @Test
    void filesOfOtherFormatsAreRejectedAndLeaveNoDirectory() throws IOException {
        Path other = Files.writeString(dir.resolve("trace.csv"), "1,2");
        Path to = dir.resolve("trace");
        assertThatThrownBy(() -> TraceImport.run(other, to))
                .hasMessageContaining("neither an .otf2, a .prv nor a .clog2 file");
        assertThatThrownBy(() -> TraceImport.run(dir.resolve("absent.prv"), to)).hasMessageContaining("no such file");
        assertThat(to).doesNotExist();
    }
}
