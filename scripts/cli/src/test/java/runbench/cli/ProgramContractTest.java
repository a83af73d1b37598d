package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the program under {@code runbench sample} has the same input and exit status as without it. */
@Tag("machine")
@Tag("beside")
class ProgramContractTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home"));

    @TempDir
    private Path dir;
    private Path run;

    @BeforeEach
    void canCount() throws Exception {
        Runbench.assumeCounting(dir);
        run = dir.resolve("run");
    }

    private List<String> sample(String... program) {
        List<String> arguments = new ArrayList<>(List.of("sample", "-q", "--no-chart", "-o", run.toString(), "--"));
        arguments.addAll(List.of(program));
        return arguments;
    }

    /** Runs a shell script in which {@code "$@"} is the command. */
    private Runbench.Ended shell(String script, String... program) throws Exception {
        Path output = dir.resolve("out");
        return Runbench.await(Runbench.start(output, List.of("bash", "-c", script, "bash"), sample(program)), output);
    }

    private String printed() throws Exception {
        return Files.readString(run.resolve("benchmark.out"));
    }

    @Test
    void theProgramReadsThePipeOfRunbenchAndRunbenchEndsAsTheProgram() throws Exception {
        Runbench.Ended ended = shell("seq 5 | \"$@\"", "sh", "-c", "wc -l; exit 255");
        assertThat(ended.code()).as(ended.output()).isEqualTo(255);
        assertThat(printed().strip()).isEqualTo("5");
        assertThat(new ObjectMapper().readTree(run.resolve("run.json").toFile()).path("exit_status").asInt())
                .isEqualTo(255);
    }

    @Test
    void aFileGoesOnWhereItStands() throws Exception {
        Path file = Files.writeString(dir.resolve("lines"), "one\ntwo\nthree\n");
        Runbench.Ended ended = shell("(read line; \"$@\"; cat) < " + file, "head", "-c", "4");
        assertThat(printed()).isEqualTo("two\n");
        assertThat(ended.output()).isEqualTo("three\n");
    }

    @Test
    void theProgramReadsTheTerminal() throws Exception {
        try (PseudoTerminal terminal = PseudoTerminal.run(dir.resolve("screen"),
                Runbench.command(List.of(), sample("head", "-n", "1")))) {
            terminal.type("typed\n");
            assertThat(terminal.await()).as(terminal.shown()).isZero();
        }
        assertThat(printed()).isEqualTo("typed\n");
    }

    @Test
    void inTheBackgroundItStopsUntilItMayRead() throws Exception {
        try (PseudoTerminal terminal = PseudoTerminal.shell(dir.resolve("screen"))) {
            Path command = Files.writeString(dir.resolve("command"),
                    "exec " + PseudoTerminal.quoted(Runbench.command(List.of(), sample("head", "-n", "1"))) + "\n");
            terminal.type("set -b\nsh " + command + " &\n");
            terminal.waitFor("Stopped");
            terminal.type("fg; echo ended with $?\ntyped\n");
            terminal.waitFor("ended with 0");
            terminal.type("exit\n");
        }
        assertThat(printed()).isEqualTo("typed\n");
    }

    @Test
    void theExitStatusOfAKilledProgramIsThatOfAShell() throws Exception {
        Runbench.Ended ended = Runbench.run(dir.resolve("out"), sample("sh", "-c", "kill -15 $$"));
        assertThat(ended.code()).as(ended.output()).isEqualTo(143);
    }

    @Test
    void aProgramThatCannotRunEndsAsInAShell() throws Exception {
        assertThat(Runbench.run(dir.resolve("out"), sample("/nonexistent/program")).code()).isEqualTo(127);
        run = dir.resolve("other");
        Runbench.Ended folder = Runbench.run(dir.resolve("out"), sample(dir.toString()));
        assertThat(folder.code()).isEqualTo(126);
        assertThat(folder.output()).startsWith("runbench: ");
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 20, 64})
    void tooFewOpenFilesAreReportedInWords(int limit) throws Exception {
        Path output = dir.resolve("out");
        for (String command : List.of("sample -- true", "doctor")) {
            Process process = new ProcessBuilder("bash", "-c",
                    "ulimit -n " + limit + "; exec " + HOME.resolve("scripts/runbench") + " " + command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            Runbench.Ended ended = Runbench.await(process, output);
            assertThat(ended.code()).as(ended.output()).isEqualTo(3);
            assertThat(ended.output()).contains("ulimit -n is " + limit)
                    .contains("  -> raise")
                    .doesNotContain("Exception");
        }
    }
}
