package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.parser.microarchitecture.Microarchitectures;

/**
 * Tests of {@code runbench metrics --check} on a simulated PMU with planted right and wrong answers. Events count
 * system calls; native/test/simulated_kernels.c makes known numbers of them.
 */
@Tag("machine")
@Tag("beside")
class SimulatedCheckTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home"));
    private static final Path TESTS = HOME.resolve("native/build/test");

    @TempDir
    private Path dir;
    private ReusedJvm machine;
    private Processor simulated;

    private static String tracepoint(String call) throws IOException {
        Path id = Path.of("/sys/kernel/tracing/events/syscalls/sys_enter_" + call + "/id");
        Assumptions.assumeTrue(Files.isReadable(id), "tracepoints of system calls cannot be counted here");
        return "2:" + Files.readString(id).strip();
    }

    /**
     * @param cores folder of the core PMU and the simulator's name for it
     * @param cpuinfo contents of /proc/cpuinfo
     * @param counters number of hardware counters
     * @param answers options of the simulator
     */
    private record Processor(String pmu, String cores, String cpuinfo, int counters, List<String> answers) {
        /**
         * Returns a processor on which the table's events count system calls.
         *
         * @param calls system calls by event, right and wrong ones
         */
        static Processor of(String table, String pmu, String cores, String cpuinfo, Map<String, String> calls)
                throws IOException {
            List<String> answers = new ArrayList<>();
            for (Map.Entry<String, String> event : calls.entrySet()) {
                long code = Microarchitectures.named(table).event(event.getKey()).orElseThrow().config();
                answers.addAll(List.of("--raw", code + ":" + tracepoint(event.getValue())));
            }
            return new Processor(pmu, cores, cpuinfo, 6, answers);
        }
    }

    private static Processor zen3() throws IOException {
        return new Processor("cpu", "4:0-63",
                "vendor_id : AuthenticAMD\ncpu family : 25\nmodel : 33\nmodel name : Zen 3\nmicrocode : "
                        + "0xa20\nflags : fpu\n",
                2, List.of("--answer", "4:" + tracepoint("getppid"), // branch-instructions: right
                        "--answer", "5:" + tracepoint("getuid"), // branch-misses: ten percent too many
                        "--answer", "3:1:9", // cache-misses: the kernel's dummy, always 0
                        "--answer", "0x3000000:" + tracepoint("getppid"), // L1-dcache-loads: right, then double
                        "--answer-in-turns", "0x3000000:" + tracepoint("getgid")));
    }

    private JsonNode run(Processor processor, String... arguments) throws Exception {
        Path devices = dir.resolve("devices");
        for (String[] pmu : new String[][]{{"software", "1"}, {"tracepoint", "2"}, {"breakpoint", "5"},
                {processor.pmu, processor.cores.replaceAll(":.*", "")}}) {
            Files.createDirectories(devices.resolve(pmu[0]).resolve("format"));
            Files.writeString(devices.resolve(pmu[0]).resolve("type"), pmu[1] + "\n");
        }
        Files.writeString(devices.resolve(processor.pmu + "/format/event"), "config:0-7,32-35\n");
        Files.writeString(devices.resolve(processor.pmu + "/format/umask"), "config:8-15\n");
        if (!processor.pmu.equals("cpu")) {
            Files.writeString(devices.resolve(processor.pmu + "/cpus"), "0-1\n");
        }
        Path cpuinfo = Files.writeString(dir.resolve("cpuinfo"), processor.cpuinfo);
        List<String> command = new ArrayList<>(List.of("unshare", "-m", "sh", "-c",
                "mount --bind \"$1\" /sys/bus/event_source/devices "
                        + "&& mount --bind \"$2\" /proc/cpuinfo && mount --bind \"$3\" \"$4\" && shift 4 && exec "
                        + "\"$@\"",
                "sh", devices.toString(), cpuinfo.toString(), TESTS.resolve("simulated_kernels").toString(),
                HOME.resolve("native/build/bin/runbench-kernels").toString(), TESTS.resolve("simulated_pmu").toString(),
                // Each further event is a trial and a place in the runs of the check.
                "--others", "off", "--counters", String.valueOf(processor.counters), "--core", processor.cores));
        command.addAll(processor.answers);
        command.add("--");
        ProcessBuilder builder = Runbench.reusable(command);
        builder.environment().put("XDG_CACHE_HOME", dir.resolve("cache").toString());
        if (!processor.equals(simulated)) {
            shutDown();
            machine = new ReusedJvm(builder);
            simulated = processor;
        }
        ReusedJvm.Ended ended = machine.execute(List.of(arguments));
        assertThat(ended.code()).as(ended.err()).isZero();
        return new ObjectMapper().readTree(ended.out());
    }

    @AfterEach
    void shutDown() throws IOException {
        if (machine != null) {
            machine.close();
        }
    }

    private static JsonNode named(JsonNode list, String name) {
        return StreamSupport.stream(list.spliterator(), false)
                .filter(n -> n.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in " + list));
    }

    private void assumeSimulation() throws Exception {
        Runbench.assumeCounting(dir);
        Assumptions.assumeTrue(
                new ProcessBuilder("make", "-s", "-C", HOME.resolve("native").toString(), "build/test/simulated_pmu",
                        "build/test/simulated_kernels", "build/bin/runbench-kernels").start().waitFor() == 0,
                "the simulator cannot be built here");
    }

    /** Checks a regression: the counts of the vendors' own events were "not checked" on every processor. */
    @Tag("nightly")
    @Test
    void theProcessorsOwnEventsAreCheckedByTheNamesOfItsTable() throws Exception {
        assumeSimulation();
        Processor zen5 = Processor.of("zen5", "cpu", "4:0-63",
                "vendor_id : AuthenticAMD\ncpu family : 26\nmodel : 2\nmodel name : Zen 5\nmicrocode : "
                        + "0xb1\nflags : fpu\n",
                Map.of("ex_div_count", "getuid", "ls_locks.all", "getppid", "ls_stlf", "getppid",
                        "fp_ret_sse_avx_ops.all", "getppid", "l2_fill_rsp_src.all", "getppid"));
        JsonNode report = run(zen5, "metrics", "--check", "--for", "0.1s", "--json");
        PublishedSchemas.check(OutputFormat.METRIC_CHECK, report);
        for (String right : List.of("ls_locks.all", "ls_stlf", "fp_ret_sse_avx_ops.all", "l2_fill_rsp_src.all")) {
            assertThat(named(report.path("events"), right).path("verdict").asText()).as(right + report.path("events"))
                    .isEqualTo("ok");
        }
        assertThat(named(report.path("events"), "ex_div_count").path("verdict").asText()).isEqualTo("off");
        for (String metric : List.of("flop_rate", "l2_fill_bandwidth")) {
            assertThat(named(report.path("metrics"), metric).path("verdict").asText())
                    .as(metric + report.path("metrics"))
                    .isEqualTo("ok");
        }
        JsonNode summary = run(zen5, "sample", "-o", dir.resolve("run").toString(), "--json", "--no-chart", "-e",
                "task-clock", "--metrics", "flop_rate", "--", TESTS.resolve("simulated_kernels").toString(),
                "random_branches", "20");
        PublishedSchemas.check(OutputFormat.SUMMARY, summary);
        assertThat(named(summary.path("metrics"), "flop_rate").path("check").path("words").asText())
                .startsWith("checked here: ");

        Processor alderLake = Processor.of("goldencove-client", "cpu", "4:0-63",
                "vendor_id : GenuineIntel\ncpu family : 6\nmodel : 151\nmodel name : Alder Lake\nmicrocode : "
                        + "0x2c\nflags : fpu\n",
                Map.of("mem_inst_retired.lock_loads", "getppid", "fp_arith_inst_retired.256b_packed_double", "geteuid",
                        "br_misp_retired.all_branches", "getuid"));
        report = run(alderLake, "metrics", "--check", "--for", "0.1s", "--json", "flop_rate_256");
        assertThat(named(report.path("events"), "mem_inst_retired.lock_loads").path("verdict").asText())
                .as(report.toString())
                .isEqualTo("ok");
        assertThat(named(report.path("events"), "fp_arith_inst_retired.256b_packed_double").path("verdict").asText())
                .isEqualTo("ok");
        assertThat(named(report.path("events"), "br_misp_retired.all_branches").path("verdict").asText())
                .isEqualTo("off");

        Processor neoverse = Processor.of("neoverse-n1", "armv8_pmuv3_0", "8:0-63",
                "CPU implementer : 0x41\nCPU architecture: 8\nCPU part : 0xd0c\n",
                Map.of("br_retired", "getppid", "br_mis_pred_retired", "getuid"));
        report = run(neoverse, "metrics", "--check", "--for", "0.1s", "--json", "branch");
        assertThat(named(report.path("events"), "br_retired").path("verdict").asText()).as(report.toString())
                .isEqualTo("ok");
        assertThat(named(report.path("events"), "br_mis_pred_retired").path("verdict").asText()).isEqualTo("off");
        assertThat(named(report.path("metrics"), "branch_miss_ratio").path("verdict").asText()).isEqualTo("off");
    }

    @Tag("nightly")
    @Test
    void plantedAnswersAreToldApartAndLaterSummariesSayIt() throws Exception {
        assumeSimulation();
        JsonNode report = run(zen3(), "metrics", "--check", "--for", "0.2s", "--json", "branch");
        JsonNode events = report.path("events");
        assertThat(named(events, "branch-instructions").path("verdict").asText()).as(events.toString()).isEqualTo("ok");
        JsonNode off = named(events, "branch-misses");
        assertThat(off.path("verdict").asText()).isEqualTo("off");
        assertThat(off.path("comparisons").get(0).path("error").asDouble()).isBetween(0.095, 0.105);
        JsonNode silent = named(events, "cache-misses");
        assertThat(silent.path("verdict").asText()).isEqualTo("off");
        assertThat(silent.path("comparisons").get(0).path("seen").asDouble(-1)).isZero();
        JsonNode doubled = named(events, "L1-dcache-loads").path("comparisons");
        assertThat(doubled).extracting(c -> c.path("inside").asBoolean())
                .as(doubled.toString())
                .containsExactly(true, false);
        assertThat(doubled.get(1).path("kernel").asText()).contains("multiplexed");
        assertThat(doubled.get(1).path("error").asDouble()).isBetween(0.95, 1.05);
        assertThat(report.path("machine").path("microcode").asText()).isEqualTo("0xa20");
        assertThat(named(report.path("metrics"), "branch_miss_ratio").path("verdict").asText()).isEqualTo("off");

        JsonNode summary = run(zen3(), "sample", "-o", dir.resolve("run").toString(), "--json", "--no-chart", "-e",
                "task-clock", "--metrics", "branch_miss_ratio,page_fault_rate", "--",
                TESTS.resolve("simulated_kernels").toString(), "random_branches", "20");
        assertThat(named(summary.path("metrics"), "branch_miss_ratio").path("check").path("words").asText())
                .startsWith("off by 10.0 %")
                .endsWith("on this machine");
        assertThat(named(summary.path("metrics"), "page_fault_rate").path("check").path("words").asText())
                .isEqualTo("not checked");
    }
}
