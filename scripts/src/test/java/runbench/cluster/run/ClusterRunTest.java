package runbench.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

class ClusterRunTest {
    private static final ClusterRecord RECORD = new ClusterRecord(ClusterRecord.VERSION, "1", ClusterState.INCOMPLETE, "rank 1 was killed", "app",
            List.of("mpirun", "-np", "2", "app"), ClusterRecord.Form.CONSTRUCTOR, "mpirun", "openmpi", 2, false, 10_000_000,
            "2026-01-31T02:10:11Z", null, 137, new ClusterRecord.Reference("head", "monotonic", "b/1", 1_700_000_000_000_000_001L),
            List.of(new RankRecord(0, "n1", "b/1", "ranks/rank-00000-n1", null, RankState.CUT_OFF, null, 9, "killed", 12L, null)), "trace", null,
            List.of(new ClusterRecord.Window(ClusterRecord.When.BEFORE, "2026-01-31T02:10:11Z", List.of("n1"),
                    List.of(new ClusterRecord.Failed("n2", "silent")))), null,
            List.of(new ClusterRecord.Problem(1, "n2", "no recording", "disk full", "free some")));

    @TempDir
    Path folder;

    @Test
    void whatWasWrittenIsReadAgain() throws Exception {
        ClusterRun.write(new ClusterFolder(folder), RECORD);
        assertThat(ClusterRun.isOne(folder)).isTrue();
        assertThat(ClusterRun.read(folder).record()).isEqualTo(RECORD);
    }

    @Test
    void theFileUsesTheWordsOfItsReaders() throws Exception {
        ClusterRun.write(new ClusterFolder(folder), RECORD);
        assertThat(Files.readString(folder.resolve("cluster.json"))).contains("\"state\" : \"cut off\"", "\"form\" : \"constructor\"",
                "\"realtime_minus_clock_ns\" : 1700000000000000001", "\"when\" : \"before\"", "\"released_monotonic_ns\" : 12");
    }

    @Test
    void membersOfALaterTimeAreSkipped() throws Exception {
        ClusterRun.write(new ClusterFolder(folder), RECORD);
        Path file = folder.resolve("cluster.json");
        Files.writeString(file, Files.readString(file).replaceFirst("\\{", "{\"later\":[1],"));
        assertThat(ClusterRun.read(folder).record()).isEqualTo(RECORD);
    }

    @Test
    void anotherVersionIsRejected() throws Exception {
        ClusterRun.write(new ClusterFolder(folder), RECORD);
        Path file = folder.resolve("cluster.json");
        Files.writeString(file, Files.readString(file).replace("\"v\" : 1", "\"v\" : 2"));
        assertThatThrownBy(() -> ClusterRun.read(folder)).hasMessageContaining("version 2")
                .extracting(e -> ((RunbenchException) e).exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    }

    @Test
    void whatIsNoRunOrNoJsonIsRejected() throws Exception {
        assertThatThrownBy(() -> ClusterRun.read(folder)).hasMessageContaining("holds no run on many nodes");
        Files.writeString(folder.resolve("cluster.json"), "{\"v\":1,");
        assertThatThrownBy(() -> ClusterRun.read(folder)).hasMessageContaining("not a run's record");
    }
}
