package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.home.ProjectHome;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;

/** The command {@code runbench schedule run}. */
@Tag("scenario")
@Tag("beside")
class LiveScheduleCommandTest {
    @TempDir
    private Path dir;
    private Path file;
    private String out;
    private String err;

    @BeforeEach
    void aWorkload() throws IOException {
        file = Files.writeString(dir.resolve("mine.toml"), """
                sustained = 20e9
                [[program]]
                name = "stream"
                seconds = 1
                traffic = 12e9
                command = ["sh", "-c", "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done"]
                [[program]]
                name = "cpu"
                seconds = 1
                traffic = 1e6
                command = ["sh", "-c", "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; exit ${CPU_STATUS:-0}"]
                """);
    }

    private int run(String... words) {
        List<String> all = new ArrayList<>(List.of("schedule", "run", file.toString()));
        all.addAll(Arrays.asList(words));
        StringWriter o = new StringWriter();
        StringWriter e = new StringWriter();
        int code = Main.execute(new PrintWriter(o, true), new PrintWriter(e, true), all.toArray(String[]::new));
        out = o.toString();
        err = e.toString();
        return code;
    }

    private static void built() {
        assumeTrue(Files.isExecutable(ProjectHome.program(ProjectHome.folder(), "runbench-gangs")),
                "native/ has not been built");
    }

    @Test
    void aRunLeavesItsResultTableAndChart() throws IOException {
        built();
        Path folder = dir.resolve("run");
        assertThat(run("--policy", "latest-quantum", "--quantum", "100ms", "--alone", "profile", "--json", "-o",
                folder.toString())).as(err).isZero();
        PublishedSchemas.check(OutputFormat.SCHEDULE_RUN, out);
        PublishedSchemas.check(OutputFormat.SCHEDULE_RUN, folder.resolve("schedule.json"));
        assertThat(out).contains("\"alone_source\" : \"profile\"").contains("\"policy\" : \"latest-quantum\"");
        assertThat(folder.resolve("schedule.png")).isNotEmptyFile();
        assertThat(Files.readAllLines(folder.resolve("quanta.csv"))).hasSizeGreaterThan(1)
                .first()
                .asString()
                .endsWith("traffic_B/s");
        assertThat(run("-o", folder.toString())).isEqualTo(2);
        assertThat(err).contains("already holds a schedule");
    }

    @Test
    void policiesAreComparedInTurns() throws IOException {
        built();
        Path folder = dir.resolve("many");
        assertThat(run("--policy", "none,round-robin", "-n", "2", "--quantum", "100ms", "--alone", "none", "-o",
                folder.toString())).as(err).isZero();
        assertThat(out).contains("2 of 2 repetitions compared").contains("round-robin").contains("makespan");
        PublishedSchemas.check(OutputFormat.SCHEDULE_COMPARISON, folder.resolve("comparison.json"));
        assertThat(folder.resolve("none/002/schedule.json")).exists();
    }

    @Test
    void aRunThatABenchmarkHasNotIsSaidBeforeAFolderIsMade() throws IOException {
        Files.writeString(file, "[[program]]\nname = \"a\"\nbenchmark = \"470.lbm:tinny\"\n");
        assertThat(run("--policy", "none", "-o", dir.resolve("nothing").toString())).isEqualTo(2);
        assertThat(err).contains("470.lbm has no run called 'tinny'").contains("did you mean tiny?");
        assertThat(dir.resolve("nothing")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            value = {"--policy linux|--policy none uses the scheduler of this machine's kernel",
                    "--policy round-robbin|did you mean round-robin?", "--quantum 50ms|give --quantum 100ms or more",
                    "--cpus 7000|it may on", "--repetitions 0|from 1 to 10000",
                    "--alone /nowhere|no earlier run can be read", "--sustained -1|--sustained"})
    void wrongOptionsAreRejectedBeforeAnythingRuns(String words, String said) {
        Path folder = dir.resolve("nothing");
        List<String> all = new ArrayList<>(List.of(words.split(" ")));
        all.addAll(List.of("-o", folder.toString()));
        assertThat(run(all.toArray(String[]::new))).isEqualTo(2);
        assertThat(err).contains(said);
        assertThat(folder).doesNotExist();
    }
}
