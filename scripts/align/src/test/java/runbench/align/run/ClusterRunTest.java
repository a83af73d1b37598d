package runbench.align.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.view.SyntheticRun;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;

class ClusterRunTest {
    /** The first rank of each node samples it. */
    @Test
    void aNodesRecordingIsFoundForAnySamplingRank(@TempDir Path dir) throws IOException {
        new SyntheticRun(dir, 3, 100_000_000, List.of(new SyntheticRun.HostClock("head", 0, 0, 0))).write();
        PublishedSchemas.check(OutputFormat.CLUSTER_RUN, dir.resolve("cluster.json"));
        ClusterFolder folder = new ClusterFolder(dir);
        Files.delete(folder.rank(0, "head").resolve("samples.rec"));
        Files.delete(folder.rank(2, "head").resolve("samples.rec"));
        List<RankRecord> ranks = new RankOutcomes(folder, true).outcomes(IntStream.range(0, 3)
                .mapToObj(r -> new Announcements.Report(RankRecord.reported(r, "head", "clock-head", "ranks/" + r), 3,
                        folder.rank(r, "head")))
                .toList(), 3);
        assertThat(ranks).extracting(RankRecord::state).containsOnly(RankState.COMPLETE);
        assertThat(ranks).extracting(r -> r.recording() != null).containsExactly(false, true, false);
        assertThat(ranks.get(0).why()).isEqualTo("rank 1 has the recording of its node");
    }

    @Test
    void aFullDiskIsNamedWhereANodeCouldNotWriteItsReason() throws IOException {
        ClusterFolder ranks = new ClusterFolder(folder);
        List<Announcements.Report> reports = IntStream.range(0, 2)
                .mapToObj(r -> new Announcements.Report(RankRecord.reported(r, "n1", "b/1", "ranks/" + r), 3,
                        ranks.rank(r, "n1")))
                .toList();
        Files.createDirectories(ranks.rank(0, "n1"));
        Files.createDirectories(ranks.rank(1, "n1"));
        Files.writeString(ranks.rank(0, "n1").resolve("problem.json"), """
                {"rank": 0, "host": "n1", "what": "this rank is not sampled", "why": "Permission denied"}
                """);
        assertThat(new RankOutcomes(ranks, false, full -> full.equals(folder)).outcomes(reports, 3))
                .extracting(RankRecord::why)
                .containsExactly("Permission denied",
                        "its node left no recording: no space left on the disk of " + folder
                                + ", so the node could not write its reason",
                        "the launcher announced 3 ranks, and this one never reported: no space left on the disk of "
                                + folder + ", so the node could not write its reason");
        assertThat(new RankOutcomes(ranks, false, full -> false).outcomes(reports, 2).get(1).why())
                .isEqualTo("its node left no recording");
    }

    @Test
    void anUnreadableRecordingOnAFullDiskNamesTheDisk() throws IOException {
        ClusterFolder ranks = new ClusterFolder(folder);
        Path rank = Files.createDirectories(ranks.rank(0, "n1"));
        Files.createFile(rank.resolve("samples.rec"));
        RankRecord outcome = new RankOutcomes(ranks, false, rank::equals)
                .outcomes(List.of(new Announcements.Report(RankRecord.reported(0, "n1", "b/1", "ranks/0"), 1, rank)), 1)
                .get(0);
        assertThat(outcome.state()).isEqualTo(RankState.NOT_MEASURED);
        assertThat(outcome.why())
                .endsWith("no space left on the disk of " + rank + ", so the node could not write its reason");
    }

    private static final ClusterRecord RECORD = new ClusterRecord(ClusterRecord.VERSION, "1", ClusterState.INCOMPLETE,
            "rank 1 was killed", "app", List.of("mpirun", "-np", "2", "app"), ClusterRecord.Form.CONSTRUCTOR, "mpirun",
            "openmpi", 2, false, 10_000_000, "2026-01-31T02:10:11Z", null, 137,
            new ClusterRecord.Reference("head", "monotonic", "b/1", 1_700_000_000_000_000_001L),
            List.of(new RankRecord(
                    0, "n1", "b/1", "ranks/rank-00000-n1", null, RankState.CUT_OFF, null, 9, "killed", 12L, null)),
            "trace", null,
            List.of(new ClusterRecord.Window(ClusterRecord.When.BEFORE, "2026-01-31T02:10:11Z", List.of("n1"),
                    List.of(new ClusterRecord.Failed("n2", "silent")))),
            null, List.of(new ClusterRecord.Problem(1, "n2", "no recording", "disk full", "free some")));

    @TempDir
    Path folder;

    private static ClusterRecord ended(ClusterState state, Integer exitStatus, List<RankRecord> ranks) {
        return new ClusterRecord(RECORD.v(), "1", state, null, "app", List.of("app"), RECORD.form(), "app", null, 1,
                false, 1, RECORD.startedUtc(), null, exitStatus, RECORD.reference(), ranks, null, null, List.of(), null,
                List.of());
    }

    @Test
    void theExitCodeTellsAFailedProgramFromAnIncompleteMeasurement() {
        assertThat(ended(ClusterState.FINISHED, 0, RECORD.ranks()).exitCode()).isEqualTo(ExitCode.OK);
        assertThat(ended(ClusterState.INTERRUPTED, null, RECORD.ranks()).exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(ended(ClusterState.FAILED, 1, RECORD.ranks()).exitCode()).isEqualTo(ExitCode.BENCHMARK_FAILED);
        assertThat(ended(ClusterState.FAILED, 0, List.of()).exitCode()).as("no rank reported")
                .isEqualTo(ExitCode.MACHINE);
        assertThat(RECORD.exitCode()).isEqualTo(ExitCode.MACHINE);
    }

    @Test
    void aWrittenRecordIsReadBack() throws Exception {
        ClusterRun.write(new ClusterFolder(folder), RECORD);
        assertThat(ClusterRun.isOne(folder)).isTrue();
        assertThat(ClusterRun.read(folder).record()).isEqualTo(RECORD);
    }

    @Test
    void theFileUsesStableNames() throws Exception {
        ClusterRun.write(new ClusterFolder(folder), RECORD);
        PublishedSchemas.check(OutputFormat.CLUSTER_RUN, folder.resolve("cluster.json"));
        assertThat(Files.readString(folder.resolve("cluster.json"))).contains("\"state\" : \"cut off\"",
                "\"form\" : \"constructor\"", "\"realtime_minus_clock_ns\" : 1700000000000000001",
                "\"when\" : \"before\"", "\"released_monotonic_ns\" : 12");
    }

    @Test
    void unknownMembersAreSkipped() throws Exception {
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
                .extracting(e -> ((RunbenchException) e).exitCode())
                .isEqualTo(ExitCode.BAD_INPUT);
    }

    @Test
    void otherFoldersAndInvalidJsonAreRejected() throws Exception {
        assertThatThrownBy(() -> ClusterRun.read(folder)).hasMessageContaining("holds no run on many nodes");
        Files.writeString(folder.resolve("cluster.json"), "{\"v\":1,");
        assertThatThrownBy(() -> ClusterRun.read(folder)).hasMessageContaining("not a run's record");
    }
}
