package runbench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;

@Tag("beside")
class KeptRecordTest {
    @TempDir
    private Path dir;

    @Test
    void theErrorOfAnInvalidRecordIsOneLine() throws IOException {
        RunFolder folder = new RunFolder(dir);
        assertThat(KeptRecord.of(folder)).isEmpty();
        for (String broken : new String[]{"{", "{\"state\": nonsense}", "{\"state\":\"asleep\"}"}) {
            Files.writeString(folder.record(), broken);
            assertThatThrownBy(() -> KeptRecord.of(folder)).isInstanceOf(RunbenchException.class)
                    .message()
                    .as(broken)
                    .contains("run.json: is not a readable record of a run: ")
                    .doesNotContain("REDACTED", "\n at");
        }
    }
}
