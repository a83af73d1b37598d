package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the whole command line on machines with other PMUs than this one. The test has another sysfs and cpuinfo in its
 * own mount namespace, and native/test/simulated_pmu.c answers perf_event_open(2).
 */
@Tag("machine")
@Tag("beside")
abstract class SimulatedPmu {
    static final Path HOME = Path.of(System.getProperty("runbench.home"));
    private static final Path SIMULATOR = HOME.resolve("native/build/test/simulated_pmu");
    /** Program that runs a fifth of a second of shell on CPU 0, then a tenth of a second on CPU 1. */
    private static final List<String> WORK = List.of("sh", "-c",
            "i='i=0; while [ $i -lt %d ]; do i=$((i+1)); done'; taskset -c 0 sh -c \"$(printf \"$i\" 160000)\"; "
                    + "taskset -c 1 sh -c \"$(printf \"$i\" 80000)\"");

    private static boolean built;

    @TempDir
    Path dir;
    Path devices;
    List<String> simulation;
    private Path cpuinfo;
    private ReusedJvm machine;
    private List<String> simulated;

    /** @param code exit code */
    record Ended(int code, String out, String err) {
        JsonNode json() throws IOException {
            return new ObjectMapper().readTree(out);
        }
    }

    @BeforeEach
    void canSimulate() throws Exception {
        Runbench.assumeCounting(dir);
        Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() == 2, "the simulated machines have two CPUs");
        if (!built) {
            Assumptions.assumeTrue(
                    command(List.of("make", "-s", "-C", HOME.resolve("native").toString(), "build/test/simulated_pmu"))
                            .code() == 0,
                    "the simulator cannot be built here");
            built = true;
        }
        Assumptions.assumeTrue(
                command(List.of("unshare", "-m", SIMULATOR.toString(), "--core", "4:0-1", "--", "true")).code() == 0,
                "no mount namespace, or no seccomp user notification here");
        devices = Files.createDirectories(dir.resolve("devices"));
        pmu("software", 1);
        pmu("tracepoint", 2);
        pmu("breakpoint", 5);
    }

    void pmu(String name, int type, String... files) throws IOException {
        put(name + "/type", String.valueOf(type));
        for (int i = 0; i < files.length; i += 2) {
            put(name + "/" + files[i], files[i + 1]);
        }
    }

    void put(String file, String text) throws IOException {
        Path path = devices.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + "\n");
    }

    void alderLake() throws IOException {
        cpuinfo = Files.writeString(dir.resolve("cpuinfo"),
                "vendor_id : GenuineIntel\ncpu family : 6\nmodel : 151\nmodel name : Alder Lake\nflags : fpu\n");
        pmu("cpu_core", 4, "cpus", "0", "format/event", "config:0-7", "format/umask", "config:8-15",
                "events/mem-stores", "event=0xd0,umask=0x82");
        pmu("cpu_atom", 10, "cpus", "1", "format/event", "config:0-7", "format/umask", "config:8-15",
                "events/mem-stores", "event=0xd0,umask=0x6");
        pmu("uncore_imc_0", 20, "cpumask", "0", "format/event", "config:0-7", "events/cas_count_read", "event=0x04");
        simulation = List.of("--core", "4:0", "--core", "10:1", "--socket", "20:0");
    }

    /**
     * Creates a processor whose events count system calls; simulated_kernels makes known numbers of them.
     *
     * @param register whether the hypervisor, if any, shows the register
     */
    void sapphireRapids(boolean register) throws IOException {
        cpuinfo = Files.writeString(dir.resolve("cpuinfo"),
                "vendor_id : GenuineIntel\ncpu family : 6\nmodel : 143\nmodel name : Sapphire Rapids\nflags : fpu\n");
        pmu("cpu", 4, "format/event", "config:0-7", "format/umask", "config:8-15");
        if (register) {
            pmu("cpu", 4, "events/slots", "event=0x00,umask=0x4", "events/topdown-retiring", "event=0x00,umask=0x80",
                    "events/topdown-be-bound", "event=0x00,umask=0x83");
        }
        simulation = new ArrayList<>(List.of("--counters", "8", "--slots", register ? "on" : "off", "--core", "4:0-1"));
        String[][] answers = {{"0x400", "getppid"}, {"0x8000", "geteuid"}, {"0x8100", "getegid"}, {"0x8200", "getpgid"},
                {"0x8300", "getsid"}};
        for (String[] a : answers) {
            simulation.addAll(List.of("--raw", a[0] + ":" + tracepoint(a[1])));
        }
    }

    static String tracepoint(String call) throws IOException {
        Path id = Path.of("/sys/kernel/tracing/events/syscalls/sys_enter_" + call + "/id");
        Assumptions.assumeTrue(Files.isReadable(id), "tracepoints of system calls cannot be counted here");
        return "2:" + Files.readString(id).strip();
    }

    void zen3(int counters) throws IOException {
        cpuinfo = Files.writeString(dir.resolve("cpuinfo"),
                "vendor_id : AuthenticAMD\ncpu family : 25\nmodel : 33\nmodel name : Zen 3\nflags : fpu\n");
        pmu("cpu", 4, "format/event", "config:0-7,32-35", "format/umask", "config:8-15");
        simulation = List.of("--counters", String.valueOf(counters), "--core", "4:0-1");
    }

    /** Creates a processor with six counters; the simulator adds the faults. */
    void zen5(String... faults) throws IOException {
        cpuinfo = Files.writeString(dir.resolve("cpuinfo"),
                "vendor_id : AuthenticAMD\ncpu family : 26\nmodel : 2\nmodel name : Zen 5\nflags : fpu\n");
        pmu("cpu", 4, "format/event", "config:0-7,32-35", "format/umask", "config:8-15");
        simulation = new ArrayList<>(List.of("--counters", "6", "--core", "4:0-1"));
        simulation.addAll(List.of(faults));
    }

    void neoverse() throws IOException {
        cpuinfo = Files.writeString(dir.resolve("cpuinfo"),
                "CPU implementer : 0x41\nCPU architecture: 8\nCPU part : 0xd0c\n");
        pmu("armv8_pmuv3_0", 8, "cpus", "0-1", "format/event", "config:0-15");
        simulation = List.of("--counters", "6", "--core", "8:0-1");
    }

    void bigLittle() throws IOException {
        cpuinfo = Files.writeString(dir.resolve("cpuinfo"),
                "CPU implementer : 0x41\nCPU architecture: 8\nCPU part : 0xd03\n");
        pmu("armv8_cortex_a53", 8, "cpus", "0", "format/event", "config:0-15");
        pmu("armv8_cortex_a72", 9, "cpus", "1", "format/event", "config:0-15");
        simulation = List.of("--core", "8:0", "--core", "9:1");
    }

    Ended command(List<String> command) throws Exception {
        Path out = dir.resolve("out");
        Path err = dir.resolve("err");
        Process process = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(command + " did not end");
        }
        return new Ended(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }

    /** Runs a command on the machine that {@link #devices} and {@link #simulation} are now. */
    Ended runbench(String... arguments) throws Exception {
        if (machine == null || !simulation.equals(simulated)) {
            shutDown();
            List<String> command = new ArrayList<>(List.of("unshare", "-m", "sh", "-c",
                    "mount --bind \"$1\" /sys/bus/event_source/devices && mount --bind \"$2\" /proc/cpuinfo && shift "
                            + "2 && exec \"$@\"",
                    "sh", devices.toString(), cpuinfo.toString(), SIMULATOR.toString()));
            command.addAll(simulation);
            command.add("--");
            machine = new ReusedJvm(Runbench.reusable(command));
            simulated = List.copyOf(simulation);
        }
        ReusedJvm.Ended ended = machine.execute(List.of(arguments));
        return new Ended(ended.code(), ended.out(), ended.err());
    }

    @AfterEach
    void shutDown() throws IOException {
        if (machine != null) {
            machine.close();
        }
    }

    JsonNode sample(String... arguments) throws Exception {
        Ended ended = sampled(arguments);
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        return ended.json();
    }

    Ended sampled(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("sample", "-o", dir.resolve("run").toString(), "--json"));
        all.addAll(List.of(arguments));
        if (!all.contains("-C")) {
            all.add("--");
            all.addAll(WORK);
        }
        return runbench(all.toArray(String[]::new));
    }

    static JsonNode named(JsonNode list, String name) {
        return StreamSupport.stream(list.spliterator(), false)
                .filter(n -> n.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in " + list));
    }

    static long count(JsonNode summary, String event) {
        JsonNode e = named(summary.path("events"), event);
        assertThat(e.path("status").asText()).as(e.toString()).isEqualTo("counted");
        return e.path("final").asLong();
    }

    void deleteRun() throws Exception {
        assertThat(command(List.of("rm", "-rf", dir.resolve("run").toString())).code()).isZero();
    }
}
