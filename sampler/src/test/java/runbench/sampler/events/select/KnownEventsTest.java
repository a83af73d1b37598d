package runbench.sampler.events.select;

import runbench.sampler.events.select.KnownEvents.VendorEvents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.KnownEvent;
import runbench.sampler.events.MachineFixture;
import runbench.sampler.events.Encoding.PerfType;
import runbench.sampler.events.names.NameEncoder;

import static org.assertj.core.api.Assertions.assertThat;

class KnownEventsTest {
    private static final VendorEvents VENDOR = () -> List.of(new VendorEvents.VendorPmu("skl", "Skylake",
            List.of(new VendorEvents.VendorEvent("MEM_INST_RETIRED:ANY", "memory instructions: all"))));
    private static final NameEncoder ENCODER = name -> name.equals("skl::MEM_INST_RETIRED:ANY")
            ? Optional.of(new NameEncoder.Encoded(name, new Encoding(4, 0x83d0), ""))
            : Optional.empty();

    @TempDir
    private Path root;

    private static KnownEvent named(KnownEvents events, String name) {
        return events.list().stream().filter(e -> e.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void everyKindIsListedUnderItsPmu() {
        KnownEvents events = new KnownEvents(MachineFixture.intel(root, 0x55).privileged().machine(), VENDOR, ENCODER);
        assertThat(events.list()).extracting(KnownEvent::kind)
                .contains(KnownEvent.Kind.QUANTITY, KnownEvent.Kind.HARDWARE, KnownEvent.Kind.CACHE,
                        KnownEvent.Kind.SOFTWARE, KnownEvent.Kind.SYSFS, KnownEvent.Kind.BREAKPOINT,
                        KnownEvent.Kind.VENDOR)
                .doesNotContain(KnownEvent.Kind.TRACEPOINT);
        assertThat(events.list()).extracting(KnownEvent::name).doesNotHaveDuplicates();
        assertThat(named(events, "cpu-cycles")).satisfies(e -> {
            assertThat(e.pmu()).isEqualTo("cpu");
            assertThat(e.aliases()).containsExactly("cycles", "PAPI_TOT_CYC");
            assertThat(e.encodings()).containsExactly(new Encoding(0, 0));
        });
        assertThat(named(events, "cpu/mem-loads/").encodings()).containsExactly(new Encoding(4, 0x1cd, 3, 0));
        assertThat(named(events, "uncore_imc_0/cas_count_read/").pmu()).isEqualTo("uncore_imc_0 (a whole socket)");
        assertThat(named(events, "PAPI_LST_INS")).satisfies(e -> {
            assertThat(e.kind()).isEqualTo(KnownEvent.Kind.QUANTITY);
            assertThat(e.standsFor()).startsWith("mem_inst_retired.all_loads + mem_inst_retired.all_stores on Intel");
        });
        assertThat(named(events, "MEM_INST_RETIRED:ANY").encodings()).containsExactly(new Encoding(4, 0x83d0));
        assertThat(named(events, "MEM_INST_RETIRED:ANY").pmu()).isEqualTo("skl");
    }

    @Test
    void quantitiesNameTheirRealEvent() {
        KnownEvent skylake = named(
                new KnownEvents(MachineFixture.intel(root, 0x55).machine(), VendorEvents.NONE, NameEncoder.NONE),
                "L1D_ALL_REF");
        assertThat(skylake.standsFor()).contains("MEM_INST_RETIRED:ANY (r83d0)")
                .contains("Skylake")
                .contains("retired");
        KnownEvent unknown = named(new KnownEvents(MachineFixture.bare(root.resolve("x"))
                .put("/proc/cpuinfo", "vendor_id : Other")
                .pmu("cpu", 4)
                .machine(), VendorEvents.NONE, NameEncoder.NONE), "L1D_ALL_REF");
        assertThat(unknown.standsFor()).isEqualTo("the kernel's L1-dcache-loads + L1-dcache-stores");
    }

    @Test
    void coreTypesOfHybridCpusAreNamed() {
        KnownEvents events = new KnownEvents(MachineFixture.hybrid(root).machine(), VendorEvents.NONE,
                NameEncoder.NONE);
        assertThat(named(events, "instructions").encodings()).containsExactly(new Encoding(0, 10L << 32 | 1),
                new Encoding(0, 4L << 32 | 1));
        assertThat(named(events, "instructions").pmu()).isEqualTo("cpu_atom (CPUs 16-23) + cpu_core (CPUs 0-15)");
        assertThat(named(events, "cpu_core/mem-loads/").pmu()).isEqualTo("cpu_core (CPUs 0-15)");
    }

    @Test
    void withoutPmuTheHardwareEventsAreStillNamed() {
        KnownEvents events = new KnownEvents(MachineFixture.virtualWithoutPmu(root).machine(), VendorEvents.NONE,
                NameEncoder.NONE);
        assertThat(named(events, "instructions").pmu()).contains("no hardware PMU");
        assertThat(named(events, "instructions").encodings()).containsExactly(new Encoding(0, 1));
        assertThat(named(events, "duration_time").kind()).isEqualTo(KnownEvent.Kind.TOOL);
        assertThat(named(events, "page-faults").pmu()).isEqualTo("software");
        assertThat(named(events, "msr/tsc/").encodings()).containsExactly(new Encoding(9, 0));
    }

    @Test
    void tracepointsAreCountedAndFoundByWord() {
        MachineFixture m = MachineFixture.bare(root);
        KnownEvents none = new KnownEvents(m.machine(), VendorEvents.NONE, NameEncoder.NONE);
        assertThat(none.tracepointSystems()).isEmpty();
        assertThat(none.noTracefs().remedy()).startsWith("sudo mount -t tracefs");
        m.put("/proc/mounts", "none /sys/kernel/tracing tracefs rw,relatime 0 0");
        assertThat(none.noTracefs().reason()).contains("not readable");
        assertThat(none.noTracefs().remedy()).contains("remount,mode=750,gid=$(id -g) /sys/kernel/tracing")
                .contains("perf_event_paranoid=1");
        m.tracepoint("sched", "sched_switch", 316)
                .tracepoint("sched", "sched_waking", 320)
                .tracepoint("block", "block_rq_issue", 900)
                .put("/sys/kernel/tracing/events/enable", "0")
                .put("/sys/kernel/tracing/events/sched/filter", "none");
        KnownEvents events = new KnownEvents(m.machine(), VendorEvents.NONE, NameEncoder.NONE);
        assertThat(events.tracepointSystems().orElseThrow()).containsExactly(java.util.Map.entry("block", 1),
                java.util.Map.entry("sched", 2));
        assertThat(events.tracepoints("SWITCH")).singleElement().satisfies(e -> {
            assertThat(e.name()).isEqualTo("sched:sched_switch");
            assertThat(e.encodings()).containsExactly(new Encoding(PerfType.TRACEPOINT, 316));
        });
        assertThat(events.tracepoints("sched:")).hasSize(2);
        assertThat(events.tracepoints("nothing")).isEmpty();
    }

    @Test
    void searchCoversNamesAliasesAndDescriptions() {
        KnownEvent e = new KnownEvent("cpu", KnownEvent.Kind.HARDWARE, "branch-instructions", List.of("branches"),
                "branches", "retired", List.of(), "");
        assertThat(List.of("BRANCHES", "retired", "cpu", "hardware", "h-inst")).allMatch(e::matches);
        assertThat(e.matches("cycles")).isFalse();
    }

    @Test
    void aRawCodeHasItsMeaningOnEachProcessor() {
        VendorEvents library = new VendorEvents() {
            @Override
            public List<VendorPmu> present() {
                return VENDOR.present();
            }

            @Override
            public List<VendorPmu> havingCode(long code) {
                assertThat(code).isEqualTo(0x83d0);
                return Stream
                        .concat(present().stream(),
                                Stream.of(new VendorPmu("skx", "Skylake X", present().get(0).events()), new VendorPmu(
                                        "x", "Processor X", List.of(new VendorEvent("OTHER", "another event")))))
                        .toList();
            }
        };
        KnownEvents events = new KnownEvents(MachineFixture.intel(root, 0x55).machine(), library, ENCODER);
        List<KnownEvent> meanings = events.ofCode("r5383D0");
        assertThat(meanings).extracting(KnownEvent::name).containsExactly("r5383D0", "MEM_INST_RETIRED:ANY", "OTHER");
        assertThat(meanings.get(0).encodings()).containsExactly(new Encoding(PerfType.RAW, 0x5383d0));
        assertThat(meanings.get(0).description()).isEqualTo("event select 0xd0, unit mask 0x83");
        assertThat(meanings.get(0).standsFor()).contains("MEM_INST_RETIRED:ANY, memory instructions: all");
        assertThat(meanings.get(1).description()).isEqualTo("memory instructions: all (Skylake, Skylake X)");
        assertThat(events.ofCode("rate")).isEmpty();
        assertThat(events.ofCode("cycles")).isEmpty();
    }

    @Test
    void withoutALibraryACodeHasTheMeaningsOfTheQuantities() {
        KnownEvents events = new KnownEvents(MachineFixture.virtualWithoutPmu(root).machine(), VendorEvents.NONE,
                NameEncoder.NONE);
        assertThat(events.ofCode("r530143")).filteredOn(e -> e.pmu().equals(KnownEvents.OTHER_PROCESSORS))
                .extracting(KnownEvent::name)
                .contains("L1D_ALL_REF");
        assertThat(events.ofCode("rffff")).singleElement()
                .satisfies(e -> assertThat(e.standsFor()).contains("no event with this code"));
    }
}
