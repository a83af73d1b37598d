package runbench.pas2p.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.pas2p.signature.PlannedSignature;
import runbench.pas2p.signature.Signature;

/** Descriptions of checkpoints that an editor changed or a full disk truncated. */
class CheckpointFilesTest {
    @TempDir
    private Path folder;
    private Path file;

    @BeforeEach
    void write() throws IOException {
        Signature s = PlannedSignature.of(
                new Signature.Program(List.of("./app"), "", "", null, List.of(), List.of(), null), "",
                List.of(new long[]{1}, new long[]{2}, new long[]{3}));
        PhaseWindow window = PhaseWindow.of(s, 1, 0).get(0);
        CheckpointFiles.write(new CheckpointSignature(CheckpointSignature.FORMAT, CheckpointSignature.VERSION, "", s,
                List.of("mpirun"), "", new CheckpointSignature.Machine("here", "", "", List.of()), "4.2", "/tmp/work",
                List.of(), List.of(), List.of(), List.of(new CheckpointSignature.Checkpoint("phase-1", window, 1, 1, 1,
                        List.of(), List.of(), 0.1, List.of(), List.of())),
                null, false, List.of(), 1, List.of()), folder);
        file = folder.resolve(CheckpointSignature.FILE);
    }

    @Test
    void writtenDescriptionIsReadBack() {
        assertThat(CheckpointFiles.read(folder).checkpoints()).singleElement()
                .satisfies(c -> assertThat(c.window().stop()).containsExactly(2));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            value = {"\"needed\"|\"nedeed\"|needed", "\"machine\"|\"m\"|machine",
                    "\"phases\" :|\"p\" :|signature.phases", "\"window\"|\"w\"|checkpoints[0].window",
                    "\"warm_up\" : 0,|\"warm_up\" : 0, \"phase\" : -1,|checkpoints[0].window"})
    void missingOrWrongFieldIsNamed(String is, String edited, String field) throws IOException {
        String before = Files.readString(file);
        Files.writeString(file, before.replaceFirst(is, edited));
        assertThat(Files.readString(file)).isNotEqualTo(before);
        assertThatThrownBy(() -> CheckpointFiles.read(folder))
                .isInstanceOfSatisfying(RunbenchException.class,
                        e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                .hasMessageContaining("has a field \"" + field + "\"");
    }
}
