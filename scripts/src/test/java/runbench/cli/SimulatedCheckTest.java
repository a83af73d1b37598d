package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code runbench metrics --check} on a PMU that is simulated, with right and wrong answers planted: events count system
 * calls, of which native/test/simulated_kernels.c makes known numbers.
 */
@Tag("machine")
class SimulatedCheckTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home"));
    private static final Path TESTS = HOME.resolve("native/build/test");

    @TempDir
    private Path dir;

    private static String tracepoint(String call) throws IOException {
        Path id = Path.of("/sys/kernel/tracing/events/syscalls/sys_enter_" + call + "/id");
        Assumptions.assumeTrue(Files.isReadable(id), "tracepoints of system calls cannot be counted here");
        return "2:" + Files.readString(id).strip();
    }

    private JsonNode run(String... arguments) throws Exception {
        Path devices = dir.resolve("devices");
        for (String[] pmu : new String[][] {{"software", "1"}, {"tracepoint", "2"}, {"breakpoint", "5"}, {"cpu", "4"}}) {
            Files.createDirectories(devices.resolve(pmu[0]).resolve("format"));
            Files.writeString(devices.resolve(pmu[0]).resolve("type"), pmu[1] + "\n");
        }
        Files.writeString(devices.resolve("cpu/format/event"), "config:0-7,32-35\n");
        Files.writeString(devices.resolve("cpu/format/umask"), "config:8-15\n");
        Path cpuinfo = Files.writeString(dir.resolve("cpuinfo"),
                "vendor_id : AuthenticAMD\ncpu family : 25\nmodel : 33\nmodel name : Zen 3\nmicrocode : 0xa20\nflags : fpu\n");
        List<String> command = new ArrayList<>(List.of("unshare", "-m", "sh", "-c", "mount --bind \"$1\" /sys/bus/event_source/devices "
                + "&& mount --bind \"$2\" /proc/cpuinfo && mount --bind \"$3\" \"$4\" && shift 4 && exec \"$@\"", "sh", devices.toString(), cpuinfo.toString(),
                TESTS.resolve("simulated_kernels").toString(), HOME.resolve("native/build/bin/runbench-kernels").toString(),
                TESTS.resolve("simulated_pmu").toString(), "--counters", "2", "--core", "4:0-63",
                "--answer", "4:" + tracepoint("getppid"), // branch-instructions: right
                "--answer", "5:" + tracepoint("getuid"), // branch-misses: ten percent too many
                "--answer", "3:1:9", // cache-misses: the kernel's dummy, 0 for ever
                "--answer", "0x3000000:" + tracepoint("getppid"), // L1-dcache-loads: right, and double in turns
                "--answer-in-turns", "0x3000000:" + tracepoint("getgid"), "--"));
        command.addAll(Runbench.command(List.of(), List.of(arguments)));
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(dir.resolve("out").toFile()).redirectError(dir.resolve("err").toFile());
        builder.environment().put("XDG_CACHE_HOME", dir.resolve("cache").toString());
        Process process = builder.start();
        Assumptions.assumeTrue(process.waitFor(120, TimeUnit.SECONDS), "the machine is too busy");
        assertThat(process.exitValue()).as(Files.readString(dir.resolve("err"))).isZero();
        return new ObjectMapper().readTree(dir.resolve("out").toFile());
    }

    private static JsonNode named(JsonNode list, String name) {
        return StreamSupport.stream(list.spliterator(), false).filter(n -> n.path("name").asText().equals(name)).findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in " + list));
    }

    @Test
    void plantedAnswersAreToldApartAndLaterSummariesSayIt() throws Exception {
        Runbench.assumeCounting(dir);
        Assumptions.assumeTrue(new ProcessBuilder("make", "-s", "-C", HOME.resolve("native").toString(), "build/test/simulated_pmu", "build/test/simulated_kernels",
                "build/bin/runbench-kernels").start().waitFor() == 0, "the simulator cannot be built here");
        JsonNode report = run("metrics", "--check", "--seconds", "0.2", "--json", "branch");
        JsonNode events = report.path("events");
        assertThat(named(events, "branch-instructions").path("verdict").asText()).as(events.toString()).isEqualTo("ok");
        JsonNode off = named(events, "branch-misses");
        assertThat(off.path("verdict").asText()).isEqualTo("off");
        assertThat(off.path("comparisons").get(0).path("error").asDouble()).isBetween(0.095, 0.105);
        JsonNode silent = named(events, "cache-misses");
        assertThat(silent.path("verdict").asText()).isEqualTo("off");
        assertThat(silent.path("comparisons").get(0).path("seen").asDouble(-1)).isZero();
        JsonNode doubled = named(events, "L1-dcache-loads").path("comparisons");
        assertThat(doubled).extracting(c -> c.path("inside").asBoolean()).as(doubled.toString()).containsExactly(true, false);
        assertThat(doubled.get(1).path("kernel").asText()).contains("multiplexed");
        assertThat(doubled.get(1).path("error").asDouble()).isBetween(0.95, 1.05);
        assertThat(report.path("machine").path("microcode").asText()).isEqualTo("0xa20");
        assertThat(named(report.path("metrics"), "branch_miss_ratio").path("verdict").asText()).isEqualTo("off");

        JsonNode summary = run("sample", "-o", dir.resolve("run").toString(), "--json", "--no-plot", "-e", "task-clock", "--metrics", "branch_miss_ratio,page_fault_rate",
                "--", TESTS.resolve("simulated_kernels").toString(), "random_branches", "20");
        assertThat(named(summary.path("metrics"), "branch_miss_ratio").path("check").path("words").asText()).startsWith("off by 10.0 %").endsWith("on this machine");
        assertThat(named(summary.path("metrics"), "page_fault_rate").path("check").path("words").asText()).isEqualTo("not checked");
    }
}
