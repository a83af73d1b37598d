package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The state after a run with a fault: run.json records how it ended, and no empty file or folder remains. */
@Tag("machine")
@Tag("beside")
class RunStateTest {
    @TempDir
    private Path dir;
    private Path run;

    @BeforeEach
    void canCount() throws Exception {
        Runbench.assumeCounting(dir);
        run = dir.resolve("deep/run");
    }

    private Runbench.Ended runbench(String... arguments) throws Exception {
        return Runbench.run(dir.resolve("out"), arguments);
    }

    private JsonNode record() throws IOException {
        return new ObjectMapper().readTree(run.resolve("run.json").toFile());
    }

    @Test
    void whatIsRejectedLeavesNoFolder() throws Exception {
        assertThat(runbench("sample", "-o", run.toString(), "--", "./no-such-program").code()).isEqualTo(127);
        assertThat(dir.resolve("deep")).doesNotExist();
        assertThat(runbench("sample", "-o", run.toString(), "--period", "50us", "--max-cost", "0.000001", "--", "true")
                .code()).isEqualTo(2);
        assertThat(dir.resolve("deep")).doesNotExist();
        assertThat(runbench("sample", "-o", run.toString(), "-e", "r00ff", "--mode", "poll", "-p", "1999999999").code())
                .isNotZero();
        assertThat(dir.resolve("deep")).doesNotExist();
    }

    @Test
    void aFolderThatWasThereKeepsTheReasonAndLaterCommandsSayIt() throws Exception {
        Files.createDirectories(run);
        Files.writeString(run.resolve("mine"), "kept");
        Path program = run.resolveSibling("without-interpreter");
        Files.writeString(program, "#!/no/such/interpreter\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        assertThat(runbench("sample", "-o", run.toString(), "--", program.toString()).code()).isEqualTo(127);
        assertThat(record().path("state").asText()).isEqualTo("failed");
        assertThat(record().path("failure").asText()).contains("without-interpreter");
        assertThat(run.resolve("mine")).exists();
        Runbench.Ended parsed = runbench("parse", run.toString());
        assertThat(parsed.code()).isEqualTo(2);
        assertThat(parsed.output()).contains("holds no recording")
                .contains("without-interpreter")
                .doesNotContain("Exception");
    }

    @Test
    void aChartThatCannotBeWrittenIsAFailedRunWithItsRecording() throws Exception {
        Files.createDirectories(run.resolve("chart.png/in-the-way"));
        Runbench.Ended ended = runbench("sample", "-o", run.toString(), "--", "sh", "-c",
                "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done");
        assertThat(ended.code()).as(ended.output()).isEqualTo(3);
        assertThat(record().path("state").asText()).isEqualTo("failed");
        assertThat(record().path("failure").asText()).contains("chart.png");
        assertThat(run.resolve("samples.csv")).exists();
    }

    @Test
    void aFolderThatVanishesIsSaid() throws Exception {
        Runbench.Ended ended = runbench("sample", "-o", run.toString(), "--", "sh", "-c", "rm -rf " + run);
        assertThat(ended.code()).as(ended.output()).isEqualTo(3);
        assertThat(ended.output()).contains("has gone while the program ran")
                .doesNotContain("Exception")
                .doesNotContain("null");
    }

    @Test
    void aFileInPlaceOfTheFolderIsNamed() throws Exception {
        Path file = Files.writeString(dir.resolve("o.txt"), "");
        Runbench.Ended ended = runbench("sample", "-o", file.toString(), "--", "true");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.output()).contains("cannot make the folder " + file).doesNotContain("null");
    }

    @Test
    void theProgramsOutputIsPrintedOnRequestAndItsFileNamedOtherwise() throws Exception {
        Runbench.Ended shown = runbench("sample", "-o", run.toString(), "--show-output", "--", "sh", "-c",
                "echo first; sleep 0.3; echo second; echo third >&2");
        assertThat(shown.code()).as(shown.output()).isZero();
        assertThat(shown.output()).containsSubsequence("first\n", "second\n").contains("third\n"); // two streams
        assertThat(Files.readString(run.resolve("benchmark.out"))).isEqualTo("first\nsecond\n");
        Runbench.Ended hidden = runbench("sample", "-o", run + "2", "--", "sh", "-c", "echo swallowed");
        assertThat(hidden.output()).doesNotContain("\nswallowed\n")
                .doesNotStartWith("swallowed")
                .contains("the program's output: " + run + "2/benchmark.out (10 B");
    }

    @Test
    void aFullDiskBehindStandardOutputIsAnError() throws Exception {
        Assumptions.assumeTrue(Files.isWritable(Path.of("/dev/full")), "there is no /dev/full");
        Process process = new ProcessBuilder(Runbench.command(List.of(), List.of("list", "--json")))
                .redirectOutput(Path.of("/dev/full").toFile())
                .redirectError(dir.resolve("err").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(3);
        assertThat(Files.readString(dir.resolve("err"))).contains("cannot write to standard output");
        Process head = new ProcessBuilder("sh", "-c",
                PseudoTerminal.quoted(Runbench.command(List.of(), List.of("list", "--json"))) + " | head -n 1")
                .redirectErrorStream(true)
                .start();
        assertThat(new String(head.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()).hasSize(1);
    }

    @Test
    void numbersDoNotFollowTheLocaleAndTheProgramGetsItsOwnLocaleBack() throws Exception {
        Path folder = run.resolveSibling("f\u00fc");
        ProcessBuilder builder = new ProcessBuilder(
                Runbench.command(List.of("-Drunbench.lc_all=C", "-Duser.language=de", "-Duser.country=DE"),
                        List.of("sample", "-o", folder.toString(), "--no-chart", "-e", "task-clock", "--", "sh", "-c",
                                "echo $LC_ALL; i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done")))
                .redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C.UTF-8"); // as the launcher does
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(Files.readString(folder.resolve("benchmark.out"))).isEqualTo("C\n");
        assertThat(said).containsPattern("task-clock +[0-9]{1,3}(,[0-9]{3})+ ns")
                .doesNotContainPattern("[0-9]\\.[0-9]{3}\\.[0-9]{3}");
    }
}
