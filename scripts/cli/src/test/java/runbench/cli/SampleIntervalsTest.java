package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The counts of intervals while a program runs ({@code sample -I}), beside {@code perf stat -I}. */
@Tag("machine")
@Tag("beside")
class SampleIntervalsTest {
    private static final String EVENTS = "task-clock,page-faults";
    /** Runs for 0.4 s with some hundred page faults of child processes, and waits in between. */
    private static final List<String> PROGRAM = List.of("sh", "-c", "for i in 1 2 3 4; do /bin/true; sleep 0.1; done");
    private static final int FIELDS = 8;

    @TempDir
    private Path dir;

    @BeforeEach
    void canCount() throws Exception {
        Runbench.assumeCounting(dir);
    }

    @Test
    void intervalsHaveTheFieldsOfPerfAndAddUpToTheSummary() throws Exception {
        Path csv = dir.resolve("intervals.csv");
        Runbench.Ended ended = sample(PROGRAM, "-I", "50ms", "--csv=" + csv, "--json");
        assertThat(ended.code()).as(ended.output()).isZero();
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines).hasSizeGreaterThanOrEqualTo(8).allMatch(line -> line.split(",", -1).length == FIELDS);
        Map<String, BigDecimal> sums = sums(lines);
        JsonNode summary = summary();
        for (JsonNode event : summary.path("events")) {
            boolean clock = event.path("unit").asText().equals("ns");
            assertThat(sums.get(event.path("name").asText()).movePointRight(clock ? 6 : 0))
                    .as(event.path("name").asText())
                    .isEqualByComparingTo(event.path("final").decimalValue());
        }
        double last = Double.parseDouble(lines.get(lines.size() - 1).split(",")[0]);
        assertThat(last).isCloseTo(summary.path("wall_s").asDouble(), within(1e-6));
        assertThat(sums.get("page-faults").intValueExact()).isPositive();
        // The intervals of a program that waits have no running time, but a count.
        assertThat(lines).noneMatch(line -> line.contains("<not counted>"));
        likePerf(lines, sums);
    }

    private void likePerf(List<String> ours, Map<String, BigDecimal> sums) throws Exception {
        Path out = dir.resolve("perf.csv");
        List<String> command = new ArrayList<>(
                List.of("perf", "stat", "-x,", "-I", "50", "-o", out.toString(), "-e", EVENTS));
        command.addAll(PROGRAM);
        try {
            Process perf = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(dir.resolve("perf.out").toFile())
                    .start();
            assumeTrue(perf.waitFor(60, TimeUnit.SECONDS) && perf.exitValue() == 0, "perf cannot count here");
        } catch (java.io.IOException e) {
            assumeTrue(false, "perf is not installed");
        }
        List<String> lines = Files.readAllLines(out)
                .stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
        // An interval without running time is "<not counted>" in perf, and has no unit of a rate.
        assertThat(kinds(ours)).containsAll(kinds(lines));
        double faults = sums(lines).get("page-faults").doubleValue();
        assertThat(sums.get("page-faults").doubleValue()).isCloseTo(faults, within(0.1 * faults));
    }

    /** Returns number of fields, unit and event of each line. */
    private static List<String> kinds(List<String> lines) {
        return lines.stream()
                .map(line -> line.split(",", -1))
                .filter(f -> !f[1].startsWith("<"))
                .map(f -> f.length + " " + f[2] + " " + f[3])
                .distinct()
                .collect(Collectors.toList());
    }

    private static Map<String, BigDecimal> sums(List<String> lines) {
        Map<String, BigDecimal> sums = new HashMap<>();
        for (String line : lines) {
            String[] f = line.split(",", -1);
            sums.merge(f[3], f[1].startsWith("<") ? BigDecimal.ZERO : new BigDecimal(f[1]), BigDecimal::add);
        }
        return sums;
    }

    @Test
    void tableIsPrintedWhileTheProgramRuns() throws Exception {
        Path out = dir.resolve("out");
        Process run = Runbench.start(out, arguments(List.of("sh", "-c", Runbench.ENDLESS), "-I", "100ms"));
        try {
            org.awaitility.Awaitility.await()
                    .atMost(60, TimeUnit.SECONDS)
                    .until(() -> Files.readString(out).lines().filter(l -> l.contains("page-faults")).count() >= 2);
            assertThat(run.isAlive()).isTrue();
            new ProcessBuilder("kill", "-INT", Long.toString(run.pid())).start().waitFor();
            Runbench.Ended ended = Runbench.await(run, out);
            assertThat(ended.output()).contains("#           time             counts unit")
                    .containsPattern("CPUs utilized")
                    .contains(" wall");
            String last = ended.output()
                    .lines()
                    .filter(line -> line.matches(" +\\d+\\.\\d{9} .*"))
                    .reduce((a, b) -> b)
                    .orElseThrow();
            assertThat(Double.parseDouble(last.strip().split(" ")[0])).as("the last interval ends with the run")
                    .isCloseTo(summary().path("wall_s").asDouble(), within(1e-6));
        } finally {
            run.destroyForcibly();
        }
    }

    @Test
    void observationEndsWithItsReader() throws Exception {
        // Samples are due by processor time: a process that mostly sleeps may have none before its reader ends.
        Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
        try {
            List<String> words = arguments(List.of(), "-q", "-p", Long.toString(busy.pid()), "-I", "50ms", "--csv");
            String command = Runbench.command(List.of(), words)
                    .stream()
                    .map(word -> "'" + word + "'")
                    .collect(Collectors.joining(" "));
            Path out = dir.resolve("out");
            Process run = new ProcessBuilder("sh", "-c", command + " 2>'" + dir.resolve("err") + "' | head -n 10")
                    .redirectOutput(out.toFile())
                    .start();
            Runbench.Ended ended = Runbench.await(run, out);
            assertThat(ended.output().lines()).hasSize(10).allMatch(line -> line.split(",", -1).length == FIELDS);
            assertThat(busy.isAlive()).isTrue();
            assertThat(dir.resolve("err")).isEmptyFile();
            assertThat(summary().path("samples").asLong()).isPositive();
        } finally {
            busy.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void optionsThatContradictIntervalsAreRefused() throws Exception {
        String[][] wrong = {{"-I 1s", "-I", "1000"}, {"from 10ms to 1h", "-I", "9ms"}, {"from 10ms to 1h", "-I", "2h"},
                {"--interval 'x'", "-I", "x"}, {"add -I 1s", "--csv"}, {"-n runs it again", "-I", "1s", "-n", "2"},
                {"--exact runs it again", "-I", "1s", "--exact"},
                {"--csv and --json both", "-I", "1s", "--csv", "--json"},
                {"--csv and --show-output both", "-I", "1s", "--csv", "--show-output"},
                {"--delay '5' cannot be read", "--delay", "5"}};
        for (String[] words : wrong) {
            Runbench.Ended ended = sample(PROGRAM, Arrays.copyOfRange(words, 1, words.length));
            assertThat(ended.code()).as(String.join(" ", words) + ": " + ended.output()).isEqualTo(2);
            assertThat(ended.output()).contains(words[0]);
            assertThat(dir.resolve("run")).doesNotExist();
        }
    }

    @Tag("timed")
    @Test
    void delayedProgramIsCountedFromThenOn() throws Exception {
        // The children fault before the delay has passed; afterwards the shell waits.
        Runbench.Ended ended = sample(List.of("sh", "-c", "for i in 1 2 3; do /bin/true; done; sleep 1.5; exit 7"),
                "--delay", "800ms");
        assertThat(ended.code()).as(ended.output()).isEqualTo(7);
        assertThat(ended.output())
                .containsPattern("note: counting started 0\\.8\\d\\d s after the start, for the last .* %");
        JsonNode summary = summary();
        double delay = summary.path("provenance").path("delay_s").asDouble();
        assertThat(delay).isBetween(0.8, 1.2);
        assertThat(delay + summary.path("wall_s").asDouble()).isGreaterThan(1.5);
        assertThat(summary.path("wall_s").asDouble()).isBetween(0.3, 1.4);
        assertThat(summary.path("events").path(1).path("final").asLong(-1)).isBetween(0L, 60L);
        assertThat(summary.path("provenance").path("observed").asText()).isEqualTo("command");
        assertThat(summary.path("task_count").asInt()).isEqualTo(2);
    }

    @Test
    void programThatEndsDuringTheDelayIsAnError() throws Exception {
        Runbench.Ended ended = sample(List.of("true"), "--delay", "1min");
        assertThat(ended.code()).as(ended.output()).isEqualTo(1);
        assertThat(ended.output()).contains("before counting started: the delay is 60.000 s", "shorter --delay");
        assertThat(dir.resolve("run")).doesNotExist();
    }

    private List<String> arguments(List<String> program, String... options) {
        List<String> all = new ArrayList<>(
                List.of("sample", "-o", dir.resolve("run").toString(), "--no-chart", "-e", EVENTS));
        all.addAll(List.of(options));
        if (!program.isEmpty()) {
            all.add("--");
            all.addAll(program);
        }
        return all;
    }

    private Runbench.Ended sample(List<String> program, String... options) throws Exception {
        return Runbench.run(dir.resolve("out"), arguments(program, options));
    }

    private JsonNode summary() throws Exception {
        return new ObjectMapper().readTree(dir.resolve("run/summary.json").toFile());
    }
}
