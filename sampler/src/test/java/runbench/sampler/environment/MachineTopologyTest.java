package runbench.sampler.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.sampler.environment.MachineTopology.Cache;
import runbench.sampler.environment.MachineTopology.HardwareThread;
import runbench.sampler.events.machine.SystemFiles;

/** Topologies of machines that are written by hand in the form of /sys, and lists of their CPUs. */
class MachineTopologyTest {
    /** Machines that were read already, by name. */
    private static final Map<String, MachineTopology> MACHINES = new HashMap<>();

    @TempDir
    private static Path folder;

    private static MachineTopology machine(String name) {
        return MACHINES.computeIfAbsent(name, n -> read(n, folder.resolve(n)));
    }

    /** Reads a machine of {@code NAME.txt}: a line for each file, with its content; "|" separates lines. */
    private static MachineTopology read(String name, Path root) {
        try (InputStream in = MachineTopologyTest.class.getResourceAsStream(name + ".txt")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (String line : text.lines().filter(l -> !l.startsWith("#")).toList()) {
                String[] words = line.split(" = ", 2);
                Path file = root.resolve(words[0].substring(1));
                Files.createDirectories(file.getParent());
                Files.writeString(file, words[1].replace("\\t", "\t").replace('|', '\n') + "\n");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return MachineTopology.read(new SystemFiles(root));
    }

    private static List<Integer> cpus(String name, String list) {
        return new CpuExpression(machine(name), "--cpu-list").parse(list);
    }

    private static RunbenchException error(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return org.assertj.core.api.Assertions.catchThrowableOfType(RunbenchException.class, call);
    }

    @Test
    void socketsCoresAndSiblingsAreThoseOfTheKernel() {
        MachineTopology t = machine("two-sockets");
        assertThat(t.processor()).isEqualTo("Intel Xeon Gold test");
        assertThat(t.threads()).hasSize(15)
                .filteredOn(h -> h.cpu() == 0 || h.cpu() == 12)
                .extracting(HardwareThread::socket, HardwareThread::core, HardwareThread::thread,
                        HardwareThread::governor, HardwareThread::maxHz)
                .containsExactly(tuple(0, 0, 0, "powersave", 3_500_000_000L),
                        tuple(1, 4, 1, "performance", 3_500_000_000L));
        assertThat(t.threads()).extracting(HardwareThread::kind).containsOnlyNulls();
        assertThat(t.offlineCpus()).isEqualTo("15");
        assertThat(t.caches()).hasSize(8 * 3 + 2)
                .filteredOn(c -> c.level() == 3)
                .extracting(Cache::bytes, Cache::cpus)
                .containsExactly(tuple(24L << 20, "0-3,8-11"), tuple(24L << 20, "4-7,12-14"));
        assertThat(t.nodes())
                .extracting(MachineTopology.Node::cpus, MachineTopology.Node::bytes, MachineTopology.Node::distances)
                .containsExactly(tuple("0-3,8-11", 65_536_000L * 1024, List.of(10, 21)),
                        tuple("4-7,12-14", 65_536_000L * 1024, List.of(21, 10)));
    }

    /** hwloc reads the processor and /sys: its cores consist of the same hardware threads. */
    @Test
    void theCoresOfThisMachineAreThoseOfHwloc() throws Exception {
        Process lstopo;
        try {
            lstopo = new ProcessBuilder("lstopo-no-graphics", "--only", "pu", "--whole-system").start();
        } catch (IOException e) {
            Assumptions.abort("hwloc is not installed");
            return;
        }
        long units = new String(lstopo.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
                .filter(l -> l.startsWith("PU "))
                .count();
        Assumptions.assumeTrue(lstopo.waitFor() == 0 && units > 0, "hwloc describes nothing here");
        MachineTopology here = MachineTopology.read(SystemFiles.THIS_MACHINE);
        assertThat(here.threads()).hasSize((int) units);
        Process cores = new ProcessBuilder("lstopo-no-graphics", "--only", "core", "--whole-system").start();
        assertThat(new String(cores.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
                .filter(l -> l.startsWith("Core "))
                .count()).isEqualTo(here.threads().stream().map(HardwareThread::core).distinct().count());
    }

    @Test
    void coresOfAHybridHaveTheirKind() {
        MachineTopology t = machine("hybrid");
        assertThat(t.threads()).extracting(HardwareThread::kind)
                .containsExactly("cpu_core", "cpu_core", "cpu_core", "cpu_core", "cpu_atom", "cpu_atom", "cpu_atom",
                        "cpu_atom");
        assertThat(t.threads()).extracting(HardwareThread::core).containsExactly(0, 0, 1, 1, 2, 3, 4, 5);
        assertThat(t.caches()).filteredOn(c -> c.level() == 2)
                .extracting(Cache::bytes, Cache::cpus)
                .containsExactly(tuple(1280L << 10, "0-1"), tuple(1280L << 10, "2-3"), tuple(2L << 20, "4-7"));
    }

    @Test
    void missingFilesOfAnArmMachineAreNoErrors() {
        MachineTopology t = machine("arm");
        assertThat(t.nodes()).isEmpty();
        assertThat(t.threads()).hasSize(8).allSatisfy(h -> {
            assertThat(h.socket()).isZero();
            assertThat(h.thread()).isZero();
            assertThat(h.maxHz()).isNull();
        });
        assertThat(t.threads()).extracting(HardwareThread::kind).containsOnly("capacity 446", "capacity 1024");
        assertThat(t.domains().keySet()).containsExactly("N", "S0", "D0", "C0", "C1");
        assertThat(MachineTopology.read(new SystemFiles(folder.resolve("empty"))).threads()).hasSize(1);
    }

    /** Within a domain one thread of each core is first; in expressions (E:) siblings are neighbours. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"two-sockets; 0-3,7; 0,1,2,3,7", "two-sockets; S0:0-3; 0,1,2,3",
            "two-sockets; S1:0,4; 4,12", "two-sockets; s1:0@S0:0; 0,4", "two-sockets; N:cores; 0,1,2,3,4,5,6,7",
            "two-sockets; S1:cores; 4,5,6,7", "two-sockets; C1:0-1; 4,5", "two-sockets; M1:6; 14",
            "two-sockets; E:S0:4; 0,1,8,9", "two-sockets; E:S0:4:1:2; 0,1,2,3", "two-sockets; E:S0:4:2:4; 0,2,8,10",
            "hybrid; cores; 0,2,4,5,6,7", "hybrid; N:0-5; 0,2,4,5,6,7", "arm; C1:0-3; 4,5,6,7",
            "container; N:0-2; 2,3,10", "container; cores; 2,3", "container; M0:cores; 2,3", "container; 3; 3"})
    void listsOfCpusAreThoseOfTasksetAndLikwid(String name, String list, String expected) {
        assertThat(cpus(name, list)).map(String::valueOf).containsExactly(expected.split(","));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "S0", "S0:", "S0:x", "S0:3-1", "S0:0:1", "E:S0", "E:S0:0", "E:S0:4:2:1", "@", "0@",
            "S7:0", "S0:8", "E:S0:9"})
    void malformedListsAreRejected(String list) {
        RunbenchException e = error(() -> cpus("two-sockets", list));
        assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(e.getMessage()).startsWith("--cpu-list ");
        assertThat(e.remedy()).isPresent();
    }

    @Test
    void cpusThatCannotBeUsedAreNamed() {
        assertThat(error(() -> cpus("two-sockets", "15"))).satisfies(e -> {
            assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
            assertThat(e.getMessage()).isEqualTo("--cpu-list: CPU 15 is offline");
        });
        assertThat(error(() -> cpus("two-sockets", "0,16")).getMessage())
                .isEqualTo("--cpu-list: this machine has no CPU 16");
        assertThat(error(() -> cpus("container", "0"))).satisfies(e -> {
            assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(e.getMessage()).isEqualTo("--cpu-list: this process may not run on CPU 0");
            assertThat(e.remedy()).contains("choose among CPUs 2-3,10");
        });
        assertThat(error(() -> cpus("container", "S1:0")).remedy().orElseThrow()).contains("S0 (CPUs 2-3,10)");
    }

    @Test
    void aPlaceHasTheLimitsOfItsCpus() {
        MachineTopology t = machine("two-sockets");
        Placement place = Placement.of(t, "S0:0-1", "1");
        assertThat(place).isEqualTo(
                new Placement("S0:0-1", "0-1", "1", List.of("performance", "powersave"), 800_000_000L, 3_500_000_000L));
        assertThat(place.facts()).containsKeys("cpu_list", "cpus", "mem_nodes", "governors", "min_hz", "max_hz");
        assertThat(Placement.of(t, null, null).isBound()).isFalse();
    }

    @Test
    void unknownLimitsAreLeftOut() {
        assertThat(Placement.of(machine("arm"), "4", null).facts()).containsOnlyKeys("cpu_list", "cpus");
    }

    @Test
    void nodesThatCannotBeUsedAreNamed() {
        assertThat(error(() -> Placement.of(machine("two-sockets"), null, "2")).getMessage())
                .isEqualTo("--mem-node 2: this machine has no NUMA node 2");
        assertThatThrownBy(() -> Placement.of(machine("container"), null, "0-1"))
                .hasMessageContaining("may not use the memory of node 1");
        assertThatThrownBy(() -> Placement.of(machine("two-sockets"), null, "a")).hasMessageContaining("--mem-node a");
    }

    @Test
    void aKernelWithoutNodesIsAMachineThatCannot() {
        assertThat(error(() -> Placement.of(machine("arm"), null, "0")).exitCode()).isEqualTo(ExitCode.MACHINE);
    }
}
