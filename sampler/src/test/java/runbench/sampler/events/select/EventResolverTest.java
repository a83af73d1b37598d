package runbench.sampler.events.select;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import runbench.parser.metrics.MetricTable;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.EventSelection.EventSum;
import runbench.sampler.events.MachineFixture;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.EventSelection.NotCounted;
import runbench.sampler.events.Encoding.PerfType;
import runbench.sampler.events.Event.Placement;
import runbench.sampler.events.Event.Source;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.PmuTree;
import runbench.sampler.events.names.NameEncoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

@Tag("beside")
@Tag("scenario")
class EventResolverTest {
    @TempDir
    Path root;

    private static List<String> names(EventSelection s) {
        return s.events().stream().map(Event::name).toList();
    }

    private static Event only(EventSelection s) {
        assertThat(s.events()).hasSize(1);
        return s.events().get(0);
    }

    @Test
    void l3AndFabricOfZenCountWholeSockets() {
        MachineFixture zen3 = MachineFixture.amd(root, 0x19, 1).privileged();
        assertThat(zen3.resolve("l3_lookup_state.l3_miss").notCounted()).singleElement().satisfies(n -> {
            assertThat(n.reason()).contains("amd_l3");
            assertThat(n.remedy()).isNotEmpty();
        });
        zen3.pmu("amd_l3", 20)
                .put(PmuTree.FOLDER + "/amd_l3/cpumask", "0,8")
                .put(PmuTree.FOLDER + "/amd_l3/format/event", "config:0-7")
                .put(PmuTree.FOLDER + "/amd_l3/format/umask", "config:8-15");
        zen3.pmu("amd_df", 21)
                .put(PmuTree.FOLDER + "/amd_df/cpumask", "0")
                .put(PmuTree.FOLDER + "/amd_df/format/event", "config:0-7,32-35,59-60")
                .put(PmuTree.FOLDER + "/amd_df/format/umask", "config:8-15");
        EventSelection s = zen3.resolve(
                "page-faults,l3_lookup_state.l3_miss,l3_lookup_state.all_l3_req_typs,dram_channel_data_controller_5");
        assertThat(s.notCounted()).isEmpty();
        assertThat(s.events()).filteredOn(Event::wide)
                .extracting(Event::name, e -> e.encoding().config(), e -> e.placements().get(0).cpus(), Event::unit)
                .containsExactly(tuple("l3_lookup_state.l3_miss", 0x104L, "0,8", "requests"),
                        tuple("l3_lookup_state.all_l3_req_typs", 0xff04L, "0,8", "requests"),
                        tuple("dram_channel_data_controller_5", 0x1_0000_3847L, "0", "64 B"));
        assertThat(MetricTable.builtIn(Microarchitectures.of(zen3.machine().processor()))
                .select("l3_miss_ratio")
                .get(0)
                .available()).isTrue();
    }

    @Test
    void presetsOfPapiAreTheEventsThatPapiCountsOnTheProcessor() {
        MachineFixture skylake = MachineFixture.intel(root, 0x55).privileged();
        EventSelection s = skylake.resolve("PAPI_TOT_INS:u,papi_br_msp,PAPI_LST_INS,PAPI_L3_TCM");
        assertThat(s.events()).extracting(Event::name, e -> e.encoding().config())
                .containsExactly(tuple("instructions:u", 1L), tuple("br_misp_retired.conditional", 0x1c5L),
                        tuple("mem_inst_retired.all_loads", 0x81d0L), tuple("mem_inst_retired.all_stores", 0x82d0L),
                        tuple("longest_lat_cache.miss", 0x412eL));
        assertThat(s.sums()).extracting(EventSum::name, EventSum::summands)
                .containsExactly(
                        tuple("PAPI_LST_INS", List.of("mem_inst_retired.all_loads", "mem_inst_retired.all_stores")));
        assertThat(s.remarks())
                .contains("PAPI_TOT_INS (PAPI, instructions completed) is instructions on Intel Skylake server");
    }

    @Test
    void aPresetOfPapiWithoutAnEventIsRejectedWithTheReason() {
        MachineFixture zen3 = MachineFixture.amd(root, 0x19, 1).privileged();
        RunbenchException e = catchThrowableOfType(RunbenchException.class, () -> zen3.resolve("cycles,PAPI_LD_INS"));
        assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(e.getMessage()).contains("PAPI_LD_INS (PAPI, load instructions) has no counterpart on AMD Zen 3: ")
                .contains("ls_dispatch.ld_dispatch");
        assertThat(e.remedy().orElseThrow()).contains("PAPI_TOT_INS").doesNotContain("PAPI_LD_INS");
        RunbenchException typo = catchThrowableOfType(RunbenchException.class, () -> zen3.resolve("PAPI_TOT_INZ"));
        assertThat(typo.getMessage()).isEqualTo("PAPI has no preset 'PAPI_TOT_INZ'");
        assertThat(typo.remedy().orElseThrow()).contains("PAPI_TOT_INS");
    }

    @Test
    void resctrlEventsAreAvailableIfMounted() {
        MachineFixture m = MachineFixture.intel(root, 0x55).privileged();
        assertThat(m.resolve("resctrl/llc_occupancy/").notCounted()).singleElement()
                .satisfies(n -> assertThat(n.reason()).contains("/proc/filesystems"));
        m.put("/proc/filesystems", "nodev\tresctrl");
        assertThat(m.resolve("resctrl/llc_occupancy/").notCounted()).singleElement()
                .satisfies(n -> assertThat(n.remedy()).isEqualTo("sudo mount -t resctrl resctrl /sys/fs/resctrl"));
        m.put("/sys/fs/resctrl/info/L3_MON/mon_features", "llc_occupancy\nmbm_total_bytes");
        assertThat(m.resolve("page-faults,resctrl/mbm_total_bytes/").events()).filteredOn(Event::wide)
                .singleElement()
                .satisfies(e -> {
                    assertThat(e.source()).isEqualTo(Source.RESCTRL);
                    assertThat(e.unit()).isEqualTo("B");
                });
        assertThat(m.resolve("resctrl/mbm_local_bytes/").notCounted()).singleElement()
                .satisfies(n -> assertThat(n.reason()).contains("llc_occupancy, mbm_total_bytes"));
        assertThat(catchThrowableOfType(RunbenchException.class, () -> m.resolve("resctrl/mbm_totel_bytes/")).remedy()
                .orElse("")).contains("mbm_total_bytes");
    }

    @Test
    void widerUnitMasksOfZen4UseKernelFormat() {
        for (int family : new int[]{0x19, 0x1a}) {
            MachineFixture zen = MachineFixture.amd(root, family, family == 0x19 ? 0x11 : 2).privileged();
            zen.pmu("amd_df", 21)
                    .put(PmuTree.FOLDER + "/amd_df/cpumask", "0")
                    .put(PmuTree.FOLDER + "/amd_df/format/event", "config:0-7,32-37")
                    .put(PmuTree.FOLDER + "/amd_df/format/umask", "config:8-15,24-27");
            String name = family == 0x19 ? "local_processor_write_data_beats_cs9"
                    : "local_or_remote_socket_write_data_beats_dram_9";
            assertThat(zen.resolve(name).events()).filteredOn(Event::wide)
                    .singleElement()
                    .satisfies(e -> assertThat(e.encoding().config())
                            .isEqualTo(family == 0x19 ? 0x2_0700_ff5fL : 0x2_0f00_ff5fL));
        }
    }

    @Test
    void autoWithoutPmuFallsBackWithOneReason() {
        EventSelection s = MachineFixture.virtualWithoutPmu(root).privileged().resolve("auto");
        assertThat(names(s)).containsExactly("page-faults", "context-switches", "cpu-migrations", "task-clock");
        assertThat(s.events()).allSatisfy(e -> {
            assertThat(e.source()).isEqualTo(Source.SOFTWARE);
            assertThat(e.group()).isZero();
        });
        assertThat(s.notCounted()).singleElement().satisfies(n -> {
            assertThat(n.name()).isEqualTo("L1D_ALL_REF");
            assertThat(n.reason()).isEqualTo("no hardware PMU is visible in this virtual machine");
            assertThat(n.remedy()).contains("bare metal", "-cpu host,pmu=on", "VMware");
        });
    }

    @Test
    void unprivilegedAutoOmitsEventsThatWouldRead0() {
        EventSelection s = MachineFixture.virtualWithoutPmu(root).resolve("auto");
        assertThat(names(s)).containsExactly("page-faults", "task-clock");
        assertThat(s.events()).allSatisfy(e -> assertThat(e.modifiers().kernel()).isFalse());
        assertThat(s.notCounted()).extracting(NotCounted::name)
                .containsExactly("L1D_ALL_REF", "context-switches", "cpu-migrations");
        assertThat(s.notCounted().get(1).reason()).contains("perf_event_paranoid is 2");
        assertThat(s.notCounted().get(1).remedy()).contains("sysctl kernel.perf_event_paranoid=1");
    }

    @ParameterizedTest
    @CsvSource({"-1,true", "0,true", "1,true", "2,false", "3,false", "4,false"})
    void paranoidLevelDeterminesPermissions(int level, boolean kernel) {
        Event e = only(MachineFixture.virtualWithoutPmu(root).paranoid(level).resolve("page-faults"));
        assertThat(e.modifiers().user()).isTrue();
        assertThat(e.modifiers().kernel()).isEqualTo(kernel);
    }

    @Test
    void capabilitiesInContainerNamespaceAreIgnored() {
        MachineFixture m = MachineFixture.virtualWithoutPmu(root)
                .privileged()
                .put("/proc/self/uid_map", "0 100000 65536");
        assertThat(m.machine().rights().kernel()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0x0f,0x143", "0x17,0x143", "0x1a,0x143", "0x4e,0x83d0", "0x55,0x83d0", "0x6a,0x83d0", "0x8f,0x83d0"})
    void l1dAllRefIsOneEventOnMostIntelCpus(String model, String code) {
        EventSelection s = MachineFixture.intel(root, Integer.decode(model)).privileged().resolve("L1D_ALL_REF");
        Event e = only(s);
        assertThat(e.name()).isEqualTo("L1D_ALL_REF");
        assertThat(e.encoding()).isEqualTo(new Encoding(PerfType.RAW, Long.decode(code)));
        assertThat(e.unit()).isEqualTo("references");
        assertThat(s.remarks()).singleElement().asString().startsWith("L1D_ALL_REF is ");
        assertThat(s.sums()).isEmpty();
    }

    @Test
    void l1dAllRefIsASumOnHaswell() {
        EventSelection s = MachineFixture.intel(root, 0x3c).privileged().resolve("memory-references:u");
        assertThat(names(s)).containsExactly("MEM_UOPS_RETIRED:ALL_LOADS:u", "MEM_UOPS_RETIRED:ALL_STORES:u");
        assertThat(s.events()).extracting(e -> e.encoding().config()).containsExactly(0x81d0L, 0x82d0L);
        assertThat(s.events()).allSatisfy(e -> assertThat(e.modifiers().kernel()).isFalse());
        assertThat(s.sums()).containsExactly(
                new EventSum("L1D_ALL_REF:u", "references", "retired load and store micro-operations", names(s)));
    }

    @ParameterizedTest
    @CsvSource({"15,5,0x40", "16,2,0x40", "21,1,0x40", "23,1,0x40", "23,49,0x729", "25,1,0x729", "25,97,0x729",
            "26,2,0x729"})
    void l1dAllRefOnAmd(int family, int model, String code) {
        assertThat(
                only(MachineFixture.amd(root, family, model).privileged().resolve("L1D_ALL_REF")).encoding().config())
                .isEqualTo(Long.decode(code));
    }

    @Test
    void autoOnArmUsesCommonEvents() {
        EventSelection s = MachineFixture.arm(root).privileged().resolve("auto");
        assertThat(names(s)).containsExactly("L1D_ALL_REF", "L1D_READ_MISS", "L1D_WRITE_MISS");
        assertThat(s.events()).extracting(e -> e.encoding().config()).containsExactly(0x04L, 0x42L, 0x43L);
    }

    @Test
    void unknownCpuUsesGenericEvents() {
        EventSelection s = MachineFixture.bare(root)
                .put("/proc/cpuinfo", "vendor_id : CentaurHauls\ncpu family : 7\nmodel : 1\n")
                .pmu("cpu", 4)
                .resolve("L1D_ALL_REF");
        assertThat(names(s)).containsExactly("L1-dcache-loads", "L1-dcache-stores");
        assertThat(s.sums()).singleElement().satisfies(x -> assertThat(x.name()).isEqualTo("L1D_ALL_REF"));
        assertThat(s.remarks().get(0)).contains("no event table");
    }

    @Test
    void hybridCpusOpenEachCoreType() {
        EventSelection s = MachineFixture.hybrid(root)
                .privileged()
                .resolve("cycles,page-faults,r0143,cpu_atom/instructions/,mem-stores:u");
        assertThat(names(s)).containsExactly("cpu-cycles", "page-faults", "cpu_atom/r0143/", "cpu_core/r0143/",
                "cpu_atom/instructions/", "mem-stores:u");
        assertThat(s.events().get(0).placements()).containsExactly(
                new Placement(new Encoding(0, 10L << 32), "16-23", false),
                new Placement(new Encoding(0, 4L << 32), "0-15", false));
        assertThat(s.events().get(1).placements()).containsExactly(new Placement(new Encoding(1, 2), "", false));
        assertThat(s.events().get(3).placements())
                .containsExactly(new Placement(new Encoding(4, 0x143), "0-15", false));
        assertThat(s.events().get(4).placements())
                .containsExactly(new Placement(new Encoding(0, 10L << 32 | 1), "16-23", false));
        assertThat(s.events().get(5).placements()).extracting(Placement::cpus).containsExactly("16-23", "0-15");
        // Events that differ between CPUs have the same group on all of them, so all are counted over the same time.
        assertThat(s.events()).extracting(Event::group).containsOnly(0);
        assertThat(s.sums()).isEmpty();
        assertThat(s.remarks()).containsOnlyOnce(
                "hardware events are counted on every core type, cpu_atom on CPUs 16-23 and cpu_core on CPUs 0-15; "
                        + "cpu_atom/EVENT/ counts one of them alone")
                .anyMatch(r -> r.startsWith("r0143 is counted separately on each core type"));
        assertThat(MachineFixture.hybrid(root).privileged().resolve("cpu/event=1/").events()).extracting(Event::name)
                .containsExactly("cpu_atom/event=1/", "cpu_core/event=1/");
        EventSelection refs = MachineFixture.hybrid(root).privileged().resolve("L1D_ALL_REF");
        assertThat(only(refs).placements()).containsExactly(new Placement(new Encoding(4, 0x83d0), "0-15", false));
        assertThat(refs.remarks()).anyMatch(r -> r.contains("only on the cores of cpu_core"));
    }

    @Test
    void bigAndLittleCoresCountTheSameArchitecturalEvents() {
        MachineFixture m = MachineFixture.bigLittle(root).privileged();
        EventSelection s = m.resolve("cycles,L1D_ALL_REF,armv8_cortex_a53/l1d_cache/");
        assertThat(s.events().get(0).placements()).containsExactly(new Placement(new Encoding(0, 0), "0-3", false),
                new Placement(new Encoding(0, 0), "4-5", false));
        assertThat(s.events().get(1).placements()).containsExactly(new Placement(new Encoding(8, 4), "0-3", false),
                new Placement(new Encoding(9, 4), "4-5", false));
        assertThat(s.events().get(2).placements()).containsExactly(new Placement(new Encoding(8, 4), "0-3", false));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';',
            value = {"cpu/event=0x43,umask=0x01/;0x143;0", "cpu/event=0xd0,umask=0x83,cmask=1,edge/;0x10483d0;0",
                    "cpu/event/;1;0", "cpu/mem-loads/;0x1cd;3", "cpu/mem-loads,ldlat=30/;0x1cd;30",
                    "cpu/config=0x530143/;0x530143;0", "cpu/event=67,umask=1/u;0x143;0",
                    "cpu/event=0x43,name=mine/:k;0x43;0", "cpu/config1=0xffffffffffffffff,event=1/;1;-1"})
    void termsFollowThePmuFormat(String event, String config, long config1) {
        Event e = only(MachineFixture.intel(root, 0x55).privileged().resolve(event));
        assertThat(e.encoding()).isEqualTo(new Encoding(4, Long.decode(config), config1, 0));
    }

    @Test
    void splitFormatsAreFilledInOrder() {
        assertThat(
                only(MachineFixture.amd(root, 0x17, 0x31).privileged().resolve("cpu/event=0x1cb,umask=0x2/")).encoding()
                        .config())
                .isEqualTo(0x1_0000_02cbL);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';',
            value = {"cpu/evnt=1/;did you mean event", "cpu/event=0x100/;", "cpu/event=x/;", "cpu/,event=1/;",
                    "cpux/event=1/;did you mean cpu", "cpu/mem-lods/;mem-loads", "cpu/event=1/z;use u (user)",
                    "/event=1/;", "cpu/a/b/;"})
    void wrongTermsAreExplained(String event, String remedy) {
        RunbenchException e = catchThrowableOfType(RunbenchException.class,
                () -> MachineFixture.intel(root, 0x55).resolve(event));
        assertThat(e).isNotNull();
        assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        if (remedy != null) {
            assertThat(e.remedy().orElseThrow()).contains(remedy);
        }
    }

    @Test
    void namedEventsOfTheCorePmuNeedNoSlashes() {
        assertThat(only(MachineFixture.intel(root, 0x55).privileged().resolve("mem-stores")).encoding())
                .isEqualTo(new Encoding(4, 0x82d0));
        assertThat(only(MachineFixture.arm(root).privileged().resolve("l1d_cache:u")).encoding())
                .isEqualTo(new Encoding(8, 4));
        assertThat(only(MachineFixture.virtualWithoutPmu(root).resolve("msr/tsc/")).encoding())
                .isEqualTo(new Encoding(9, 0));
        assertThat(only(MachineFixture.intel(root, 0x55).privileged().resolve("cpu/L1-dcache-loads/")).encoding())
                .isEqualTo(new Encoding(3, 4L << 32));
    }

    @Test
    void socketEventsHaveSeparateGroups() {
        EventSelection s = MachineFixture.intel(root, 0x55).resolve("uncore_imc_0/cas_count_read/,page-faults");
        assertThat(names(s)).containsExactly("uncore_imc_0/cas_count_read/", "page-faults");
        assertThat(s.events()).extracting(Event::wide).containsExactly(true, false);
        assertThat(s.events()).extracting(Event::group).doesNotHaveDuplicates();
        assertThat(names(MachineFixture.intel(root, 0x55).resolve("uncore_imc_0/cas_count_read/")))
                .as("a program has at least its task-clock")
                .containsExactly("uncore_imc_0/cas_count_read/", "task-clock");
    }

    @ParameterizedTest
    @CsvSource({"r530143,0x530143", "0x530143,0x530143", "r1,1", "0XFFFFFFFFFFFFFFFF,-1",
            "r8000000000000001:u,0x8000000000000001"})
    void rawCodesAreUnchanged(String raw, String config) {
        long expected = config.startsWith("0x") ? Long.parseUnsignedLong(config.substring(2), 16)
                : Long.parseLong(config);
        assertThat(only(MachineFixture.intel(root, 0x17).privileged().resolve(raw)).encoding())
                .isEqualTo(new Encoding(PerfType.RAW, expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cycles", "r530143", "L1-dcache-loads", "L1D_ALL_REF:u", "cpu/event=1/"})
    void hardwareEventsWithoutPmuAreNotCountedInsteadOf0(String event) {
        EventSelection s = MachineFixture.virtualWithoutPmu(root).privileged().resolve(event + ",cs");
        assertThat(names(s)).containsExactly("context-switches");
        assertThat(s.notCounted()).singleElement().satisfies(n -> assertThat(n.reason()).contains("no hardware PMU"));
    }

    @ParameterizedTest
    @CsvSource({"cycles:u,true,false,false,0,false", "cycles:k,false,true,false,0,false",
            "cycles:uk,true,true,false,0,false", "cycles:h,false,false,true,0,false",
            "cycles:ppp,true,true,false,3,false", "cycles:upD,true,false,false,1,true",
            "cycles:S,true,true,false,0,false"})
    void modifiersHavePerfsMeaning(String event, boolean user, boolean kernel, boolean hypervisor, int precise,
            boolean pinned) {
        Modifiers m = only(MachineFixture.intel(root, 0x55).privileged().resolve(event)).modifiers();
        assertThat(List.of(m.user(), m.kernel(), m.hypervisor(), m.precise(), m.pinned())).containsExactly(user, kernel,
                hypervisor, precise, pinned);
    }

    @Test
    void groupsStayTogetherAndPassOnModifiers() {
        EventSelection s = MachineFixture.intel(root, 0x55)
                .privileged()
                .resolve("faults,{cycles,instructions:k}:u,{branches},cs");
        assertThat(names(s)).containsExactly("page-faults", "cpu-cycles:u", "instructions:ku", "branch-instructions",
                "context-switches");
        assertThat(s.events()).extracting(Event::group).containsExactly(0, 1, 1, 2, 0);
        assertThat(s.events()).extracting(Event::indivisible).containsExactly(false, true, true, true, false);
        assertThat(s.events().get(1).modifiers().kernel()).isFalse();
        assertThat(s.events().get(2).modifiers().user()).isTrue();
    }

    @Test
    void repeatedEventIsCountedOnce() {
        EventSelection s = MachineFixture.virtualWithoutPmu(root).resolve("faults,page-faults");
        assertThat(names(s)).containsExactly("page-faults");
        assertThat(s.remarks()).singleElement().asString().contains("twice");
    }

    @ParameterizedTest
    @CsvSource({"mem:0x601040,3,4", "mem:0x601040:w,2,4", "mem:0x601040/8:rw,3,8", "mem:0x601040/1:r:u,1,1",
            "mem:4096:x,4,8", "mem:0x601040/2:w:u,2,2"})
    void breakpointsHaveAddressAccessAndLength(String event, long access, long length) {
        Event e = only(MachineFixture.virtualWithoutPmu(root).privileged().resolve(event));
        assertThat(e.source()).isEqualTo(Source.BREAKPOINT);
        assertThat(e.encoding())
                .isEqualTo(new Encoding(5, access, event.startsWith("mem:4096") ? 4096 : 0x601040, length));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"mem:", "mem:zz", "mem:0x10/3", "mem:0x10:q", "mem:0x10:wx", "mem:0x10/999:w", "mem:0x10:w:z"})
    void malformedBreakpointsAreRejected(String event) {
        assertThat(catchThrowableOfType(RunbenchException.class,
                () -> MachineFixture.virtualWithoutPmu(root).resolve(event)).exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    }

    @Test
    void tracepointsAreFoundInTracefs() {
        MachineFixture m = MachineFixture.virtualWithoutPmu(root).privileged();
        assertThat(m.resolve("sched:sched_switch").notCounted()).singleElement()
                .satisfies(n -> assertThat(n.reason()).contains("tracefs"));
        m.tracepoint("sched", "sched_switch", 314);
        assertThat(only(m.resolve("sched:sched_switch")).encoding()).isEqualTo(new Encoding(2, 314));
        assertThat(only(m.resolve("sched:sched_switch:u")).modifiers().kernel()).isFalse();
        RunbenchException e = catchThrowableOfType(RunbenchException.class, () -> m.resolve("sched:sched_swich"));
        assertThat(e.remedy()).contains("did you mean sched:sched_switch?");
    }

    @ParameterizedTest
    @CsvSource({"cycels,cycles", "page-fault,page-faults", "L1-dcache-load-miss3s,L1-dcache-load-misses",
            "LID_ALL_REF,L1D_ALL_REF", "contextswitches,context-switches", "taskclock,task-clock",
            "branch-mises,branch-misses"})
    void wrongNameSuggestsNearestName(String wrong, String right) {
        RunbenchException e = catchThrowableOfType(RunbenchException.class,
                () -> MachineFixture.virtualWithoutPmu(root).resolve(wrong));
        assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(e.remedy().orElseThrow()).contains("did you mean").contains(right);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cycles:", "cycles:uu:k", "cycles:q", "cycles:pppp", "r", "0x", "r12345678901234567",
            "../../etc/passwd", "a:../x", "$(reboot)", "%s%n", "\u202Ecycles", "name\u001b[31m", "x'; drop", ":u",
            "sched:", "software", "null", "a=b", "'"})
    void hostileNamesAreRejectedInPrintableText(String name) {
        MachineFixture m = MachineFixture.virtualWithoutPmu(root).tracepoint("sched", "sched_switch", 314);
        RunbenchException e = catchThrowableOfType(RunbenchException.class, () -> m.resolve(name));
        assertThat(e).isNotNull();
        assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(e.getMessage()).doesNotContain("\u001b", "\u202e");
    }

    @Test
    @Tag("scenario")
    void randomWordsResolveOrFailClearly() {
        Machine machine = MachineFixture.intel(root, 0x55)
                .privileged()
                .tracepoint("sched", "sched_switch", 314)
                .machine();
        EventResolver resolver = new EventResolver(machine, () -> NameEncoder.NONE);
        Random random = new Random(11);
        String[] parts = {"cycles", "L1D_ALL_REF", "cpu/", "event=", "0x43", "/", ",", "{", "}", ":", "u", "ppp",
                "mem:", "r1f", "sched:sched_switch", "auto", "=", "umask", "-", "L1-dcache", "load", "misses"};
        for (int i = 0; i < 400; i++) {
            StringBuilder s = new StringBuilder();
            for (int n = 1 + random.nextInt(6); n > 0; n--) {
                s.append(parts[random.nextInt(parts.length)]);
            }
            try {
                EventSelection selection = resolver.resolve(s.toString());
                assertThat(selection.events().size() + selection.notCounted().size()).isPositive();
            } catch (RunbenchException e) {
                assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
            }
        }
    }

    @Test
    void vendorLibraryIsAskedLast() {
        NameEncoder library = name -> name.equals("MEM_INST_RETIRED:ANY:u")
                ? Optional.of(new NameEncoder.Encoded("skl::MEM_INST_RETIRED:ANY", new Encoding(4, 0x5383d0), "u"))
                : Optional.empty();
        EventSelection s = new EventResolver(MachineFixture.intel(root, 0x55).privileged().machine(), () -> library)
                .resolve("MEM_INST_RETIRED:ANY:u");
        assertThat(only(s).encoding().config()).isEqualTo(0x5383d0);
        assertThat(only(s).modifiers().kernel()).isFalse();
        new EventResolver(MachineFixture.intel(root, 0x55).machine(), () -> {
            throw new AssertionError("loaded although not needed");
        }).resolve("cycles,r1,cpu/event=1/,L1D_ALL_REF");
    }

    /** Floating-point operations (select 0x03, any unit mask) exceed one counter's increment per cycle. */
    @Test
    void eventsWithTwoCountersDependOnTheCpu() {
        EventResolver zen5 = new EventResolver(MachineFixture.amd(root.resolve("zen5"), 0x1a, 0x2).machine(),
                () -> NameEncoder.NONE);
        assertThat(zen5.resolve("r0f03,r8f03:u,cpu/event=0x03,umask=0x0f/,r03c3,r100000003,cycles").events())
                .extracting(Event::counters)
                .containsExactly(2, 2, 2, 1, 1, 1);
        EventResolver intel = new EventResolver(MachineFixture.intel(root.resolve("intel"), 0x55).machine(),
                () -> NameEncoder.NONE);
        assertThat(intel.resolve("r0f03").events()).extracting(Event::counters).containsExactly(1);
    }
}
