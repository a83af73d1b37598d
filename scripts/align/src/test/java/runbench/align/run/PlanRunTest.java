package runbench.align.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;

class PlanRunTest {
    private static final PlannedProgram SERVER = PlannedProgram
            .planned("server", List.of("./server"), "n1=10.0.0.1", List.of(), "port 5432", false)
            .ready(20L, null)
            .stopped(90);
    private static final PlannedProgram CLIENT = PlannedProgram.planned("client", List.of("./client"), null,
            List.of("server"), null, true);

    @TempDir
    private Path folder;

    private static ClusterRecord record(ClusterState state, List<RankRecord> programs) {
        return new ClusterRecord(ClusterRecord.VERSION, "1", state, null, "shop", List.of("--plan", "shop.toml"),
                ClusterRecord.Form.WRAPPER, null, null, programs.size(), false, 1_000_000, "2026-01-31T02:10:11Z", null,
                0, new ClusterRecord.Reference("head", "monotonic", "b/1", 17), programs, null, "clocks",
                List.of(new ClusterRecord.Window(ClusterRecord.When.BEFORE, "2026-01-31T02:10:11Z", List.of("n1"),
                        List.of())),
                null, List.of(new ClusterRecord.Problem(0, "n1", "killed", "it did not end", null),
                        new ClusterRecord.Problem(-1, "n1", "another processor", "why", "do")),
                "shop.toml");
    }

    private static ClusterRecord ended() {
        return record(ClusterState.FINISHED,
                List.of(new RankRecord(0, "n1", "b/2", "programs/server", "programs/server/samples.rec",
                        RankState.COMPLETE, null, 15, null, 10L, 95L, SERVER),
                        new RankRecord(1, "head", "b/1", "programs/client", null, RankState.NOT_MEASURED, 0, null,
                                "no sampler", 30L, 80L, CLIENT)));
    }

    @Test
    void theFileNamesProgramsAndIsReadBack() throws Exception {
        ClusterRun.write(new ClusterFolder(folder), ended());
        PublishedSchemas.check(OutputFormat.PLAN_RUN, folder.resolve("cluster.json"));
        assertThat(Files.readString(folder.resolve("cluster.json"))).doesNotContainIgnoringCase("rank")
                .contains("\"name\" : \"server\"", "\"until\" : \"port 5432\"", "\"ready_monotonic_ns\" : 20",
                        "\"stop_reference_ns\" : 90", "\"program\" : \"server\"", "\"program\" : null");
        assertThat(ClusterRun.read(folder).record()).isEqualTo(ended());
    }

    @Test
    void textsNameProgramsInsteadOfNumbers() {
        ClusterRecord record = ended();
        assertThat(record.programNames()).containsExactly("server", "client");
        assertThat(record.words(record.problems().get(0))).isEqualTo("server on n1: killed: it did not end");
        assertThat(record.words(record.problems().get(1))).isEqualTo("on n1: another processor: why");
    }

    /** Reads the folder of a run whose runbench was killed: one program reported, the other one never. */
    @Test
    void anUnfinishedRunHasItsPlan() throws Exception {
        ClusterFolder run = new ClusterFolder(folder);
        ClusterRun.write(run, record(ClusterState.RUNNING, List.of(RankRecord.reported(0, "", "", null).of(SERVER),
                RankRecord.reported(1, "", "", null).of(CLIENT))));
        PublishedSchemas.check(OutputFormat.PLAN_RUN, folder.resolve("cluster.json"));
        Path own = Files.createDirectories(run.programs().resolve("server"));
        Files.createDirectories(run.programs().resolve(".taken-00000"));
        Files.writeString(own.resolve("rank.json"),
                "{\"v\":1,\"rank\":0,\"size\":2,\"host\":\"n1\",\"clock_id\":\"b/2\"}");
        List<RankRecord> found = ClusterRun.read(folder).record().ranks();
        assertThat(found).extracting(RankRecord::title).containsExactly("server", "client");
        assertThat(found).extracting(RankRecord::state).containsExactly(RankState.NOT_MEASURED, RankState.MISSING);
        assertThat(found.get(1).why()).isEqualTo("its host never reported it");
        assertThat(found.get(0).host()).isEqualTo("n1");
    }
}
