package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.record.Recording;

/**
 * A user at a terminal who sees the progress and ends the run: whatever key is pressed at whatever time, no measured
 * data is lost.
 */
@Tag("machine")
@Tag("waits")
class TerminalSignalsTest {

    @TempDir
    private Path dir;
    private Path run;

    @BeforeEach
    void canCount() throws Exception {
        Runbench.assumeCounting(dir);
        run = dir.resolve("run");
    }

    private List<String> sample(String... program) {
        return sample(List.of("--no-chart"), program);
    }

    private List<String> sample(List<String> options, String... program) {
        List<String> arguments = new ArrayList<>(List.of("sample", "-o", run.toString()));
        arguments.addAll(options);
        arguments.add("--");
        arguments.addAll(List.of(program));
        return arguments;
    }

    private PseudoTerminal terminal(List<String> arguments) throws IOException {
        return PseudoTerminal.run(dir.resolve("screen"),
                Runbench.command(List.of("-Drunbench.terminal=80"), arguments));
    }

    private JsonNode record() throws IOException {
        return new ObjectMapper().readTree(run.resolve("run.json").toFile());
    }

    /** Waits until the progress is on the screen: from then on its library may have taken the signals. */
    private void waitForProgress(PseudoTerminal terminal) throws Exception {
        terminal.waitFor(" s ");
        if (Files.exists(run)) {
            Runbench.awaitSamples(run.resolve("samples.rec"));
        }
    }

    private void assertKeptWithChart(PseudoTerminal terminal, int code) throws Exception {
        assertKept(terminal, code);
        assertThat(run.resolve("chart.png")).exists();
        assertThat(terminal.shown()).contains("chart: ");
    }

    private void assertKept(PseudoTerminal terminal, int code) throws Exception {
        assertThat(code).as(terminal.shown()).isEqualTo(130);
        assertThat(record().path("state").asText()).isEqualTo("interrupted");
        assertThat(run.resolve("samples.csv")).exists();
        assertThat(run.resolve("samples.rec.run.json")).doesNotExist();
        Recording recording = Recording.open(run.resolve("samples.rec"));
        assertThat(recording.damage()).isEmpty();
        assertThat(recording.samples()).isPositive();
        assertThat(terminal.shown()).contains("the data measured so far are kept");
    }

    @Test
    void ctrlCInTheMiddleKeepsWhatWasMeasured() throws Exception {
        try (PseudoTerminal terminal = terminal(sample(List.of(), "sh", "-c", Runbench.ENDLESS))) {
            waitForProgress(terminal);
            terminal.type(PseudoTerminal.CTRL_C);
            assertKeptWithChart(terminal, terminal.await());
        }
    }

    @Test
    void ctrlCEndsTheObservationOfCpus() throws Exception {
        try (PseudoTerminal terminal = terminal(
                List.of("sample", "-o", run.toString(), "--no-chart", "-C", "0", "-e", "context-switches"))) {
            waitForProgress(terminal);
            terminal.type(PseudoTerminal.CTRL_C);
            assertThat(terminal.await()).as(terminal.shown()).isZero();
            assertThat(record().path("state").asText()).isEqualTo("finished");
            assertThat(run.resolve("samples.csv")).exists();
        }
    }

    @Test
    void ctrlBackslashEndsTheProgramAndKeepsWhatWasMeasured() throws Exception {
        try (PseudoTerminal terminal = terminal(sample("sh", "-c", "ulimit -c 0; " + Runbench.ENDLESS))) {
            waitForProgress(terminal);
            terminal.type(PseudoTerminal.CTRL_BACKSLASH);
            assertKept(terminal, terminal.await());
        }
    }

    @Test
    void aHangupOfJavaAloneIsForTheProgram() throws Exception {
        try (PseudoTerminal terminal = terminal(sample("sh", "-c", Runbench.ENDLESS))) {
            waitForProgress(terminal);
            Bed.signal("HUP", terminal.java().pid());
            assertKept(terminal, terminal.await());
        }
    }

    @Test
    void aSecondCtrlCEndsAStubbornProgramAtOnce() throws Exception {
        try (PseudoTerminal terminal = terminal(sample("sh", "-c", "trap '' INT TERM; " + Runbench.ENDLESS))) {
            waitForProgress(terminal);
            terminal.type(PseudoTerminal.CTRL_C);
            // The second key is a second signal only after the first one was delivered.
            Thread.sleep(300);
            terminal.type(PseudoTerminal.CTRL_C);
            assertKept(terminal, terminal.await());
        }
    }

    @Test
    void atTheStartNothingIsLeftThatSaysRunning() throws Exception {
        Random random = new Random(1);
        for (String signal : List.of("INT", "HUP", "INT")) {
            run = dir.resolve(signal + random.nextInt(1000));
            try (PseudoTerminal terminal = terminal(sample("sh", "-c", Runbench.ENDLESS))) {
                ProcessHandle java = terminal.java();
                // The signal comes at any point of the start.
                Thread.sleep(random.nextInt(900));
                Bed.signal(signal, java.pid());
                assertThat(terminal.await()).as(terminal.shown()).isIn(130, 143, 129); // the JVM's before main()
                if (Files.exists(run)) {
                    assertThat(record().path("state").asText()).as(terminal.shown()).isEqualTo("interrupted");
                    assertThat(run.resolve("samples.rec.run.json")).doesNotExist();
                }
            }
        }
    }

    @Test
    void whileAnalysingTheRecordSaysSoAndWhatToType() throws Exception {
        // The analysis waits for a reader of its table, which never comes.
        Files.createDirectory(run);
        Process pipe = new ProcessBuilder("mkfifo", run.resolve("samples.csv").toString()).inheritIO().start();
        assertThat(pipe.waitFor()).isZero();
        try (PseudoTerminal terminal = terminal(
                sample("sh", "-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"))) {
            ProcessHandle java = terminal.java();
            await("start of the analysis").atMost(60, TimeUnit.SECONDS)
                    .until(() -> Files.exists(run.resolve("samples.rec"))
                            && !Files.exists(run.resolve("samples.rec.run.json"))
                            && java.children().findAny().isEmpty()); // the helper has ended too
            Bed.signal("INT", java.pid());
            assertThat(terminal.await()).as(terminal.shown()).isEqualTo(130);
            assertThat(record().path("state").asText()).isEqualTo("interrupted");
            assertThat(record().path("failure").asText()).contains("results were written");
            assertThat(terminal.shown()).contains("runbench parse " + run);
            assertThat(Recording.open(run.resolve("samples.rec")).damage()).isEmpty();
        }
    }

    @Test
    void anInterruptedBenchmarkLeavesNoWorkingFolder() throws Exception {
        try (PseudoTerminal terminal = terminal(List.of("429.mcf", "--no-chart", "-o", run.toString()))) {
            waitForProgress(terminal);
            terminal.type(PseudoTerminal.CTRL_C);
            assertKept(terminal, terminal.await());
            assertThat(run.resolve("work")).doesNotExist();
        }
    }

    /** Accepts a value that is the same as in the previous call. */
    private static final class Unchanged {
        private long last = -1;

        boolean test(long value) {
            boolean unchanged = value == last;
            last = value;
            return unchanged;
        }
    }

    @Test
    void ctrlZStopsProgramAndHelperAndFgGoesOnWithNothingLost() throws Exception {
        Path ticks = dir.resolve("ticks");
        Path last = dir.resolve("last");
        String program = "i=0; until [ -e " + last + " ]; do echo >> " + ticks
                + "; i=$((i+1)); sleep 0.1; done; echo $i";
        try (PseudoTerminal terminal = PseudoTerminal.shell(dir.resolve("screen"))) {
            // A terminal takes lines of up to 4 KiB.
            Path command = Files
                    .writeString(dir.resolve("command"),
                            "exec " + PseudoTerminal.quoted(
                                    Runbench.command(List.of("-Drunbench.terminal=80"), sample("sh", "-c", program)))
                                    + "\n");
            terminal.type("sh " + command + "\n");
            waitForProgress(terminal);
            terminal.type(PseudoTerminal.CTRL_Z);
            terminal.waitFor("Stopped");
            // A tick that was under way may still be written; after it there is none for ten of its periods.
            await("a second without a tick").atMost(5, TimeUnit.SECONDS)
                    .during(1, TimeUnit.SECONDS)
                    .until(() -> Files.size(ticks), new Unchanged()::test);
            long before = Files.size(ticks);
            terminal.type("fg; echo ended with $?\n");
            await("a further tick").atMost(60, TimeUnit.SECONDS).until(() -> Files.size(ticks) > before);
            Files.createFile(last);
            terminal.waitFor("ended with 0");
            assertThat(Files.readString(run.resolve("benchmark.out")).strip())
                    .isEqualTo(Long.toString(Files.size(ticks)));
            assertThat(terminal.shown()).containsPattern("note: stopped once \\(Ctrl-Z\\) for [1-9][0-9]*\\.[0-9]+ s");
            assertThat(record().path("state").asText()).isEqualTo("finished");
            terminal.type("exit\n");
        }
    }
}
