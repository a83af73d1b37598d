package runbench.base.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskSpaceTest {
    @Test
    void aFewFreePagesDoNotSufficeForARecording() {
        assertThat(DiskSpace.isExhausted(24 << 10, 0)).isTrue();
        assertThat(DiskSpace.isExhausted(24 << 10, 8 << 10)).isTrue();
        assertThat(DiskSpace.isExhausted(160 << 10, 120 << 10)).isTrue();
        assertThat(DiskSpace.isExhausted(1L << 40, 1L << 30)).isFalse();
    }

    @Test
    void aFileSystemThatReportsNoSizeIsNotExhausted() {
        assertThat(DiskSpace.isExhausted(0, 0)).isFalse();
        assertThat(DiskSpace.isExhausted(-1, -1)).isFalse();
    }

    @Test
    void unknownSpaceIsNotExhausted(@TempDir Path dir) {
        assertThat(DiskSpace.isExhausted(dir.resolve("missing"))).isFalse();
    }
}
