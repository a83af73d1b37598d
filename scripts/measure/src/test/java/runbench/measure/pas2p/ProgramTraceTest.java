package runbench.measure.pas2p;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress.ProgressDisplay;

class ProgramTraceTest {
    @TempDir
    private Path dir;

    private static ProgramTrace.Request request(Path directory, String mpi, String events) {
        return new ProgramTrace.Request(List.of("/does/not/exist"), directory, mpi, events);
    }

    @Test
    void aTraceWithoutADirectoryGetsOneNamedAfterTheSecond() {
        Instant now = Instant.parse("2026-01-31T02:10:11.123456Z");
        assertThat(request(null, "auto", null).directory(now)).isEqualTo(Path.of("trace-2026-01-31T021011Z"));
        assertThat(request(dir, "auto", null).directory(now)).isEqualTo(dir);
    }

    @Test
    void aDirectoryWithATraceIsRejectedBeforeTheProgramStarts() throws IOException {
        Files.createFile(dir.resolve("rank-00000.mpit"));
        assertThatThrownBy(() -> ProgramTrace.run(request(dir, "auto", null), ProgressDisplay.NONE))
                .hasMessageContaining("contains a trace already");
    }

    @Test
    void wrongNamesAreRejectedBeforeTheProgramStarts() {
        Path fresh = dir.resolve("trace");
        assertThatThrownBy(() -> ProgramTrace.run(request(fresh, "lam", null), ProgressDisplay.NONE))
                .hasMessageContaining("--mpi lam");
        assertThatThrownBy(() -> ProgramTrace.run(request(fresh, "openmpi", "no-such-event"), ProgressDisplay.NONE))
                .hasMessageContaining("no-such-event");
    }
}
