package runbench.sampler.events.select;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricTable;
import runbench.parser.microarchitecture.Microarchitectures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.EventSelection.EventSum;
import runbench.sampler.events.MachineFixture;
import runbench.sampler.events.EventSelection.NotCounted;
import runbench.sampler.events.machine.PmuTree;
import runbench.sampler.events.names.NameEncoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MetricEventsTest {
    @TempDir
    private Path root;

    private static List<Metric> metrics(MachineFixture machine, String names) {
        return MetricTable.builtIn(Microarchitectures.of(machine.machine().processor())).select(names);
    }

    private static String with(MachineFixture machine, String asked, String metrics) {
        return new MetricEvents(new EventResolver(machine.machine(), () -> NameEncoder.NONE), e -> true).with(asked,
                metrics(machine, metrics));
    }

    @Test
    void addsMissingEventsOnce() {
        MachineFixture m = MachineFixture.intel(root, 0x55).privileged();
        assertThat(with(m, "page-faults", "ipc,cpi")).isEqualTo("page-faults,instructions,cpu-cycles");
        assertThat(with(m, "cycles,page-faults", "ipc,page_fault_rate")).isEqualTo("cycles,page-faults,instructions");
        assertThat(with(m, "page-faults", "cpu_utilisation,page_fault_rate")).isEqualTo("page-faults");
        assertThat(with(m, "L1D_ALL_REF", "l1d_miss_ratio")).isEqualTo("L1D_ALL_REF,L1D_MISS");
    }

    /** On Skylake L1D_READ_MISS includes write misses; on Zen reads and writes are counted separately. */
    @Test
    void defaultEventsIncludeMissRatioWithoutFurtherCounter() {
        assertThat(with(MachineFixture.intel(root, 0x55).privileged(), "auto", "l1d_miss_ratio")).isEqualTo("auto");
        assertThat(with(MachineFixture.amd(root, 0x1a, 2).privileged(), "auto", "l1d_miss_ratio")).isEqualTo("auto");
    }

    @Test
    void eventsBeyondTheCountersAreGroupedByMetric() {
        MachineFixture m = MachineFixture.intel(root, 0x55).privileged();
        String list = with(m, "L1D_ALL_REF,L1D_READ_MISS", "branch_miss_ratio,llc_miss_ratio,ipc");
        assertThat(list).isEqualTo(
                "L1D_ALL_REF,L1D_READ_MISS,{branch-misses,branch-instructions},{cache-misses,cache-references},"
                        + "{instructions,cpu-cycles}");
        EventSelection s = new EventResolver(m.machine(), () -> NameEncoder.NONE).resolve(list);
        assertThat(s.events().stream().map(Event::group).distinct()).hasSize(4);
    }

    /** Top-down needs all five counters of Zen 5; without other events every sample has all of it. */
    @Test
    void dropsDefaultEventsIfMetricsNeedAllCounters() {
        MachineFixture m = MachineFixture.amd(root, 0x1a, 2).privileged();
        assertThat(with(m, "auto", "topdown")).isEqualTo("task-clock,ex_ret_ops,cpu-cycles,de_src_op_disp.all,"
                + "de_no_dispatch_per_slot.no_ops_from_frontend,de_no_dispatch_per_slot.backend_stalls");
        assertThat(with(m, "auto", "page_fault_rate")).isEqualTo("auto,page-faults");
        assertThat(with(m, "auto", "l2_mpki")).isEqualTo("auto,l2_fill_rsp_src.all,instructions");
        assertThat(with(m, "L1D_ALL_REF", "topdown")).as("explicitly requested events are kept")
                .startsWith("L1D_ALL_REF,{");
    }

    /** Floating-point operations take two counters. */
    @Test
    void countsOccupiedCountersPerEvent() {
        MachineFixture m = MachineFixture.amd(root, 0x1a, 2).privileged();
        EventSelection s = new EventResolver(m.machine(), () -> NameEncoder.NONE)
                .resolve("fp_ret_sse_avx_ops.all:u,FP_RET_X87_FP_OPS.ALL");
        assertThat(s.events()).extracting(Event::name)
                .containsExactly("fp_ret_sse_avx_ops.all:u", "fp_ret_x87_fp_ops.all");
        assertThat(s.events()).extracting(Event::counters).containsExactly(2, 1);
        assertThat(s.events().get(0).encoding().config()).isEqualTo(0x0f03);
    }

    @Test
    void vendorNamesOfOtherProcessorsAreUnknown() {
        MachineFixture zen3 = MachineFixture.amd(root, 0x19, 1).privileged();
        assertThatThrownBy(() -> zen3.resolve("mem_inst_retired.all_loads"))
                .hasMessageContaining("not known on this machine");
        assertThat(MachineFixture.intel(root, 0x6a).privileged().resolve("mem_inst_retired.all_loads").events())
                .singleElement()
                .satisfies(e -> assertThat(e.encoding().config()).isEqualTo(0x81d0));
    }

    /** Hypervisors can pass on counters without the metrics register. */
    @Test
    void missingRegisterIsReported() {
        MachineFixture m = MachineFixture.intel(root, 0x6a).privileged();
        EventSelection s = m.resolve("topdown-retiring");
        assertThat(s.notCounted()).singleElement().satisfies(n -> {
            assertThat(n.reason()).contains("register").contains("has no slots");
            assertThat(n.remedy()).contains("--metrics topdown");
        });
        assertThat(with(m, "page-faults", "topdown_retiring"))
                .isEqualTo("page-faults,uops_retired.slots,topdown.slots_p");
    }

    /** The kernel rejects parts of the metrics register in a group without slots as leader. */
    @Test
    void eventsWithRequiredLeaderShareItsGroup() throws IOException {
        MachineFixture m = MachineFixture.intel(root, 0x6a).privileged();
        Path events = Files.createDirectories(m.machine().files().at(PmuTree.FOLDER + "/cpu/events"));
        Files.writeString(events.resolve("slots"), "event=0x00,umask=0x4\n");
        Files.writeString(events.resolve("topdown-retiring"), "event=0x00,umask=0x80\n");
        EventSelection s = new EventResolver(m.machine(), () -> NameEncoder.NONE)
                .resolve("instructions,{r8300,cycles},topdown-retiring,topdown-fe-bound:u");
        assertThat(s.remarks()).isEmpty();
        assertThat(s.events()).extracting(Event::name)
                .containsExactly("instructions", "slots", "r8300", "cpu-cycles", "topdown-retiring", "slots:u",
                        "topdown-fe-bound:u");
        assertThat(s.events()).extracting(Event::group).containsExactly(0, 1, 1, 2, 1, 3, 3);
        assertThat(s.events()).extracting(Event::leader)
                .containsExactly("", "slots", "slots", "", "slots", "slots:u", "slots:u");
        assertThat(s.events()).extracting(Event::counters).containsExactly(1, 0, 0, 1, 0, 0, 0);
        assertThat(s.events()).filteredOn(e -> !e.leader().isEmpty()).allMatch(Event::indivisible);
        assertThat(with(m, "page-faults", "topdown_retiring,topdown_backend_bound"))
                .isEqualTo("page-faults,topdown-retiring,slots,topdown-be-bound");
    }

    /** The bandwidth is from memory controllers if they can be counted, otherwise from the cores' line fills. */
    @Test
    void bandwidthUsesMemoryControllersIfPermitted() {
        MachineFixture zen5 = MachineFixture.amd(root, 0x1a, 2).privileged();
        assertThat(with(zen5, "page-faults", "memory_bandwidth"))
                .isEqualTo("page-faults,l2_fill_rsp_src.dram_io_near,l2_fill_rsp_src.dram_io_far");
        for (int i = 0; i < 2; i++) {
            zen5.pmu("amd_umc_" + i, 30 + i)
                    .put(PmuTree.FOLDER + "/amd_umc_" + i + "/cpumask", "0")
                    .put(PmuTree.FOLDER + "/amd_umc_" + i + "/format/event", "config:0-7")
                    .put(PmuTree.FOLDER + "/amd_umc_" + i + "/format/rdwrmask", "config:8-9");
        }
        String reads = "amd_umc/event=0x0a,rdwrmask=0x1/";
        String list = with(zen5, "page-faults", "memory_bandwidth");
        assertThat(list).isEqualTo("page-faults," + reads + ",amd_umc/event=0x0a,rdwrmask=0x2/");
        EventSelection s = new EventResolver(zen5.machine(), () -> NameEncoder.NONE).resolve(list);
        assertThat(s.sums()).extracting(EventSum::name).containsExactly(reads, "amd_umc/event=0x0a,rdwrmask=0x2/");
        assertThat(s.events()).filteredOn(Event::wide)
                .extracting(e -> e.encoding().config())
                .containsExactly(0x10aL, 0x10aL, 0x20aL, 0x20aL);
        MetricEvents forbidden = new MetricEvents(new EventResolver(zen5.machine(), () -> NameEncoder.NONE),
                e -> !e.wide());
        assertThat(forbidden.with("page-faults", metrics(zen5, "memory_bandwidth")))
                .contains("l2_fill_rsp_src.dram_io_near");
        MetricEvents ofCpus = new MetricEvents(new EventResolver(zen5.machine(), () -> NameEncoder.NONE, true),
                e -> true);
        assertThat(ofCpus.with("page-faults", metrics(zen5, "memory_bandwidth")))
                .contains("l2_fill_rsp_src.dram_io_near");
    }

    @Test
    void tableCodesCountOnTheirCoreType() {
        EventSelection s = MachineFixture.hybrid(root).privileged().resolve("l2_lines_in.all");
        assertThat(s.events()).singleElement()
                .satisfies(e -> assertThat(e.placements()).singleElement()
                        .satisfies(p -> assertThat(p.cpus()).isEqualTo("0-15")));
        String list = with(MachineFixture.hybrid(root).privileged(), "page-faults", "l2_mpki");
        assertThat(list).isEqualTo("page-faults,l2_lines_in.all,cpu_core/instructions/");
    }

    @Test
    void usesFirstFormulaWhoseEventsOpen() {
        MachineFixture m = MachineFixture.intel(root, 0x55).privileged();
        MetricEvents choosy = new MetricEvents(new EventResolver(m.machine(), () -> NameEncoder.NONE),
                e -> !e.name().equals("L1D_MISS"));
        assertThat(choosy.with("page-faults", metrics(m, "l1d_miss_ratio")))
                .isEqualTo("page-faults,L1D_READ_MISS,L1D_ALL_REF");
        MetricEvents none = new MetricEvents(new EventResolver(m.machine(), () -> NameEncoder.NONE), e -> false);
        assertThat(none.with("page-faults", metrics(m, "l1d_miss_ratio")))
                .isEqualTo("page-faults,L1D_MISS,L1D_ALL_REF");
    }

    @Test
    void unavailableMetricsAddNoEvent() {
        MachineFixture m = MachineFixture.amd(root, 0x17, 1).privileged();
        assertThat(with(m, "page-faults", "memory_bandwidth,topdown")).isEqualTo("page-faults");
    }

    @Test
    void uncountableMetricsAreListedAsNotCounted() {
        MachineFixture m = MachineFixture.virtualWithoutPmu(root).privileged();
        String list = with(m, "page-faults", "ipc");
        EventSelection s = new EventResolver(m.machine(), () -> NameEncoder.NONE).resolve(list);
        assertThat(s.notCounted()).extracting(NotCounted::name).containsExactly("instructions", "cpu-cycles");
        assertThat(s.notCounted()).allSatisfy(n -> assertThat(n.remedy()).isNotEmpty());
    }

    /** The names come from the table, not from the user, so they are not errors. */
    @Test
    void invisibleSocketPmusAreNotCountedInsteadOfUnknown() {
        MachineFixture m = MachineFixture.virtualWithoutPmu(root).privileged();
        EventSelection s = new EventResolver(m.machine(), () -> NameEncoder.NONE)
                .resolve(with(m, "page-faults", "memory_bandwidth"));
        assertThat(s.notCounted()).extracting(NotCounted::name).contains("amd_umc/event=0x0a,rdwrmask=0x1/");
        assertThat(s.notCounted()).extracting(NotCounted::reason)
                .anySatisfy(r -> assertThat(r).contains("PMU amd_umc", "in this virtual machine"));
    }

    /** Formulas match recordings by name, so an alias would never match. */
    @Test
    void formulasUseTheNamesInRecordings() {
        MachineFixture intel = MachineFixture.intel(root, 0x55).privileged();
        everyNameResolvesToItsEvents(intel);
        everyNameResolvesToItsEvents(MachineFixture.amd(root.resolve("zen5"), 0x1a, 2).privileged());
        everyNameResolvesToItsEvents(MachineFixture.amd(root.resolve("zen1"), 0x17, 1).privileged());
        everyNameResolvesToItsEvents(MachineFixture.arm(root.resolve("n1")).privileged());
    }

    private static void everyNameResolvesToItsEvents(MachineFixture m) {
        EventResolver resolver = new EventResolver(m.machine(), () -> NameEncoder.NONE);
        for (Metric metric : MetricTable.builtIn(Microarchitectures.of(m.machine().processor())).all()) {
            for (Metric.Way way : metric.ways()) {
                for (String name : way.events()) {
                    if (!name.startsWith("power/") && !name.startsWith("amd_umc/") && !name.startsWith("amd_l3/")
                            && !name.startsWith("resctrl/") && !name.startsWith("uncore_imc/")) {
                        EventSelection s = resolver.resolve(name);
                        assertThat(s.sums().isEmpty() ? s.events().stream().map(Event::name)
                                : s.sums().stream().map(EventSum::name)).as(metric.name()).containsExactly(name);
                    }
                }
            }
        }
    }
}
