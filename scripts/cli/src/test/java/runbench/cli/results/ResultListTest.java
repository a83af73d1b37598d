package runbench.cli.results;

import runbench.cli.results.RunsCommand.ResultFilter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import runbench.base.error.RunbenchException;
import runbench.base.file.FolderClaim;
import runbench.measure.results.ListedResult;
import runbench.measure.results.ResultList;

class ResultListTest {
    @TempDir
    private Path root;

    @BeforeEach
    void results() throws IOException {
        put("403.gcc/20260131T021011Z", "run.json",
                "{\"benchmark\":\"403.gcc\",\"state\":\"finished\",\"started_utc\":\"2026-01-31T02:10:11Z\",\"label\":\"open\"}");
        put("403.gcc/20260131T021011Z", "page.html", "<html>");
        put("403.gcc/20260201T000000Z", "run.json",
                "{\"benchmark\":\"403.gcc\",\"state\":\"failed\",\"failure\":\"disk "
                        + "full\",\"started_utc\":\"2026-02-01T00:00:00Z\"}");
        put("470.lbm/20260101T000000Z", "run.json", "{ cut off");
        put("cluster/app/20260203T000000Z", "cluster.json",
                "{\"program\":\"app\",\"state\":\"complete\",\"started_utc\":\"2026-02-03T00:00:00Z\"}");
        put("cluster/app/20260203T000000Z/ranks/rank-0", "run.json", "{}");
        put("overnight/20260202T000000Z", "plan.json", "{}");
        put("overnight/20260202T000000Z/403.gcc/1ms", "run.json", "{}");
        put("compare/20260102T000000Z", "compare.json", "{}");
        put("compare/20260102T000000Z/a-1", "run.json", "{}");
        put("nothing/of/ours", "file", "x");
    }

    private void put(String folder, String file, String text) throws IOException {
        Files.writeString(Files.createDirectories(root.resolve(folder)).resolve(file), text);
    }

    private List<ListedResult> listed(String... options) throws IOException {
        ResultFilter filter = new ResultFilter();
        new CommandLine(CommandLine.Model.CommandSpec.create()
                .addMixin("filter", CommandLine.Model.CommandSpec.forAnnotatedObject(filter))).parseArgs(options);
        return filter.selection().of(ResultList.below(root));
    }

    @Test
    void everythingIsListedInTheOrderOfTimeAndARunWithinAnotherIsNotOne() throws IOException {
        assertThat(listed()).extracting(r -> r.kind().word() + " " + r.name() + " " + r.state())
                .containsExactly("run 470.lbm unreadable", "comparison comparison not finished", "run 403.gcc finished",
                        "run 403.gcc failed", "batch batch not finished", "cluster app complete");
        assertThat(listed().get(0).started()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(listed().get(2).shown()).contains(root.resolve("403.gcc/20260131T021011Z/page.html"));
        assertThat(listed().get(3).shown()).isEmpty();
    }

    @Test
    void whatNoResultCanBeIsNotAnEmptyList() throws IOException {
        assertThatThrownBy(() -> listed("--state", "nosuch")).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("--state nosuch");
        assertThatThrownBy(() -> listed("--before", "yesterday")).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("no date");
        assertThatThrownBy(() -> listed("--after", "31.1.2026")).isInstanceOf(RunbenchException.class);
        assertThat(listed("--after", "2026-02-01 00:00:00")).as("as the list writes it").hasSize(3);
        assertThat(listed("--before", "2026", "--after", "0000")).isEmpty();
    }

    @Test
    void filtersNarrowTheList() throws IOException {
        assertThat(listed("gcc")).hasSize(2);
        assertThat(listed("20260201T000000Z")).extracting(ListedResult::reason).containsExactly("disk full");
        assertThat(listed("--state", "failed")).hasSize(1);
        assertThat(listed("--after", "2026-02-01", "--before", "2026-02-03")).extracting(r -> r.kind().word())
                .containsExactly("run", "batch");
        assertThat(listed("--kind", "CLUSTER")).hasSize(1);
        assertThat(listed("--last", "1")).extracting(ListedResult::name).containsExactly("app");
    }

    @Test
    void removingLeavesOthersAndWhatLinksPointTo() throws IOException {
        Path outside = Files.createDirectories(root.resolve("nothing/kept"));
        Files.createSymbolicLink(root.resolve("470.lbm/20260101T000000Z/link"), outside);
        ResultList.remove(listed("lbm").get(0), root);
        ResultList.remove(listed("--state", "failed").get(0), root);

        assertThat(root.resolve("470.lbm")).as("its last run is gone").doesNotExist();
        assertThat(outside).exists();
        assertThat(root.resolve("403.gcc/20260131T021011Z/page.html")).exists();
        assertThat(listed()).hasSize(4);
        put("alive/20260301T000000Z", "run.json",
                "{\"state\":\"running\",\"pid\":" + ProcessHandle.current().pid() + "}");
        ListedResult alive = listed("alive").get(0);
        assertThatThrownBy(() -> ResultList.remove(alive, root)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("is being written");
        assertThat(alive.path()).exists();
    }

    @Test
    void liveLogsAreListedUnderTheNameLog() throws IOException {
        for (String day : List.of("05", "06")) {
            put("log/202602" + day + "T000000Z", "log.json",
                    "{\"state\":\"running\",\"started\":\"2026-02-" + day + "T00:00:00Z\"}");
            Files.createDirectories(root.resolve("log/202602" + day + "T000000Z/nodes"));
        }
        put("other", "log.json", "{}");
        assertThat(listed("--kind", "LOG")).extracting(r -> r.name() + " " + r.state() + " " + r.started())
                .containsExactly("log cut off 2026-02-05T00:00:00Z", "log cut off 2026-02-06T00:00:00Z");
        assertThat(ResultList.path("log", root)).isEqualTo(root.resolve("log/20260206T000000Z"));
        assertThat(ResultList.path("log@2", root)).isEqualTo(root.resolve("log/20260205T000000Z"));
        try (FolderClaim claim = FolderClaim.of(root.resolve("log/20260206T000000Z"))) {
            ListedResult running = listed("--kind", "LOG").get(1);
            assertThat(running.state()).isEqualTo("running");
            assertThatThrownBy(() -> ResultList.remove(running, root)).hasMessageContaining("is being written");
        }
        ResultList.remove(listed("--kind", "LOG").get(0), root);
        assertThat(listed("--kind", "LOG")).hasSize(1);
    }

    @Test
    void aFolderOfNothingIsNamed() {
        assertThatThrownBy(() -> ResultList.in(root.resolve("nothing"))).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("holds no run");
    }

    @Test
    void aRunIsNamedByItsNameAndHowManyRunsAgoItWas() throws IOException {
        assertThat(ResultList.path("403.gcc", root)).isEqualTo(root.resolve("403.gcc/20260201T000000Z"));
        assertThat(ResultList.path("403.gcc@1", root)).isEqualTo(root.resolve("403.gcc/20260201T000000Z"));
        assertThat(ResultList.path("403.gcc@2", root)).isEqualTo(root.resolve("403.gcc/20260131T021011Z"));
        assertThat(ResultList.path("last", root)).isEqualTo(root.resolve("cluster/app/20260203T000000Z"));
        assertThat(ResultList.path("last@2", root)).isEqualTo(root.resolve("overnight/20260202T000000Z"));
        assertThat(ResultList.path("some/where", root)).isEqualTo(Path.of("some/where"));
        assertThat(ResultList.path("absent.rec", root)).isEqualTo(Path.of("absent.rec"));
    }

    @Test
    void aProgramInTheCurrentFolderIsNotTakenForItsRun() throws IOException {
        Path program = Files.createTempFile(Path.of(""), "prog", "");
        try {
            String name = program.toString();
            put(name + "/20260301T000000Z", "run.json", "{\"state\":\"finished\",\"program\":\"" + name + "\"}");
            assertThat(ResultList.path(name, root)).as("a file to read").isEqualTo(program);
            assertThat(program.toFile().setExecutable(true)).isTrue();
            assertThat(ResultList.path(name, root)).isEqualTo(root.resolve(name + "/20260301T000000Z"));
            assertThat(ResultList.path("./" + name, root)).isEqualTo(Path.of("./" + name));
            assertThat(ResultList.path(name, root.resolve("nothing"))).as("without a run").isEqualTo(program);
        } finally {
            Files.delete(program);
        }
    }

    @Test
    void aNameThatNoRunHasIsRefused() {
        assertThatThrownBy(() -> ResultList.path("403.gcc@3", root))
                .hasMessage("403.gcc@3: there are 2 runs named 403.gcc in " + root);
        assertThatThrownBy(() -> ResultList.path("app@2", root))
                .hasMessage("app@2: there is 1 run named app in " + root);
        assertThatThrownBy(() -> ResultList.path("403.gxx", root))
                .hasMessage("there is no run named 403.gxx in " + root)
                .isInstanceOfSatisfying(RunbenchException.class,
                        e -> assertThat(e.remedy()).hasValue("did you mean 403.gcc?"));
    }
}
