package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricTable;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.sampler.emulate.Emulator;
import runbench.sampler.emulate.Emulator.EmulationAdvice;

/** Counting under emulation through the command line, and the hint to it from a run that could not count. */
@Tag("machine")
@Tag("beside")
class EmulateTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home"));
    @TempDir
    private Path dir;

    @BeforeEach
    void needsAnEmulator() {
        assumeTrue(EmulationAdvice.sentence(HOME).isPresent(), EmulationAdvice.remedy());
    }

    @Test
    void withoutACacheOnlyReferencesAreCounted() throws Exception {
        Runbench.Ended ended = sample("--emulate", "--model", "l1d=none", "--instructions", "10000", "--", "/bin/sh",
                "-c", ":");
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).contains(Emulator.LABEL);
        JsonNode events = new ObjectMapper().readTree(dir.resolve("run/summary.json").toFile()).path("events");
        List<String> missing = new ArrayList<>();
        List<String> counted = new ArrayList<>();
        events.forEach(
                e -> ("counted".equals(e.path("status").asText()) ? counted : missing).add(e.path("name").asText()));
        assertThat(missing).containsExactlyInAnyOrder("L1D_READ_MISS", "L1D_WRITE_MISS");
        assertThat(counted).contains("L1D_ALL_REF", "loads", "stores", "instructions");
        assertThat(dir.resolve("run/chart.png")).isNotEmptyFile();
    }

    @Test
    void aProgramThatCannotRunEndsAsInAShell() throws Exception {
        Path closed = Files.writeString(dir.resolve("closed"), "");
        assertThat(sample("--emulate", "--", "/nonexistent/program").code()).isEqualTo(127);
        assertThat(sample("--emulate", "--", "no-such-program-in-path").code()).isEqualTo(127);
        assertThat(sample("--emulate", "--", dir.toString()).code()).isEqualTo(126);
        assertThat(sample("--emulate", "--", closed.toString()).code()).isEqualTo(126);
    }

    /** Checks a regression: a group was made of events that this machine's own processor can compute. */
    @Test
    void aGroupOfMetricsIsThatOfTheEmulatedMachine() throws Exception {
        Runbench.Ended ended = sample("--emulate", "--no-chart", "--model", "l1d=32K,8,64", "--instructions", "10000",
                "--metrics", "cache,ipc", "--", "/bin/sh", "-c", ":");
        assertThat(ended.code()).as(ended.output()).isZero();
        JsonNode metrics = new ObjectMapper().readTree(dir.resolve("run/summary.json").toFile()).path("metrics");
        List<String> emulated = MetricTable.builtIn(Microarchitectures.emulated())
                .select("cache,ipc")
                .stream()
                .map(Metric::name)
                .toList();
        assertThat(metrics).extracting(m -> m.path("name").asText()).containsExactlyInAnyOrderElementsOf(emulated);
        assertThat(emulated).contains("l2_miss_ratio", "l2_mpki");
        assertThat(summary().path("emulated").path("caches").fieldNames()).toIterable()
                .containsExactly("L1D", "L1I", "L2");
        assertThat(summary().path("emulated").has("branch")).as("nobody asked for branches").isFalse();
        assertThat(ended.output()).contains("Modelled for each thread: L1D 32 KiB, 8 ways");
        assertThat(metrics).allSatisfy(m -> assertThat(m.path("status").asText()).as(m.toString())
                .isEqualTo(m.path("name").asText().equals("ipc") ? "not available" : "computed"));
    }

    /**
     * Checks that a loop's block has as many executions as the loop has rounds, and that vectors add up to the counts.
     */
    @Test
    void vectorsOfBlocksStandForTheRun() throws Exception {
        Runbench.Ended ended = sample("--emulate", "--bbv=20000", "--no-chart", "--no-page", "--model", "l1d=32K,8,64",
                "--", HOME.resolve("native/build/emulate/family").toString(), "threads", "2", "200000");
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("representatives");
        JsonNode placed = summary().path("simpoints").path("tasks").path(0);
        assertThat(placed.path("clusters").size()).isEqualTo(placed.path("representatives").size()).isPositive();
        assertThat(placed.path("course").path("edges").size())
                .isEqualTo(placed.path("course").path("clusters").size() + 1);
        assertThat(placed.path("estimates").path(0).path("event").asText()).isEqualTo("L1D misses");
        ended = Runbench.run(dir.resolve("simpoints.json"), "simpoints", dir.resolve("run").toString(), "--json",
                "--draws", "3");
        assertThat(ended.code()).as(ended.output()).isZero();
        PublishedSchemas.check(OutputFormat.SIMPOINTS, ended.output());
        PublishedSchemas.check(OutputFormat.SUMMARY, dir.resolve("run/summary.json"));
        JsonNode tasks = new ObjectMapper().readTree(ended.output().substring(ended.output().indexOf('{')))
                .path("tasks");
        assertThat(tasks).hasSize(3);
        long instructions = 0;
        for (JsonNode t : tasks) {
            instructions += t.path("instructions").asLong();
            assertThat(t.path("estimates").path(0).path("event").asText()).isEqualTo("L1D misses");
        }
        for (JsonNode e : new ObjectMapper().readTree(dir.resolve("run/summary.json").toFile()).path("events")) {
            if (e.path("name").asText().equals("instructions")) {
                assertThat(instructions).isEqualTo(e.path("final").asLong());
            }
        }
        assertThat(tasks.path(0).path("intervals").asInt()).isBetween(59, 62);
        assertThat(tasks.path(0).path("clusters").path(0).path("function").asText()).isNotEmpty();
        assertThat(Files.readAllLines(dir.resolve("run/bbv/blocks.csv")))
                .anySatisfy(l -> assertThat(l).contains("read_places").endsWith(",399998"));
        assertThat(dir.resolve("run/bbv/0.simpoints")).isNotEmptyFile();
        ended = Runbench.run(dir.resolve("export.txt"), "export", dir.resolve("run").toString(), "--format",
                "perfetto");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.output()).contains("counts instructions, and Perfetto draws over time");
        assertThat(dir.resolve("run/run.pftrace")).doesNotExist();
    }

    @Test
    void vectorsOfBlocksNeedEmulation() throws Exception {
        Runbench.Ended ended = sample("--bbv", "--", "true");
        assertThat(ended.code()).as(ended.output()).isEqualTo(2);
        assertThat(ended.output()).contains("blocks of code are counted in emulation only").contains("add --emulate");
        Path plain = Files.createDirectory(dir.resolve("plain"));
        Files.copy(
                Path.of(System.getProperty("runbench.home"),
                        "scripts/cli/src/test/resources/runbench/cli/two-phases/samples.rec"),
                plain.resolve("samples.rec"));
        ended = Runbench.run(dir.resolve("simpoints.txt"), "simpoints", plain.toString());
        assertThat(ended.code()).as(ended.output()).isEqualTo(2);
        assertThat(ended.output()).contains("this run has no vectors of blocks").contains("--emulate --bbv");
    }

    @Test
    void eventsOfTheEmulatedMachineAreNamedByThemselves() throws Exception {
        Runbench.Ended ended = sample("--emulate", "--no-chart", "--model", "l1d=none", "-e", "branch-misses", "--",
                "/bin/sh", "-c", ":");
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(summary().path("events")).extracting(e -> e.path("name").asText())
                .contains("branch-instructions", "branch-misses")
                .doesNotContain("L2_MISS");
        ended = sample("--emulate", "-e", "cycles", "--", "true");
        assertThat(ended.code()).as(ended.output()).isEqualTo(2);
        assertThat(ended.output()).contains("the emulated machine has no event 'cycles'")
                .contains("runbench events --emulate");
    }

    private JsonNode summary() throws Exception {
        return new ObjectMapper().readTree(dir.resolve("run/summary.json").toFile());
    }

    @Test
    void comparingWithCallgrindNeedsACache() throws Exception {
        Runbench.Ended ended = sample("--emulate=callgrind", "--model", "l1d=none", "--", "true");
        assertThat(ended.code()).as(ended.output()).isEqualTo(2);
        assertThat(ended.output()).contains("--model l1d=none models no cache").contains("--model l1d=32K,8,64");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--period 10ms", "--mode poll", "--max-cost 0.5"})
    void timesBetweenSamplesAreRejected(String option) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--emulate"));
        arguments.addAll(List.of(option.split(" ")));
        arguments.addAll(List.of("--", "true"));
        Runbench.Ended ended = sample(arguments.toArray(String[]::new));
        assertThat(ended.code()).as(ended.output()).isEqualTo(2);
        assertThat(ended.output()).contains("emulation takes them over instructions",
                "--emulate --instructions 1000000");
        assertThat(dir.resolve("run")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--instructions 10000", "--model l1d=32K,8,64", "--model l2"})
    void whatOnlyEmulationHasIsRejectedWithoutIt(String option) throws Exception {
        Runbench.Ended ended = sample(option.split(" ")[0], option.split(" ")[1], "--", "true");
        assertThat(ended.code()).as(ended.output()).isEqualTo(2);
        assertThat(ended.output()).contains(option.split(" ")[0] + " is for emulation", "add --emulate");
    }

    @Test
    void periodsOfABatchAreRejected() throws Exception {
        Runbench.Ended ended = Runbench.run(dir.resolve("overnight.txt"), "overnight", "--emulate", "--period", "1ms",
                "-o", dir.resolve("batch").toString(), "470.lbm");
        assertThat(ended.code()).as(ended.output()).isEqualTo(2);
        assertThat(ended.output()).contains("--emulate --instructions 1000000");
    }

    @Test
    void programsThatRunWithoutTheEmulatorAreNamed() throws Exception {
        Path program = Files.copy(HOME.resolve("native/build/emulate/stride"), dir.resolve("setuid"));
        assumeTrue(new ProcessBuilder("chmod", "u+s", program.toString()).start().waitFor() == 0, "chmod u+s failed");
        Runbench.Ended ended = sample("--emulate", "--no-chart", "--model", "l1d=none", "--", "/bin/sh", "-c",
                program + " 64 64 0; exit 0");
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(summary().path("exact").asBoolean(true)).as(summary().toString()).isFalse();
        assertThat(summary().path("notes").toString()).contains("1 program ran without the emulator",
                program.toString());
    }

    @Test
    void aProgramThatExecutesItselfByProcIsExact() throws Exception {
        Path program = HOME.resolve("native/build/emulate/family");
        Runbench.Ended ended = sample("--emulate", "--no-chart", "--model", "l1d=none", "--", program.toString(),
                "self", "2", "100000");
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(summary().path("exact").asBoolean()).isTrue();
        assertThat(summary().path("task_count").asLong()).as(summary().toString()).isEqualTo(3);
    }

    @Test
    void anInstructionThatTheEmulatorLacksIsNamed() throws Exception {
        Path program = HOME.resolve("native/build/emulate/string");
        assumeTrue(Files.isExecutable(program) && System.getProperty("os.arch").equals("amd64"),
                "the program is for x86-64");
        Runbench.Ended ended = sample("--emulate", "--no-chart", "--model", "l1d=none", "--", program.toString(),
                "avx512", "64", "1");
        assertThat(ended.code()).as(ended.output()).isEqualTo(132);
        assertThat(ended.output()).contains("an instruction of AVX-512, which ", " does not emulate");
        assertThat(summary().path("notes").toString()).contains("AVX-512");
    }

    @Test
    void aProgramForAnotherProcessorIsEmulated() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/qemu-aarch64")), "no qemu-aarch64: apt-get install qemu-user");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/aarch64-linux-gnu-gcc")),
                "no compiler: apt-get install gcc-aarch64-linux-gnu");
        Path program = dir.resolve("stride");
        Process compiler = new ProcessBuilder("/usr/bin/aarch64-linux-gnu-gcc", "-O2", "-static", "-o",
                program.toString(), HOME.resolve("native/emulate/test/stride.c").toString()).inheritIO().start();
        assumeTrue(compiler.waitFor() == 0, "no libraries for it: apt-get install libc6-dev-arm64-cross");
        Runbench.Ended ended = sample("--emulate", "--no-chart", "--model", "l1d=32K,8,64", "--", program.toString(),
                "16777216", "64", "16");
        assertThat(ended.code()).as(ended.output()).isZero();
        JsonNode events = new ObjectMapper().readTree(dir.resolve("run/summary.json").toFile()).path("events");
        for (JsonNode e : events) {
            if (List.of("loads", "L1D_READ_MISS").contains(e.path("name").asText())) {
                assertThat(e.path("final").asDouble()).as(e.toString()).isBetween(4194304.0, 4194304 * 1.01);
            }
        }
    }

    @Test
    void aRunWithoutReferencesSaysHowToGetThem() throws Exception {
        Runbench.assumeCounting(dir);
        Runbench.Ended ended = sample("--no-chart", "--", "true");
        assertThat(ended.code()).as(ended.output()).isZero();
        JsonNode summary = new ObjectMapper().readTree(dir.resolve("run/summary.json").toFile());
        assumeTrue("software".equals(summary.path("source").asText()), "this machine counts them itself");
        assertThat(ended.output()).contains("add --emulate, about " + EmulationAdvice.SLOWDOWN_L1D + " times slower")
                .contains("--model l1d=none, about " + EmulationAdvice.SLOWDOWN_REFERENCES + " times")
                .contains(Emulator.LABEL);
    }

    private Runbench.Ended sample(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("sample", "-o", dir.resolve("run").toString()));
        all.addAll(List.of(arguments));
        return Runbench.run(dir.resolve("out"), all.toArray(String[]::new));
    }
}
