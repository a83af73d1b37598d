package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Times on and off the CPU, and programs that already run, through the command line. */
@Tag("machine")
@Tag("beside")
class ObserveTest {
    @TempDir
    private Path dir;

    private Path out;

    @BeforeEach
    void canCount() throws Exception {
        Runbench.assumeCounting(dir);
        out = dir.resolve("out");
    }

    @Test
    void switchesTellWhenATaskWaited() throws Exception {
        Runbench.Ended ended = sample("--switches", "--", "sh", "-c",
                "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; exec sleep 0.3");
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("on CPU").contains("waiting; left the CPU");
        JsonNode task = summary().path("scheduling").path(0);
        assertThat(task.path("waiting_s").asDouble()).isBetween(0.29, 5.0);
        assertThat(task.path("on_cpu_s").asDouble()).isPositive();
        assertThat(task.path("switches").asInt()).isPositive();
        assertThat(dir.resolve("run/chart.png")).isNotEmptyFile();
    }

    @Test
    void aRunningProcessIsObservedAndLeftAlone() throws Exception {
        Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
        try {
            Runbench.Ended ended = sample("-p", Long.toString(busy.pid()), "--for", "300ms", "-e", "task-clock",
                    "--no-chart");
            assertThat(ended.code()).as(ended.output()).isZero();
            assertThat(busy.isAlive()).isTrue();
            JsonNode summary = summary();
            assertThat(summary.path("label").asText()).contains("observed").contains(Long.toString(busy.pid()));
            assertThat(summary.path("exit_status").isNull()).isTrue();
            assertThat(summary.path("samples").asLong()).isPositive();
            assertThat(summary.path("run_s").asDouble()).isBetween(0.001, summary.path("wall_s").asDouble() * 1.01);
        } finally {
            busy.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
        Runbench.Ended gone = sampleTo("gone", "-p", Long.toString(busy.pid()), "--for", "300ms");
        assertThat(gone.code()).isEqualTo(2);
        assertThat(gone.output()).contains("there is no process " + busy.pid());
    }

    @Test
    void observedCpusAreNeitherTasksNorBusy() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")),
                "CPU-wide counting needs root, or kernel.perf_event_paranoid 0");
        Runbench.Ended ended = sample("-C", "0", "--for", "200ms", "-e", "task-clock,L1D_ALL_REF", "--no-chart");
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).contains(" of 1 CPU,", "CPUs observed").doesNotContain("busy CPUs", "add --emulate");
        assertThat(summary().path("provenance").path("observed").asText()).isEqualTo("cpus");
    }

    @Test
    void ownControlGroupIsStatedAsScopeOfCounts() throws Exception {
        Runbench.Ended ended = sample("--scope", "cgroup", "-e", "page-faults", "--no-chart", "--", "sh", "-c",
                "for i in 1 2 3 4 5; do /bin/true; done");
        assumeTrue(ended.code() != 3, "no control group can be made or counted here: " + ended.output());
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("in the program's own control group");
        JsonNode whose = summary().path("whose_counts");
        assertThat(whose.path("counters_follow").asText()).isEqualTo("cgroup");
        assertThat(whose.path("forks").asInt()).isEqualTo(5);
        assertThat(whose.path("places").path("counted").asInt()).isBetween(1,
                whose.path("places").path("machine").asInt());
        assertThat(whose.path("cgroups").path(0).path("counts").path("page-faults").asLong())
                .isEqualTo(summary().path("events").path(0).path("final").asLong())
                .isPositive();
    }

    @Test
    void optionsThatContradictOneAnotherAreRefused() throws Exception {
        for (String[] wrong : new String[][]{{"--groups", "--exact", "--", "true"}, {"-p", "1", "-t", "1"},
                {"--for", "1s", "--", "true"}, {"--emulate=qemu", "--exact", "--", "true"},
                {"--emulate=qemu", "-p", "1"}, {"--split", "--metrics", "ipc", "--", "true"},
                {"--cgroup", "/a", "-C", "0"}, {"--cgroup", "/no/such/group", "--for", "1s"},
                {"--scope", "cgroup", "--switches", "--", "true"}, {"--scope", "auto", "--no-inherit", "--", "true"},
                {"--scope", "x", "--", "true"}, {}}) {
            Runbench.Ended ended = sample(wrong);
            assertThat(ended.code()).as(String.join(" ", wrong) + ": " + ended.output()).isEqualTo(2);
            assertThat(dir.resolve("run")).doesNotExist();
        }
    }

    private Runbench.Ended sample(String... arguments) throws Exception {
        return sampleTo("run", arguments);
    }

    private Runbench.Ended sampleTo(String folder, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("sample", "-o", dir.resolve(folder).toString()));
        all.addAll(List.of(arguments));
        return Runbench.run(out, all.toArray(String[]::new));
    }

    private JsonNode summary() throws IOException {
        return new ObjectMapper().readTree(dir.resolve("run/summary.json").toFile());
    }
}
