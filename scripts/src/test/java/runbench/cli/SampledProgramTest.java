package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program under {@code runbench sample} has the standard input and the exit status that it has under env, time and nice. */
@Tag("machine")
@Tag("beside")
class SampledProgramTest {
    @TempDir
    private Path dir;

    @BeforeEach
    void canCount() throws Exception {
        Runbench.assumeCounting(dir);
    }

    private List<String> sample(Path run, String... program) {
        List<String> all = new ArrayList<>(List.of("sample", "--quiet", "--no-plot", "-o", run.toString(), "--"));
        all.addAll(List.of(program));
        return all;
    }

    private static Process start(List<String> command, ProcessBuilder.Redirect input) throws Exception {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectInput(input)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    @Test
    void aPipeReachesTheProgram() throws Exception {
        Path run = dir.resolve("run");
        Process process = start(Runbench.command(List.of(), sample(run, "wc", "-l")), ProcessBuilder.Redirect.PIPE);
        try (var keyboard = process.outputWriter()) {
            keyboard.write("1\n2\n3\n4\n5\n");
        }
        assertThat(process.waitFor()).isZero();
        assertThat(run.resolve("benchmark.out")).hasContent("5");
    }

    @Test
    void aFileGoesOnWhereTheShellLeftIt() throws Exception {
        Path run = dir.resolve("run");
        File lines = Files.writeString(dir.resolve("lines"), "one\ntwo\nthree\n").toFile();
        String script = "read first; " + PseudoTerminal.quoted(Runbench.command(List.of(), sample(run, "cat")));
        assertThat(start(List.of("sh", "-c", script), ProcessBuilder.Redirect.from(lines)).waitFor()).isZero();
        assertThat(run.resolve("benchmark.out")).hasContent("two\nthree");
    }

    @Test
    void aFileIsPreferredToStandardInput() throws Exception {
        Path run = dir.resolve("run");
        Path file = Files.writeString(dir.resolve("file"), "from the file\n");
        List<String> arguments = List.of("sample", "-q", "--no-plot", "-o", run.toString(), "--stdin", file.toString(), "--", "cat");
        File other = Files.writeString(dir.resolve("other"), "not this\n").toFile();
        assertThat(start(Runbench.command(List.of(), arguments), ProcessBuilder.Redirect.from(other)).waitFor()).isZero();
        assertThat(run.resolve("benchmark.out")).hasContent("from the file");
    }

    @Test
    void aTerminalReachesTheProgramAndAJobInTheBackgroundStopsUntilItIsInTheForeground() throws Exception {
        Path front = dir.resolve("front");
        Path back = dir.resolve("back");
        try (PseudoTerminal terminal = PseudoTerminal.shell(dir.resolve("screen"))) {
            terminal.type("bash " + script("front.sh", front) + "\n");
            waitUntilExists(front.resolve("samples.rec"));
            terminal.type("typed\n");
            waitUntilExists(front.resolve("summary.json"));
            terminal.type("bash " + script("back.sh", back) + " &\n");
            waitUntilExists(back.resolve("samples.rec"));
            terminal.type("while ! jobs | grep -q Stopp; do sleep 0.1; done; echo now' 'stopped\n");
            terminal.waitFor("now stopped");
            terminal.type("fg\n");
            terminal.type("later\n");
            waitUntilExists(back.resolve("summary.json"));
            terminal.type("exit\n");
            terminal.await();
        }
        assertThat(front.resolve("benchmark.out")).hasContent("got typed");
        assertThat(back.resolve("benchmark.out")).hasContent("got later");
    }

    /** The command in a file: a terminal takes no line of more than 4095 bytes. */
    private Path script(String name, Path run) throws Exception {
        List<String> command = Runbench.command(List.of(), sample(run, "sh", "-c", "read a; echo got $a"));
        return Files.writeString(dir.resolve(name), "exec " + PseudoTerminal.quoted(command) + "\n");
    }

    private static void waitUntilExists(Path file) throws InterruptedException {
        for (int i = 0; !Files.exists(file); i++) {
            assertThat(i).as("waiting for %s", file).isLessThan(3000);
            Thread.sleep(20);
        }
    }

    @ParameterizedTest
    @CsvSource({"exit 0, 0", "exit 7, 7", "exit 255, 255", "kill -TERM $$, 143", "kill -SEGV $$, 139"})
    void theStatusOfTheProgramIsThatOfTheCommand(String script, int status) throws Exception {
        assertThat(Runbench.run(dir.resolve("said"), sample(dir.resolve("run"), "sh", "-c", script).toArray(String[]::new)).code())
                .isEqualTo(status);
    }

    @Test
    void aProgramThatCannotBeStartedHasTheStatusThatAShellGives() throws Exception {
        Path data = Files.writeString(dir.resolve("data"), "not a program");
        Runbench.Ended missing = Runbench.run(dir.resolve("said"), sample(dir.resolve("a"), "no-such-program").toArray(String[]::new));
        assertThat(missing.code()).as(missing.output()).isEqualTo(127);
        assertThat(missing.output()).contains("runbench: ").contains("no-such-program").contains("->");
        Runbench.Ended barred = Runbench.run(dir.resolve("said"), sample(dir.resolve("b"), data.toString()).toArray(String[]::new));
        assertThat(barred.code()).as(barred.output()).isEqualTo(126);
    }

    @Test
    void aComparisonTellsAFailedProgramFromAWorseOne() throws Exception {
        Runbench.Ended failed = Runbench.run(dir.resolve("said"), "compare", "--run", "1", "-o", dir.resolve("pairs").toString(), "--",
                "true", "--", "false");
        assertThat(failed.code()).as(failed.output()).isEqualTo(4);
    }
}
