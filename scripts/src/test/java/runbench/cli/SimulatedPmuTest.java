package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole command line on machines with other PMUs than this one has: another sysfs and cpuinfo in a mount namespace
 * of the test's own, and perf_event_open(2) answered by native/test/simulated_pmu.c.
 */
@Tag("machine")
class SimulatedPmuTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home"));
    private static final Path SIMULATOR = HOME.resolve("native/build/test/simulated_pmu");
    /** Half a second of shell on CPU 0, then a quarter on CPU 1. */
    private static final List<String> WORK = List.of("sh", "-c",
            "i='i=0; while [ $i -lt %d ]; do i=$((i+1)); done'; taskset -c 0 sh -c \"$(printf \"$i\" 400000)\"; taskset -c 1 sh -c \"$(printf \"$i\" 200000)\"");

    private static boolean built;

    @TempDir
    private Path dir;
    private Path devices;
    private Path cpuinfo;
    private List<String> simulation;

    /** @param code exit code */
    private record Ended(int code, String out, String err) {
        JsonNode json() throws IOException {
            return new ObjectMapper().readTree(out);
        }
    }

    @BeforeEach
    void canSimulate() throws Exception {
        Runbench.assumeCounting(dir);
        Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() == 2, "the simulated machines have two CPUs");
        if (!built) {
            Assumptions.assumeTrue(command(List.of("make", "-s", "-C", HOME.resolve("native").toString(), "build/test/simulated_pmu")).code() == 0,
                    "the simulator cannot be built here");
            built = true;
        }
        Assumptions.assumeTrue(command(List.of("unshare", "-m", SIMULATOR.toString(), "--core", "4:0-1", "--", "true")).code() == 0,
                "no mount namespace, or no seccomp user notification here");
        devices = Files.createDirectories(dir.resolve("devices"));
        pmu("software", 1);
        pmu("tracepoint", 2);
        pmu("breakpoint", 5);
    }

    private void pmu(String name, int type, String... files) throws IOException {
        put(name + "/type", String.valueOf(type));
        for (int i = 0; i < files.length; i += 2) {
            put(name + "/" + files[i], files[i + 1]);
        }
    }

    private void put(String file, String text) throws IOException {
        Path path = devices.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + "\n");
    }

    private void alderLake() throws IOException {
        cpuinfo = Files.writeString(dir.resolve("cpuinfo"), "vendor_id : GenuineIntel\ncpu family : 6\nmodel : 151\nmodel name : Alder Lake\nflags : fpu\n");
        pmu("cpu_core", 4, "cpus", "0", "format/event", "config:0-7", "format/umask", "config:8-15", "events/mem-stores", "event=0xd0,umask=0x82");
        pmu("cpu_atom", 10, "cpus", "1", "format/event", "config:0-7", "format/umask", "config:8-15", "events/mem-stores", "event=0xd0,umask=0x6");
        pmu("uncore_imc_0", 20, "cpumask", "0", "format/event", "config:0-7", "events/cas_count_read", "event=0x04");
        simulation = List.of("--core", "4:0", "--core", "10:1", "--socket", "20:0");
    }

    /** Events count system calls, of which simulated_kernels makes known numbers. @param register the hypervisor, if any, shows it */
    private void sapphireRapids(boolean register) throws IOException {
        cpuinfo = Files.writeString(dir.resolve("cpuinfo"), "vendor_id : GenuineIntel\ncpu family : 6\nmodel : 143\nmodel name : Sapphire Rapids\nflags : fpu\n");
        pmu("cpu", 4, "format/event", "config:0-7", "format/umask", "config:8-15");
        if (register) {
            pmu("cpu", 4, "events/slots", "event=0x00,umask=0x4", "events/topdown-retiring", "event=0x00,umask=0x80",
                    "events/topdown-be-bound", "event=0x00,umask=0x83");
        }
        simulation = new ArrayList<>(List.of("--counters", "8", "--slots", register ? "on" : "off", "--core", "4:0-1"));
        String[][] answers = {{"0x400", "getppid"}, {"0x8000", "geteuid"}, {"0x8100", "getegid"}, {"0x8200", "getpgid"}, {"0x8300", "getsid"}};
        for (String[] a : answers) {
            simulation.addAll(List.of("--raw", a[0] + ":" + tracepoint(a[1])));
        }
    }

    private static String tracepoint(String call) throws IOException {
        Path id = Path.of("/sys/kernel/tracing/events/syscalls/sys_enter_" + call + "/id");
        Assumptions.assumeTrue(Files.isReadable(id), "tracepoints of system calls cannot be counted here");
        return "2:" + Files.readString(id).strip();
    }

    private void zen3(int counters) throws IOException {
        cpuinfo = Files.writeString(dir.resolve("cpuinfo"), "vendor_id : AuthenticAMD\ncpu family : 25\nmodel : 33\nmodel name : Zen 3\nflags : fpu\n");
        pmu("cpu", 4, "format/event", "config:0-7,32-35", "format/umask", "config:8-15");
        simulation = List.of("--counters", String.valueOf(counters), "--core", "4:0-1");
    }

    /** Six counters; what else is wrong with them is for the simulator. */
    private void zen5(String... faults) throws IOException {
        cpuinfo = Files.writeString(dir.resolve("cpuinfo"), "vendor_id : AuthenticAMD\ncpu family : 26\nmodel : 2\nmodel name : Zen 5\nflags : fpu\n");
        pmu("cpu", 4, "format/event", "config:0-7,32-35", "format/umask", "config:8-15");
        simulation = new ArrayList<>(List.of("--counters", "6", "--core", "4:0-1"));
        simulation.addAll(List.of(faults));
    }

    private void neoverse() throws IOException {
        cpuinfo = Files.writeString(dir.resolve("cpuinfo"), "CPU implementer : 0x41\nCPU architecture: 8\nCPU part : 0xd0c\n");
        pmu("armv8_pmuv3_0", 8, "cpus", "0-1", "format/event", "config:0-15");
        simulation = List.of("--counters", "6", "--core", "8:0-1");
    }

    private void bigLittle() throws IOException {
        cpuinfo = Files.writeString(dir.resolve("cpuinfo"), "CPU implementer : 0x41\nCPU architecture: 8\nCPU part : 0xd03\n");
        pmu("armv8_cortex_a53", 8, "cpus", "0", "format/event", "config:0-15");
        pmu("armv8_cortex_a72", 9, "cpus", "1", "format/event", "config:0-15");
        simulation = List.of("--core", "8:0", "--core", "9:1");
    }

    private Ended command(List<String> command) throws Exception {
        Path out = dir.resolve("out");
        Path err = dir.resolve("err");
        Process process = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(command + " did not end");
        }
        return new Ended(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8), Files.readString(err, StandardCharsets.UTF_8));
    }

    private Ended runbench(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("unshare", "-m", "sh", "-c",
                "mount --bind \"$1\" /sys/bus/event_source/devices && mount --bind \"$2\" /proc/cpuinfo && shift 2 && exec \"$@\"", "sh",
                devices.toString(), cpuinfo.toString(), SIMULATOR.toString()));
        command.addAll(simulation);
        command.add("--");
        command.addAll(Runbench.command(List.of(), List.of(arguments)));
        return command(command);
    }

    private JsonNode sample(String... arguments) throws Exception {
        Ended ended = sampled(arguments);
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        return ended.json();
    }

    private Ended sampled(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("sample", "-o", dir.resolve("run").toString(), "--json"));
        all.addAll(List.of(arguments));
        if (!all.contains("-C")) {
            all.add("--");
            all.addAll(WORK);
        }
        return runbench(all.toArray(String[]::new));
    }

    private static JsonNode named(JsonNode list, String name) {
        return StreamSupport.stream(list.spliterator(), false).filter(n -> n.path("name").asText().equals(name)).findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in " + list));
    }

    private static long count(JsonNode summary, String event) {
        JsonNode e = named(summary.path("events"), event);
        assertThat(e.path("status").asText()).as(e.toString()).isEqualTo("counted");
        return e.path("final").asLong();
    }

    @Test
    void aHybridsEventsAreListedByPmuAndTriedOnEachCoreType() throws Exception {
        alderLake();
        JsonNode events = runbench("events", "--json").json().path("events");
        JsonNode cycles = named(events, "cpu-cycles");
        assertThat(cycles.path("pmu").asText()).isEqualTo("cpu_atom (CPUs 1) + cpu_core (CPUs 0)");
        assertThat(cycles.path("verdict").asText()).as(cycles.toString()).isEqualTo("counts");
        assertThat(cycles.path("encodings")).extracting(e -> e.path("config").asLong()).containsExactly(10L << 32, 4L << 32);
        assertThat(named(events, "cpu_core/mem-stores/").path("verdict").asText()).isEqualTo("counts");
        assertThat(named(events, "cpu_atom/mem-stores/").path("pmu").asText()).isEqualTo("cpu_atom (CPUs 1)");
        assertThat(named(events, "L1D_ALL_REF").path("stands_for").asText()).contains("MEM_INST_RETIRED:ANY");
        JsonNode socket = named(events, "uncore_imc_0/cas_count_read/");
        assertThat(socket.path("pmu").asText()).contains("a whole socket");
        assertThat(socket.path("verdict").asText()).as(socket.toString()).isEqualTo("counts");
        String text = runbench("events", "instructions").out();
        assertThat(text).contains("Alder Lake").contains("cpu_atom (CPUs 1) + cpu_core (CPUs 0): ");
    }

    @Test
    void aHybridCountsOnBothCoreTypes() throws Exception {
        alderLake();
        JsonNode s = sample("-e", "task-clock,cpu_core/cycles/,cpu_atom/cycles/", "--metrics", "ipc,memory_bandwidth,l1d_miss_ratio");
        long clock = count(s, "task-clock");
        assertThat((double) count(s, "cpu-cycles")).isBetween(clock * 0.95, clock * 1.05);
        assertThat((double) count(s, "cpu_core/cycles/") + count(s, "cpu_atom/cycles/")).isBetween(clock * 0.95, clock * 1.05);
        assertThat(count(s, "cpu_core/cycles/")).isGreaterThan(clock / 4);
        assertThat(count(s, "cpu_atom/cycles/")).isGreaterThan(clock / 8);
        assertThat(named(s.path("metrics"), "ipc").path("value").asDouble()).isBetween(0.9, 1.1);
        assertThat(named(s.path("metrics"), "memory_bandwidth").path("value").asDouble()).isPositive();
        assertThat(named(s.path("metrics"), "l1d_miss_ratio").path("value").asDouble()).isPositive();
        assertThat(s.path("discrepancies")).isEmpty();
        assertThat(dir.resolve("run/chart.png")).isNotEmptyFile();
    }

    @Test
    void aHybridIsPolledOnBothCoreTypes() throws Exception {
        alderLake();
        JsonNode s = sample("-e", "task-clock,cycles", "--mode", "poll");
        assertThat((double) count(s, "cpu-cycles")).isBetween(count(s, "task-clock") * 0.95, count(s, "task-clock") * 1.05);
    }

    @Test
    void aSocketIsCountedWhereItsCpuIsObserved() throws Exception {
        alderLake();
        JsonNode s = sample("-C", "all", "--for", "400ms", "-e", "imc/cas_count_read/,cpu-clock");
        assertThat(count(s, "uncore_imc_0/cas_count_read/")).isBetween(200_000_000L, 800_000_000L);
        assertThat(count(s, "cpu-clock")).isGreaterThan(count(s, "uncore_imc_0/cas_count_read/") * 3 / 2);
    }

    /** Before: refused, with the advice to observe CPUs instead. Each meter counts the nanoseconds of its CPU, in units of 2^-32 J. */
    @Test
    void energyIsCountedBesideTheProgram() throws Exception {
        sapphireRapids(false);
        pmu("power", 21, "cpumask", "0-1", "format/event", "config:0-7", "events/energy-pkg", "event=0x02",
                "events/energy-pkg.scale", "2.3283064365386962890625e-10", "events/energy-pkg.unit", "Joules",
                "events/energy-ram", "event=0x03", "events/energy-ram.scale", "2.3283064365386962890625e-10", "events/energy-ram.unit", "Joules");
        simulation = List.of("--core", "4:0-1", "--socket", "21:0-1");
        JsonNode s = sample("-e", "page-faults", "--metrics", "energy,ipc");
        JsonNode energy = named(s.path("events"), "power/energy-pkg/");
        assertThat(energy.path("socket_wide").asBoolean()).as(s.toString()).isTrue();
        assertThat(energy.path("counted_as").asText()).contains("socket-wide: everything that ran on the machine");
        assertThat(energy.path("scaled_unit").asText()).isEqualTo("J");
        assertThat(energy.path("rate_unit").asText()).isEqualTo("W");
        double watts = 2 * 1e9 / (1L << 32);
        double joules = s.path("wall_s").asDouble() * watts;
        assertThat(energy.path("scaled").asDouble()).as("two sockets").isCloseTo(joules, within(0.05 * joules));
        assertThat(energy.path("mean_rate").asDouble()).isCloseTo(watts, within(0.05 * watts));
        for (String metric : List.of("package_power", "dram_power")) {
            assertThat(named(s.path("metrics"), metric).path("value").asDouble()).isCloseTo(watts, within(0.05 * watts));
        }
        assertThat(named(s.path("metrics"), "core_power").path("reason").asText()).contains("no such energy meter").contains("energy-pkg, energy-ram");
        assertThat(named(s.path("metrics"), "ipc").path("value").asDouble()).isBetween(0.9, 1.1);
        assertThat(s.path("irregular").asLong()).as("a meter's readings are nobody's samples").isLessThan(s.path("samples").asLong() / 10);
        assertThat(s.path("discrepancies")).isEmpty();
        assertThat(dir.resolve("run/chart.png")).isNotEmptyFile();
        assertThat(runbench("parse", dir.resolve("run").toString()).out()).contains("(socket-wide: everything that ran on the machine)").contains(" W");

        deleteRun();
        s = sample("-e", "power/energy-pkg/", "--mode", "poll", "--period", "20ms");
        assertThat(named(s.path("events"), "power/energy-pkg/").path("scaled").asDouble()).isPositive();
        assertThat(count(s, "task-clock")).isPositive();
    }

    /** Two controllers, of which each counts a read and a write in every nanosecond. */
    @Test
    void memoryBandwidthIsThatOfTheControllersWhereThereAreAny() throws Exception {
        sapphireRapids(false);
        for (int i = 0; i < 2; i++) {
            pmu("uncore_imc_" + i, 22 + i, "cpumask", "0", "format/event", "config:0-7", "events/cas_count_read", "event=0x04",
                    "events/cas_count_write", "event=0x05");
        }
        simulation = List.of("--core", "4:0-1", "--socket", "22:0", "--socket", "23:0");
        JsonNode bandwidth = named(sample("-e", "page-faults", "--metrics", "memory_bandwidth", "--no-plot").path("metrics"), "memory_bandwidth");
        assertThat(bandwidth.path("formula").asText()).contains("uncore_imc/cas_count_read/");
        assertThat(bandwidth.toString()).contains("socket-wide: everything that ran on the machine");
        assertThat(bandwidth.path("value").asDouble()).isCloseTo(4e9 * 64, within(0.05 * 4e9 * 64));
    }

    @Test
    void bigAndLittleCoresCountTogether() throws Exception {
        bigLittle();
        JsonNode s = sample("-e", "task-clock,cycles,L1D_ALL_REF", "--metrics", "ipc");
        assertThat((double) count(s, "cpu-cycles")).isBetween(count(s, "task-clock") * 0.95, count(s, "task-clock") * 1.05);
        assertThat(count(s, "L1D_ALL_REF")).isPositive();
        assertThat(named(s.path("metrics"), "ipc").path("value").asDouble()).isBetween(0.9, 1.1);
    }

    @Test
    void moreEventsThanCountersAreRefusedTakenInTurnsOrInSeveralRuns() throws Exception {
        zen3(2);
        String four = "cycles,instructions,{branches,branch-misses}";
        Ended refused = sampled("-e", "cycles,instructions,branches", "--no-plot");
        assertThat(refused.code()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains("no counter left for branch-instructions").contains("--groups").contains("--exact");

        deleteRun();
        JsonNode turns = sample("-e", four, "--groups");
        assertThat(turns.path("events")).hasSize(4);

        deleteRun();
        JsonNode exact = sample("-e", four, "--exact", "--metrics", "ipc,branch_miss_ratio");
        assertThat(exact.path("events")).hasSize(4).allSatisfy(e -> assertThat(e.path("status").asText()).isEqualTo("counted"));
        assertThat(exact.path("notes").toString()).contains("2 runs").contains("run 1: cpu-cycles, instructions")
                .contains("run 2: branch-instructions, branch-misses");
        assertThat(named(exact.path("metrics"), "ipc").path("value").asDouble()).isBetween(0.9, 1.1);
        assertThat(named(exact.path("metrics"), "branch_miss_ratio").path("value").asDouble()).isBetween(0.9, 1.1);
        assertThat(dir.resolve("run/samples.run2.rec")).isNotEmptyFile();
        assertThat(dir.resolve("run/chart.png")).isNotEmptyFile();
    }

    @Test
    void aCounterThatDoesNotCountIsFoundAndNotUsed() throws Exception {
        zen5("--dead", "6");
        String six = "branches,branch-misses,r0729,r8060,cycles,instructions";
        Ended refused = sampled("-e", six, "--no-plot");
        assertThat(refused.code()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains("instructions cannot be counted beside the 5 events before it: only 5 of the 6")
                .contains("--groups").contains("--exact");

        deleteRun();
        JsonNode exact = sample("-e", six, "--exact", "--metrics", "ipc", "--no-plot");
        assertThat(exact.path("notes").toString()).contains("2 runs").contains("only 5 of the 6 hardware counters");
        assertThat((double) count(exact, "instructions")).isBetween(count(exact, "cpu-cycles") * 0.7, count(exact, "cpu-cycles") * 1.4);

        deleteRun();
        JsonNode turns = sample("-e", six, "--groups");
        assertThat(turns.path("events")).allSatisfy(e -> assertThat(e.path("final").asLong()).as(e.toString()).isPositive());
        JsonNode record = new ObjectMapper().readTree(dir.resolve("run/run.json").toFile());
        assertThat(record.path("counting").path("notes").toString()).contains("only 5 of the 6");

        assertThat(runbench("doctor").out()).contains("5 of 6 hardware counters count at the same time").contains("at most 5 events");
        assertThat(runbench("events", "r0729x", "--json").code()).isEqualTo(2);
        assertThat(runbench("events", "branch-misses", "--json").json().path("hardware_counters").path("agree").asInt()).isEqualTo(5);
    }

    @Test
    void whatOccupiesTwoCountersIsCountedAlone() throws Exception {
        zen5("--pair", "0x0f03");
        Ended refused = sampled("-e", "r0f03,branches", "--no-plot");
        assertThat(refused.code()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains("r0f03 takes two counters").contains("--exact");
        deleteRun();
        JsonNode exact = sample("-e", "r0f03,branches", "--exact", "--no-plot");
        assertThat(count(exact, "r0f03")).isPositive();
        assertThat(count(exact, "branch-instructions")).isPositive();
    }

    @Test
    void aZeroThatNoTrialSawIsSaidToBeOne() throws Exception {
        zen5("--silent", "0x99");
        JsonNode unknown = named(sample("-e", "r99,branches", "--no-plot").path("events"), "r99");
        assertThat(unknown.path("status").asText()).isEqualTo("counted");
        assertThat(unknown.path("final").asLong(-1)).isZero();
        assertThat(unknown.path("reason").asText()).contains("not seen in a trial either");
        Ended text = runbench("sample", "-o", dir.resolve("text").toString(), "--no-plot", "-e", "r99", "--", "true");
        assertThat(text.out()).contains("0 events (not seen in a trial either");
    }

    @Test
    void aRunInWhichNothingHappenedIsToldAndPlottedToo() throws Exception {
        zen5("--silent", "0xff");
        Ended ended = runbench("sample", "-o", dir.resolve("run").toString(), "-e", "r00ff", "--", "sh", "-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done");
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("r00ff").contains("not seen in a trial either");
        assertThat(ended.err()).doesNotContain("Exception");
        assertThat(new ObjectMapper().readTree(dir.resolve("run/run.json").toFile()).path("state").asText()).isEqualTo("finished");
        for (String again : List.of("parse", "plot")) {
            Ended later = runbench(again, dir.resolve("run").toString());
            assertThat(later.code()).as(again + later.err()).isZero();
            assertThat(later.err()).doesNotContain("Exception");
        }
    }

    /** Before: llc_miss_ratio and memory_bandwidth printed numbers of the L2 on every Zen. */
    @Test
    void aMetricIsComputedAsTheProcessorsOwnTableSays() throws Exception {
        zen5();
        JsonNode s = sample("--metrics", "topdown", "--no-plot");
        assertThat(named(s.path("metrics"), "topdown_retiring").path("formula").asText()).isEqualTo("ex_ret_ops / (8 * cpu-cycles)");
        assertThat(s.path("metrics")).hasSize(4).allSatisfy(m -> assertThat(m.path("status").asText()).as(m.toString()).isEqualTo("computed"));
        assertThat(named(s.path("metrics"), "topdown_frontend_bound").path("value").asDouble() * 8 * count(s, "cpu-cycles"))
                .isCloseTo(count(s, "de_no_dispatch_per_slot.no_ops_from_frontend"), within(1.0));

        deleteRun();
        zen3(6);
        s = sample("-e", "ls_dmnd_fills_from_sys.int_cache,branches", "--metrics", "memory_bandwidth,topdown,ipc", "--no-plot");
        assertThat(count(s, "ls_dmnd_fills_from_sys.int_cache")).isPositive();
        JsonNode bandwidth = named(s.path("metrics"), "memory_bandwidth");
        assertThat(bandwidth.path("status").asText()).isEqualTo("not available");
        assertThat(bandwidth.path("reason").asText()).startsWith("not available on this processor (").contains("l1d_dram_fill_bandwidth");
        assertThat(bandwidth.path("value").isNull()).isTrue();
        assertThat(named(s.path("metrics"), "topdown_retiring").path("reason").asText()).contains("Zen 4");
        assertThat(named(s.path("metrics"), "ipc").path("value").asDouble()).isBetween(0.9, 1.1);
    }

    /** Before: topdown-* were refused, because nothing but slots may lead them and a sampled task clock led every group. */
    @Test
    void slotsLeadTheirPartsWhereTheProcessorHasThatRegister() throws Exception {
        sapphireRapids(true);
        Path kernels = HOME.resolve("native/build/test/simulated_kernels");
        Assumptions.assumeTrue(command(List.of("make", "-s", "-C", HOME.resolve("native").toString(), "build/test/simulated_kernels")).code() == 0,
                "the simulator cannot be built here");
        JsonNode s = runbench("sample", "-o", dir.resolve("run").toString(), "--json", "--no-plot", "--metrics", "topdown,ipc",
                "--", kernels.toString(), "random_branches", "300").json();
        double sum = 0;
        for (String[] part : new String[][] {{"retiring", "0.4"}, {"bad_speculation", "0.3"}, {"frontend_bound", "0.2"}, {"backend_bound", "0.1"}}) {
            JsonNode m = named(s.path("metrics"), "topdown_" + part[0]);
            assertThat(m.path("formula").asText()).as(m.toString()).startsWith("topdown-").endsWith("/ slots");
            assertThat(m.path("value").asDouble()).isCloseTo(Double.parseDouble(part[1]), within(0.01));
            sum += m.path("value").asDouble();
        }
        assertThat(sum).isBetween(0.96, 1.04);
        assertThat(count(s, "slots")).isBetween(300_000L, 300_100L);
        assertThat(s.path("discrepancies")).isEmpty();
        assertThat(runbench("events", "--json", "topdown-retiring").json().path("events").toString()).contains("topdown-retiring").doesNotContain("EINVAL");

        deleteRun();
        sapphireRapids(false);
        Files.delete(devices.resolve("cpu/events/slots"));
        s = sample("--metrics", "topdown", "--no-plot");
        assertThat(named(s.path("metrics"), "topdown_retiring").path("formula").asText()).isEqualTo("uops_retired.slots / topdown.slots_p");
    }

    @Test
    void anArmServerHasItsOwnTableToo() throws Exception {
        neoverse();
        JsonNode s = sample("--metrics", "branch,tlb", "--groups", "--no-plot");
        assertThat(named(s.path("metrics"), "branch_miss_ratio").path("formula").asText()).isEqualTo("br_mis_pred_retired / br_retired");
        assertThat(named(s.path("metrics"), "dtlb_walk_mpki").path("value").asDouble()).isPositive();
        assertThat(runbench("metrics", "topdown").out()).contains("Neoverse N1").contains("not available on this processor").contains("backend_stall_ratio");
    }

    private void deleteRun() throws Exception {
        assertThat(command(List.of("rm", "-rf", dir.resolve("run").toString())).code()).isZero();
    }

    @Test
    void aBenchmarkOfTheCatalogueRunsOncePerGroup() throws Exception {
        zen3(2);
        Ended ended = runbench("run", "998.specrand", "-o", dir.resolve("run").toString(), "--json", "--exact", "-e", "{cycles,instructions},{branches,branch-misses}");
        Assumptions.assumeTrue(ended.code() != 3, () -> "998.specrand cannot run here: " + ended.err());
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.json().path("notes").toString()).contains("merged by running time");
        JsonNode record = new ObjectMapper().readTree(dir.resolve("run/run.json").toFile());
        assertThat(record.has("verification")).isTrue();
        assertThat(record.has("verification_run2")).as("the output of each run is verified").isTrue();
    }

    @Test
    void aNightOfMetricsInExactRuns() throws Exception {
        zen3(2);
        Ended ended = runbench("overnight", "-o", dir.resolve("night").toString(), "--periods", "1ms", "--metrics", "ipc,branch_miss_ratio",
                "-e", "task-clock", "--exact", "--no-plot", "998.specrand");
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        JsonNode s = new ObjectMapper().readTree(dir.resolve("night/998.specrand/1ms/summary.json").toFile());
        assertThat(named(s.path("metrics"), "ipc").path("value").asDouble()).isPositive();
        assertThat(named(s.path("metrics"), "branch_miss_ratio").path("value").asDouble()).isPositive();
        assertThat(Files.readString(dir.resolve("night/plan.json"))).contains("--exact").contains("ipc,branch_miss_ratio");

        // Resumed, it goes on with the same options, and takes no others.
        Files.delete(dir.resolve("night/overnight.log"));
        assertThat(runbench("overnight", "--resume", "-o", dir.resolve("night").toString(), "-q").code()).isZero();
        s = new ObjectMapper().readTree(dir.resolve("night/998.specrand/1ms/summary.json").toFile());
        assertThat(named(s.path("metrics"), "ipc").path("value").asDouble()).isPositive();
        Ended other = runbench("overnight", "--resume", "-o", dir.resolve("night").toString(), "-e", "faults");
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err()).contains("begun with").contains("--events");
        Ended wrong = runbench("overnight", "-o", dir.resolve("none").toString(), "-e", "cycels", "998.specrand");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("did you mean cycles");
        assertThat(dir.resolve("none")).doesNotExist();
    }

    /** Before: one long line for each name, before every run and before every usage error. */
    @Test
    void whatNamesStandForIsSaidInOneLineAfterTheStart() throws Exception {
        zen3(6);
        Ended refused = sampled("--mode", "hourly");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).doesNotContain("L1D_ALL_REF");
        assertThat(dir.resolve("run/samples.rec")).doesNotExist();
        Ended ended = sampled();
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.err().lines().filter(l -> l.contains("L1D_ALL_REF"))).singleElement().asString()
                .isEqualTo("runbench: counting L1D_ALL_REF, L1D_READ_MISS, L1D_WRITE_MISS; what they stand for on this machine: "
                        + "run.json, or runbench events L1D_ALL_REF");
        JsonNode remarks = new ObjectMapper().readTree(dir.resolve("run/run.json").toFile()).path("remarks");
        assertThat(remarks).hasSize(3);
        assertThat(remarks.get(0).asText()).contains("LS_DISPATCH");
        assertThat(runbench("events", "--no-probe", "L1D_ALL_REF").out()).contains("LS_DISPATCH");
    }
}
