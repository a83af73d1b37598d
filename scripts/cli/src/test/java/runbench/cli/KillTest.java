package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.measure.results.ResultList;
import runbench.parser.record.Recording;

/**
 * Sends kill -9 at random moments to the benchmark, the helper and the JVM. The recording is readable up to its last
 * flush, no process of the benchmark continues, and the exit code is right.
 */
@Tag("machine")
@Tag("beside")
class KillTest {
    /** Kills per test, at random times; a thorough run takes -Drunbench.kills=20. */
    private static final int KILLS = Integer.getInteger("runbench.kills", 1);
    private static final Random RANDOM = new Random(20260131);

    @TempDir
    private Path dir;

    /** Unique word in the benchmark's command line that identifies its processes, independent of their parent. */
    private String mark;
    private Path out;

    @BeforeEach
    void canCount() throws Exception {
        Runbench.assumeCounting(dir);
        mark = "runbench-kill-test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        out = dir.resolve("out");
    }

    @Test
    void killingTheBenchmarkFailsTheRunAndKeepsTheRecording() throws Exception {
        for (int i = 0; i < KILLS; i++) {
            Process run = start(i, "--no-chart");
            waitFor("the benchmark", p -> p.startsWith("sh") && p.contains(mark));
            // The kill comes at any point of the sampler's work, also before its first sample.
            Thread.sleep(RANDOM.nextInt(400));
            kill(p -> p.startsWith("sh") && p.contains(mark));
            Runbench.Ended ended = Runbench.await(run, out);
            assertThat(ended.output()).contains("signal 9");
            assertThat(ended.code()).isEqualTo(128 + 9);
            assertReadable(i, true);
            assertNothingRuns();
        }
    }

    @Test
    void killingTheHelperEndsTheBenchmarkAndKeepsWhatWasFlushed() throws Exception {
        for (int i = 0; i < KILLS; i++) {
            Process run = start(i, "--no-chart");
            waitFor("the benchmark", p -> p.startsWith("sh") && p.contains(mark));
            Runbench.awaitSamples(recording(i));
            // The kill comes at any point of the sampler's work.
            Thread.sleep(RANDOM.nextInt(400));
            long helper = run.descendants()
                    .filter(p -> p.info().command().orElse("").endsWith("runbench-sampler"))
                    .filter(p -> p.parent().map(ProcessHandle::pid).orElse(-1L) == run.pid())
                    .findFirst()
                    .orElseThrow()
                    .pid();
            signal(helper);
            Runbench.Ended ended = Runbench.await(run, out);
            assertThat(ended.code()).as(ended.output()).isEqualTo(3);
            assertReadable(i, false);
            assertNothingRuns();
        }
    }

    @Test
    void killingTheJvmEndsTheBenchmarkAndClosesTheRecording() throws Exception {
        for (int i = 0; i < KILLS; i++) {
            Process run = start(i, "--no-chart");
            waitFor("the benchmark", p -> p.startsWith("sh") && p.contains(mark));
            Runbench.awaitSamples(recording(i));
            // The kill comes at any point of the sampler's work.
            Thread.sleep(RANDOM.nextInt(400));
            signal(run.pid());
            Runbench.await(run, out);
            assertNothingRuns();
            assertReadable(i, true);
            assertRecordedAsCutOff(i);
        }
    }

    /**
     * Asserts a truncated recording. No process remains that could record the end: the list shows it, and parsing
     * records it.
     */
    private void assertRecordedAsCutOff(int i) throws Exception {
        Path folder = dir.resolve("run-" + i);
        assertListedAsCutOff(folder);
        assertThat(Runbench.run(out, "parse", "-q", folder.toString()).code()).isZero();
        assertThat(Files.readString(folder.resolve("run.json"))).contains("\"cut off\"")
                .contains("was killed")
                .doesNotContain("\"running\"");
        assertListedAsCutOff(folder);
    }

    private void assertListedAsCutOff(Path folder) throws IOException {
        assertThat(ResultList.below(dir)).filteredOn(r -> r.path().equals(folder)).singleElement().satisfies(r -> {
            assertThat(r.state()).isEqualTo("cut off");
            assertThat(r.alive()).isFalse();
        });
    }

    @Test
    void terminatingEndsTheBenchmarkAndKeepsTheRecording() throws Exception {
        Process run = start(0, "--no-chart");
        waitFor("the benchmark", p -> p.startsWith("sh") && p.contains(mark));
        Runbench.awaitSamples(recording(0));
        new ProcessBuilder("kill", "-TERM", Long.toString(run.pid())).start().waitFor();
        Runbench.Ended ended = Runbench.await(run, out);
        assertThat(ended.code()).as(ended.output()).isEqualTo(130);
        assertReadable(0, true);
        assertThat(dir.resolve("run-0/samples.csv")).exists();
        assertNothingRuns();
    }

    /**
     * Starts a shell with a child and with another process that left the process group; all three run for a few percent
     * of the time.
     */
    private Process start(int i, String... more) throws IOException {
        String spin = Runbench.ENDLESS;
        String script = "setsid sh -c '" + spin + "' " + mark + " & sh -c '" + spin + "' " + mark + " & " + spin;
        List<String> arguments = new ArrayList<>(List.of("sample", "-o", dir.resolve("run-" + i).toString()));
        arguments.addAll(List.of(more));
        arguments.addAll(List.of("--", "sh", "-c", script, mark));
        return Runbench.start(out, arguments);
    }

    private Path recording(int i) {
        return dir.resolve("run-" + i).resolve("samples.rec");
    }

    private void assertReadable(int i, boolean complete) {
        Recording recording = Recording.open(recording(i));
        assertThat(recording.damage().isEmpty()).as(recording.damage().toString()).isEqualTo(complete);
        assertThat(recording.samples()).isPositive();
    }

    private void assertNothingRuns() throws Exception {
        await("end of all processes").atMost(10, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(pids(p -> p.contains(mark))).isEmpty());
    }

    private void waitFor(String what, Predicate<String> commandLine) throws Exception {
        await("start of " + what).atMost(30, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(pids(commandLine)).as(() -> contentOf(out.toFile()))
                        .hasSizeGreaterThanOrEqualTo(3));
    }

    private void kill(Predicate<String> commandLine) throws Exception {
        // The oldest is the benchmark's first process; the run ends with it.
        signal(pids(commandLine).stream().min(Long::compare).orElseThrow());
    }

    private static void signal(long pid) throws Exception {
        new ProcessBuilder("kill", "-KILL", Long.toString(pid)).start().waitFor();
    }

    private List<Long> pids(Predicate<String> commandLine) throws IOException {
        try (var processes = Files.list(Path.of("/proc"))) {
            return processes.filter(p -> p.getFileName().toString().matches("\\d+")).filter(p -> {
                try {
                    return commandLine.test(Files.readString(p.resolve("cmdline")).replace('\0', ' '));
                } catch (IOException e) {
                    return false; // ended in between
                }
            }).map(p -> Long.parseLong(p.getFileName().toString())).toList();
        }
    }
}
