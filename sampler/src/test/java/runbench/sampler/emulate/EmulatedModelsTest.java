package runbench.sampler.emulate;

import runbench.sampler.emulate.EmulatedModels.Model;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricTable;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.sampler.events.machine.SystemFiles;

class EmulatedModelsTest {
    private static final Set<Model> NOTHING = EnumSet.noneOf(Model.class);
    /** The names in formulas that are not events. */
    private static final Set<String> NO_EVENTS = Set.of("run_s", "wall_s", "cache_line_bytes");
    @TempDir
    private Path root;

    private SystemFiles machine() throws IOException {
        cache("index0", "1", "Data", "48K", "12");
        cache("index1", "1", "Instruction", "64K", "4");
        cache("index2", "2", "Unified", "2048K", "16");
        return new SystemFiles(root);
    }

    private void cache(String index, String level, String type, String size, String ways) throws IOException {
        Path folder = Files.createDirectories(root.resolve("sys/devices/system/cpu/cpu0/cache").resolve(index));
        for (String[] one : new String[][]{{"level", level}, {"type", type}, {"size", size},
                {"ways_of_associativity", ways}, {"coherency_line_size", "64"}}) {
            Files.writeString(folder.resolve(one[0]), one[1] + "\n");
        }
    }

    @Test
    void modelsOnlyRequestedParts() throws IOException {
        assertThat(EmulatedModels.of(NOTHING, List.of(), true, machine())).isEqualTo(EmulatedModels.NONE);
        assertThat(EmulatedModels.of(EmulatedEvent.modelsOf(List.of("loads", "L1D_READ_MISS", "instructions")),
                List.of(), true, machine())).isEqualTo(EmulatedModels.NONE);
        assertThat(EmulatedModels.NONE.options()).isEmpty();
    }

    @Test
    void eventAddsItsModelsWithThisMachinesSizes() throws IOException {
        EmulatedModels models = EmulatedModels.of(EmulatedEvent.modelsOf(List.of("l2_miss")), List.of(), true,
                machine());
        assertThat(models.options()).containsExactly("--model", "l1i=65536,4,64", "--model", "l2=2097152,16,64");
        assertThat(EmulatedModels.of(EmulatedEvent.modelsOf(List.of("branch-misses")), List.of(), false, machine())
                .options()).containsExactly("--model", "branch");
        assertThat(EmulatedModels.all(machine()).options()).containsExactly("--model", "l1i=65536,4,64", "--model",
                "l2=2097152,16,64", "--model", "tlb", "--model", "branch");
    }

    @Test
    void givenSizesReplaceMachineSizes() throws IOException {
        assertThat(
                EmulatedModels.of(Set.of(Model.L2), List.of("l2=512K,8,64", "tlb=96,96:64,8:2048,16"), true, machine())
                        .options())
                .containsExactly("--model", "l1i=65536,4,64", "--model", "l2=524288,8,64", "--model",
                        "tlb=96,96:64,8:2048,16");
        assertThat(EmulatedModels.of(NOTHING, List.of("l2"), true, new SystemFiles(root.resolve("none"))).options())
                .as("machine without description")
                .containsExactly("--model", "l1i=32768,8,64", "--model", "l2=1048576,16,64");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "l3", "l1d=32K,8,64", "l2=", "l2=1M", "tlb=64", "tlb=64,4:64,4", "branch=gshare",
            "L2 1M,16,64"})
    void rejectsUnknownModels(String text) {
        assertThatThrownBy(() -> EmulatedModels.of(NOTHING, List.of(text), true, machine())).isInstanceOfSatisfying(
                RunbenchException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT));
    }

    @Test
    void rejectsLevel2WithoutLevel1() {
        for (String event : List.of("L2_MISS", "dTLB-load-misses")) {
            assertThatThrownBy(
                    () -> EmulatedModels.of(EmulatedEvent.modelsOf(List.of(event)), List.of(), false, machine()))
                    .isInstanceOfSatisfying(RunbenchException.class,
                            e -> assertThat(e.remedy().orElseThrow()).contains("remove --model l1d=none"));
        }
    }

    @Test
    void formulasUseEmulatedEvents() {
        List<Metric> metrics = MetricTable.builtIn(Microarchitectures.emulated())
                .select("cache,tlb,branch,l1i_mpki,l2_fill_bytes_per_instruction");
        assertThat(metrics).hasSizeGreaterThan(14)
                .allSatisfy(m -> m.ways()
                        .forEach(way -> way.events()
                                .forEach(event -> assertThat(
                                        NO_EVENTS.contains(event) || EmulatedEvent.named(event).isPresent())
                                        .as(m.name() + ": " + event)
                                        .isTrue())));
        Set<Model> needed = EnumSet.noneOf(Model.class);
        metrics.forEach(m -> m.ways().forEach(way -> needed.addAll(EmulatedEvent.modelsOf(way.events()))));
        assertThat(needed).containsExactlyInAnyOrder(Model.values());
    }
}
