package runbench.sampler.events;

import runbench.sampler.events.Event.Placement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import runbench.sampler.events.machine.PmuTree;
import runbench.sampler.events.names.NameEncoder;
import runbench.sampler.events.select.EventResolver;
import runbench.sampler.events.select.KnownEvents;
import runbench.sampler.events.select.KnownEvents.VendorEvents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Compares the syntax of perf-list(1) with the attributes that perf opens. */
class PerfSyntaxTest {
    @TempDir
    private Path root;

    private MachineFixture intel() {
        return MachineFixture.intel(root, 0x55)
                .privileged()
                .pmu("uprobe", 8)
                .tracepoint("sched", "sched_switch", 316)
                .tracepoint("sched", "sched_stat_wait", 317)
                .tracepoint("sched", "sched_stat_sleep", 318)
                .tracepoint("syscalls", "sys_enter_read", 700)
                .put("/sys/kernel/tracing/events/sched/enable", "0");
    }

    private List<String> names(String list) {
        return intel().resolve(list).events().stream().map(Event::name).toList();
    }

    private RunbenchException refused(String list) {
        RunbenchException e = catchThrowableOfType(RunbenchException.class, () -> intel().resolve(list));
        assertThat(e).as(list).isNotNull();
        assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        return e;
    }

    @Test
    void everyWordHasPerfsAttributes() throws Exception {
        MachineFixture m = intel();
        Map<String, String> recorded = PerfAttributes.recorded();
        assertThat(recorded).hasSizeGreaterThan(100);
        Map<String, String> ours = new TreeMap<>();
        recorded.keySet().forEach(word -> ours.put(word, PerfAttributes.of(m.resolve(word))));
        assertThat(ours).containsExactlyInAnyOrderEntriesOf(recorded);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';',
            value = {"cpu/r1a8/;4;0x1a8", "cpu/r0x20000038f/;4;0x20000038f",
                    "cpu/event=0x3c,umask=0x0,inv,cmask=0x10,edge/;4;0x1084003c", "cpu/cycles/;0;0x400000000",
                    "cpu/cycles,name=mine/u;0;0x400000000", "cpu/config=0x1b,name=foo/;4;0x1b",
                    "cpu/LLC-loads/k;3;0x400000002"})
    void termsOfACorePmu(String word, int type, String config) {
        MachineFixture m = intel().put(PmuTree.FOLDER + "/cpu/format/inv", "config:23");
        assertThat(m.resolve(word).events()).singleElement().satisfies(e -> {
            assertThat(e.encoding().type()).isEqualTo(type);
            assertThat(e.encoding().config()).isEqualTo(Long.decode(config));
        });
    }

    @Test
    void labelsAndModifiersFormTheName() {
        assertThat(
                names("cpu/event=0xa8,umask=0x1,name=LSD.UOPS/u,cpu/event=1/:k,faults/name=mine/,cycles:uS,faults:D"))
                .containsExactly("LSD.UOPS:u", "cpu/event=1/k", "mine", "cpu-cycles:u", "page-faults");
        assertThat(names("msr/tsc,name='a,b/c'/,mem:0x1000/8:w:u,sched:sched_switch:k,{faults:u,cs}:k,r1a8/name=x/p"))
                .containsExactly("a,b/c", "mem:0x1000/8:w:u", "sched:sched_switch:k", "page-faults:uk",
                        "context-switches:k", "x:p");
        // As in perf, each group has its own modifiers: these are different events.
        assertThat(names("{faults,cs}:u,{faults}:k")).containsExactly("page-faults:u", "context-switches:u",
                "page-faults:k");
    }

    @Test
    void patternsSelectAllMatchingTracepoints() {
        assertThat(names("sched:sched_stat_*,sched:*:u")).containsExactlyInAnyOrder("sched:sched_stat_sleep",
                "sched:sched_stat_wait", "sched:sched_stat_sleep:u", "sched:sched_stat_wait:u", "sched:sched_switch:u");
        assertThat(names("s*:s*_s?itch")).containsExactly("sched:sched_switch");
        assertThat(refused("sched:no*").getMessage()).contains("sched:no*");
    }

    @Test
    void weakGroupCanBeSplit() {
        EventSelection s = intel().resolve("{cycles,instructions}:W,{branches,branch-misses}");
        assertThat(s.events()).extracting(Event::indivisible).containsExactly(false, false, true, true);
        assertThat(s.events()).extracting(Event::group).containsExactly(0, 0, 1, 1);
    }

    @Test
    void maximumPrecisionUsesThePmuLimit() {
        assertThat(intel().put(PmuTree.FOLDER + "/cpu/caps/max_precise", "3").resolve("cycles:P,faults:P").events())
                .extracting(e -> e.modifiers().precise())
                .containsExactly(3, 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"duration_time", "user_time", "system_time"})
    void quantitiesComputedByPerfAreNotEvents(String tool) {
        EventSelection s = intel().resolve(tool + ",faults");
        assertThat(s.events()).extracting(Event::name).containsExactly("page-faults");
        assertThat(s.notCounted()).singleElement().satisfies(n -> {
            assertThat(n.reason()).contains("perf computes");
            assertThat(n.remedy()).contains("leave it out");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';',
            value = {"cpu-clock/period=100/;--period", "cpu/event=1,call-graph=fp/;--period",
                    "cpu/event=1,percore/;aggregates", "faults:b;leave the b out", "faults:uu;once",
                    "breakpoint/config=1/;mem:ADDRESS", "cpu//;names no event",
                    "cpu_core/cycles/;it has: breakpoint, cpu,", "{faults,{cs}};is missing", "{faults;not closed"})
    void invalidEventsHaveAReason(String word, String words) {
        RunbenchException e = refused(word);
        assertThat(e.getMessage() + e.remedy().orElse("")).contains(words);
    }

    @Test
    void missingParametersAreReported() {
        MachineFixture m = intel().pmu("hv_gpci", 30)
                .put(PmuTree.FOLDER + "/hv_gpci/format/phys_processor_idx", "config:0-31")
                .put(PmuTree.FOLDER + "/hv_gpci/format/request", "config1:0-31")
                .put(PmuTree.FOLDER + "/hv_gpci/events/dtbp", "request=0x10,phys_processor_idx=?");
        assertThat(m.resolve("hv_gpci/dtbp,phys_processor_idx=2/").events().get(0).encoding())
                .isEqualTo(new Encoding(30, 2, 16, 0));
        RunbenchException e = catchThrowableOfType(RunbenchException.class, () -> m.resolve("hv_gpci/dtbp/"));
        assertThat(e.remedy().orElseThrow()).contains("hv_gpci/dtbp,phys_processor_idx=0/");
        assertThat(new KnownEvents(m.machine(), VendorEvents.NONE, NameEncoder.NONE).list())
                .extracting(KnownEvent::name)
                .contains("hv_gpci/dtbp/");
    }

    @Test
    void prefixOrPatternSelectsAllMemoryControllers() {
        MachineFixture m = intel();
        for (int i = 1; i < 3; i++) {
            m.pmu("uncore_imc_" + i, 20 + i)
                    .put(PmuTree.FOLDER + "/uncore_imc_" + i + "/cpumask", "0,28")
                    .put(PmuTree.FOLDER + "/uncore_imc_" + i + "/events/cas_count_read", "config=0x304");
        }
        m.pmu("uncore_imc_free_running", 40).put(PmuTree.FOLDER + "/uncore_imc_free_running/cpumask", "0");
        EventResolver wide = new EventResolver(m.machine(), () -> NameEncoder.NONE, true);
        for (String word : List.of("imc/cas_count_read/", "uncore_imc/cas_count_read/", "*imc_?/cas_count_read/",
                "cas_count_read")) {
            EventSelection s = wide.resolve(word);
            assertThat(s.events()).as(word)
                    .extracting(Event::name)
                    .containsExactly("uncore_imc_0/cas_count_read/", "uncore_imc_1/cas_count_read/",
                            "uncore_imc_2/cas_count_read/");
            assertThat(s.events()).extracting(Event::group).doesNotHaveDuplicates();
            assertThat(s.events().get(1).placements())
                    .containsExactly(new Placement(new Encoding(21, 0x304), "0,28", true));
        }
        assertThat(wide.resolve("imc/cas_count_read/,cycles").events().get(3).group()).isEqualTo(3);
    }
}
