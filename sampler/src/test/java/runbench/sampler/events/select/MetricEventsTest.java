package runbench.sampler.events.select;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricTable;

import java.nio.file.Path;
import java.util.List;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.MachineFixture;
import runbench.sampler.events.NotCounted;
import runbench.sampler.events.names.NameEncoder;

import static org.assertj.core.api.Assertions.assertThat;

class MetricEventsTest {
    /** What only emulation counts. */
    private static final List<String> EMULATED = List.of("loads", "stores");

    @TempDir
    private Path root;

    private static List<Metric> metrics(String names) {
        return MetricTable.builtIn().select(names);
    }

    private static String with(MachineFixture machine, String asked, String metrics) {
        return new MetricEvents(new EventResolver(machine.machine(), () -> NameEncoder.NONE), e -> true).with(asked, metrics(metrics));
    }

    @Test
    void missingEventsAreAddedOnce() {
        MachineFixture m = MachineFixture.intel(root, 0x55).privileged();
        assertThat(with(m, "page-faults", "ipc,cpi")).isEqualTo("page-faults,instructions,cpu-cycles");
        assertThat(with(m, "cycles,page-faults", "ipc,page_fault_rate")).isEqualTo("cycles,page-faults,instructions");
        assertThat(with(m, "page-faults", "cpu_utilisation,page_fault_rate")).isEqualTo("page-faults");
        assertThat(with(m, "L1D_ALL_REF", "l1d_miss_ratio")).isEqualTo("L1D_ALL_REF,L1D_MISS");
    }

    /** On Skylake L1D_READ_MISS holds the misses of writes; on Zen reads and writes are counted apart. */
    @Test
    void theDefaultEventsTellTheMissRatioWithoutAnotherCounter() {
        assertThat(with(MachineFixture.intel(root, 0x55).privileged(), "auto", "l1d_miss_ratio")).isEqualTo("auto");
        Metric.Way apart = metrics("l1d_miss_ratio").get(0).ways().get(1);
        assertThat(apart.allows("L1D_READ_MISS", 0x8060)).isTrue();
        assertThat(apart.allows("L1D_READ_MISS", 0x0151)).isFalse();
    }

    @Test
    void moreThanTheCountersHoldBecomeAGroupForEachMetric() {
        MachineFixture m = MachineFixture.intel(root, 0x55).privileged();
        String list = with(m, "auto", "branch_miss_ratio,llc_miss_ratio,ipc");
        assertThat(list).isEqualTo("auto,{branch-misses,branch-instructions},{cache-misses,cache-references},{instructions,cpu-cycles}");
        EventSelection s = new EventResolver(m.machine(), () -> NameEncoder.NONE).resolve(list);
        assertThat(s.events().stream().map(Event::group).distinct()).hasSize(4);
    }

    @Test
    void theFirstWayThatOpensIsTaken() {
        MachineFixture m = MachineFixture.intel(root, 0x55).privileged();
        MetricEvents choosy = new MetricEvents(new EventResolver(m.machine(), () -> NameEncoder.NONE), e -> !e.name().startsWith("cache-"));
        assertThat(choosy.with("page-faults", metrics("llc_miss_ratio"))).isEqualTo("page-faults,LLC-load-misses,LLC-loads");
        MetricEvents none = new MetricEvents(new EventResolver(m.machine(), () -> NameEncoder.NONE), e -> false);
        assertThat(none.with("page-faults", metrics("llc_miss_ratio"))).isEqualTo("page-faults,cache-misses,cache-references");
    }

    @Test
    void whatCannotBeCountedIsAskedForAllTheSame() {
        MachineFixture m = MachineFixture.virtualWithoutPmu(root).privileged();
        String list = with(m, "page-faults", "ipc");
        EventSelection s = new EventResolver(m.machine(), () -> NameEncoder.NONE).resolve(list);
        assertThat(s.notCounted()).extracting(NotCounted::name).containsExactly("instructions", "cpu-cycles");
        assertThat(s.notCounted()).allSatisfy(n -> assertThat(n.remedy()).isNotEmpty());
    }

    /** Formulas match recordings by name: an alias in one would never be found. */
    @Test
    void everyFormulaUsesTheNamesThatRecordingsBear() {
        MachineFixture m = MachineFixture.intel(root, 0x55).privileged();
        EventResolver resolver = new EventResolver(m.machine(), () -> NameEncoder.NONE);
        for (Metric metric : MetricTable.builtIn().all()) {
            for (Metric.Way way : metric.ways()) {
                for (String name : way.events()) {
                    if (!EMULATED.contains(name)) {
                        assertThat(resolver.resolve(name).events()).as(metric.name()).extracting(Event::name).containsExactly(name);
                    }
                }
            }
        }
    }
}
