package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counting a part of a run: {@code sample --control}, beside perf, and {@code --only-region}. */
@Tag("machine")
class SampleControlTest {
    private static final String EVENTS = "task-clock,page-faults";
    /** Each round takes 100 ms of CPU time, of which 30 ms are in the region {@code solve}. */
    private static final String SHARES = Path.of(System.getProperty("runbench.home"), "native/build/eventlog/shares")
            .toString();

    @TempDir
    private Path dir;

    @BeforeEach
    void canCount() throws Exception {
        Runbench.assumeCounting(dir);
        assertThat(new ProcessBuilder("mkfifo", fifo("ctl"), fifo("ack")).start().waitFor()).isZero();
    }

    private String fifo(String name) {
        return dir.resolve(name).toString();
    }

    private String control() {
        return "fifo:" + fifo("ctl") + "," + fifo("ack");
    }

    private String send(String word) {
        return "echo " + word + " > " + fifo("ctl") + "; read -r reply < " + fifo("ack") + "; ";
    }

    /** Returns a program of three processes of 100 ms of CPU time each, of which the second is counted. */
    private List<String> threeParts() {
        return List.of("sh", "-c",
                SHARES + " 1; " + send("enable") + SHARES + " 1; " + send("disable") + SHARES + " 1");
    }

    @Test
    void partOfAProgramIsCountedAsByPerf() throws Exception {
        Path csv = dir.resolve("intervals.csv");
        Runbench.Ended ended = sample(threeParts(), "--delay=-1", "--control", control(), "-I", "20ms", "--csv=" + csv);
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).containsPattern("note: counted under control for 0\\.\\d+ s, .* %.* in 1 stretch");
        JsonNode summary = summary();
        double counted = summary.path("run_s").asDouble();
        assertThat(counted).isBetween(0.097, 0.125);
        assertThat(summary.path("cpu_s").asDouble()).as("CPU time of the whole program").isGreaterThan(0.28);
        assertThat(summary.path("task_count").asInt()).isEqualTo(4);
        JsonNode control = summary.path("provenance").path("control");
        assertThat(control.path("stretches").asInt()).isEqualTo(1);
        assertThat(control.path("counted_s").asDouble()).isBetween(counted, summary.path("wall_s").asDouble());
        assertThat(summary.path("exact").asBoolean()).isTrue();
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines).anyMatch(line -> line.contains("<not counted>"));
        BigDecimal clock = lines.stream()
                .filter(line -> line.contains(",task-clock,") && !line.contains("<"))
                .map(line -> new BigDecimal(line.split(",")[1]))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        assertThat(clock.movePointRight(6))
                .isEqualByComparingTo(summary.path("events").path(0).path("final").decimalValue());
        assertThat(perf()).as("task-clock of perf, s").isCloseTo(counted, within(0.015));
    }

    /** Returns the task-clock that perf counts in the same part of the same program, s. */
    private double perf() throws Exception {
        Path out = dir.resolve("perf.csv");
        List<String> command = new ArrayList<>(List.of("perf", "stat", "-x,", "-o", out.toString(), "-e", EVENTS, "-D",
                "-1", "--control", control(), "--"));
        command.addAll(threeParts());
        try {
            Process perf = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(dir.resolve("perf.out").toFile())
                    .start();
            assumeTrue(perf.waitFor(60, TimeUnit.SECONDS) && perf.exitValue() == 0, "perf cannot count here");
        } catch (IOException e) {
            assumeTrue(false, "perf is not installed");
        }
        String line = Files.readAllLines(out).stream().filter(l -> l.contains("task-clock")).findFirst().orElseThrow();
        return Double.parseDouble(line.split(",")[0]) / 1000;
    }

    @Test
    void onlyTheRegionIsCounted() throws Exception {
        Runbench.Ended ended = sample(List.of(SHARES, "4"), "--only-region", "solve,solv");
        assertThat(ended.code()).as(ended.output()).isZero();
        JsonNode summary = summary();
        assertThat(summary.path("run_s").asDouble()).isCloseTo(0.12, within(0.005));
        assertThat(summary.path("run_s").asDouble() / summary.path("cpu_s").asDouble()).isCloseTo(0.3, within(0.04));
        assertThat(summary.path("provenance").path("control").path("stretches").asInt()).isEqualTo(4);
        assertThat(ended.output()).contains("counted only in 'solve', 'solv' for",
                "the program has no region 'solv'; its regions are 'solve', 'inner'");
    }

    @Test
    void runThatIsNeverEnabledIsValidAndNotCounted() throws Exception {
        Runbench.Ended ended = sample(List.of(SHARES, "1"), "--delay=-1", "--control", "fifo:" + fifo("ctl"));
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("nothing was counted");
        for (JsonNode event : summary().path("events")) {
            assertThat(event.path("status").asText()).isEqualTo("not counted");
            assertThat(event.path("final").isNull()).isTrue();
        }
    }

    @Test
    void stopEndsTheProgramAsPerfRecordDoes() throws Exception {
        Runbench.Ended ended = sample(
                List.of("sh", "-c", SHARES + " 1; echo frobnicate > " + fifo("ctl") + "; " + send("stop") + "sleep 60"),
                "--control", control());
        assertThat(ended.code()).as(ended.output()).isEqualTo(143);
        assertThat(ended.output()).contains("'frobnicate', which is no command");
        assertThat(summary().path("run_s").asDouble()).isGreaterThan(0.09);
    }

    @Test
    void contradictionsAreRefused() throws Exception {
        String[][] wrong = {{"no --control receives one", "--delay=-1"}, {"cannot be read", "--control", "pipe:3"},
                {"is not a FIFO", "--control", "fifo:/dev/null"}, {"mkfifo PATH", "--control", "fifo:" + fifo("none")},
                {"both enable the counters", "--delay", "1s", "--control", control()},
                {"-n runs the program again", "-n", "2", "--control", control()},
                {"--exact runs the program again", "--exact", "--only-region", "solve"},
                {"excludes --control", "--only-region", "solve", "--control", control()},
                {"is not open", "--control", "fd:9999"}};
        for (String[] words : wrong) {
            Runbench.Ended ended = sample(List.of("true"),
                    List.of(words).subList(1, words.length).toArray(String[]::new));
            assertThat(ended.code()).as(String.join(" ", words) + ": " + ended.output()).isEqualTo(2);
            assertThat(ended.output()).contains(words[0]);
            assertThat(dir.resolve("run")).doesNotExist();
        }
    }

    private Runbench.Ended sample(List<String> program, String... options) throws Exception {
        List<String> all = new ArrayList<>(
                List.of("sample", "-o", dir.resolve("run").toString(), "--no-chart", "-e", EVENTS));
        all.addAll(List.of(options));
        all.add("--");
        all.addAll(program);
        return Runbench.run(dir.resolve("out"), all);
    }

    private JsonNode summary() throws Exception {
        return new ObjectMapper().readTree(dir.resolve("run/summary.json").toFile());
    }
}
