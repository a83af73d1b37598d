package runbench.parser.microarchitecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import runbench.base.error.RunbenchException;
import runbench.parser.table.TableCompiler;

class MicroarchitecturesTest {
    static List<String> ids() {
        return Microarchitectures.ids();
    }

    /** family and model as /proc/cpuinfo has them; on Arm implementer and part. */
    @ParameterizedTest
    @CsvSource({"GenuineIntel,6,0x55,skylake-server", "GenuineIntel,6,0x9e,skylake", "GenuineIntel,6,0x6a,icelake",
            "GenuineIntel,6,0x8f,goldencove", "GenuineIntel,6,0xcf,goldencove", "GenuineIntel,6,0x97,goldencove-client",
            "GenuineIntel,6,0xad,redwoodcove", "GenuineIntel,6,0xaf,crestmont", "GenuineIntel,6,0xbe,gracemont",
            "GenuineIntel,6,0x3c,intel", "AuthenticAMD,0x17,0x01,zen1", "AuthenticAMD,0x17,0x31,zen2",
            "AuthenticAMD,0x19,0x01,zen3", "AuthenticAMD,0x19,0x21,zen3", "AuthenticAMD,0x19,0x11,zen4",
            "AuthenticAMD,0x19,0x61,zen4", "AuthenticAMD,0x1a,0x02,zen5", "AuthenticAMD,0x10,2,amd",
            "AuthenticAMD,0x1a,0x50,amd", "arm,0x41,0xd0c,neoverse-n1", "arm,0x41,0xd49,neoverse-n2",
            "arm,0x41,0xd40,neoverse-v1", "arm,0x41,0xd4f,neoverse-v2", "arm,0x41,0xd08,cortex-a72",
            "arm,0x41,0xd07,cortex-a72", "arm,0x41,0xd0b,cortex-a76", "arm,0x41,0xd03,armv8", "arm,0xc0,0xd0c,armv8",
            "HygonGenuine,0x18,1,unknown", "'',0,0,unknown"})
    void aProcessorHasItsTable(String vendor, String family, String model, String table) {
        ProcessorId processor = new ProcessorId(vendor, Integer.decode(family), Integer.decode(model), false);
        assertThat(Microarchitectures.idOf(processor)).isEqualTo(table);
        assertThat(Microarchitectures.of(processor).hybrid()).isFalse();
    }

    @Test
    void onlyAHybridHasCoresOfOneKindAmongOthers() {
        assertThat(Microarchitectures.of(new ProcessorId("GenuineIntel", 6, 0x97, true)).corePmu())
                .isEqualTo("cpu_core");
        assertThat(Microarchitectures.named("goldencove-client").corePmu()).isEmpty();
    }

    @Test
    void anUnknownNameIsHelped() {
        assertThatThrownBy(() -> Microarchitectures.named("zen55")).isInstanceOfSatisfying(RunbenchException.class,
                e -> assertThat(e.remedy().orElseThrow()).contains("zen5"));
    }

    @ParameterizedTest
    @MethodSource("ids")
    void everyEventSaysWhatItIs(String id) {
        Microarchitecture table = Microarchitectures.named(id);
        assertThat(table.title()).isNotBlank();
        assertThat(table.counters()).isPositive();
        assertThat(table.events()).allSatisfy((name, e) -> {
            assertThat(name).isEqualTo(e.name()).isLowerCase();
            assertThat(e.unit()).as(name).isNotBlank();
            assertThat(e.meaning()).as(name).isNotBlank();
            assertThat(e.source()).as(name).isNotBlank();
            assertThat(e.counters()).as(name).isBetween(1, 2);
            assertThat(e.leader().isEmpty() || table.events().containsKey(e.leader())).as(name).isTrue();
            assertThat(e.hasCode() || e.domain().shared() || table.layout() == CodeLayout.NONE).as(name).isTrue();
        });
    }

    /** Two names for one code would be counted twice. */
    @ParameterizedTest
    @MethodSource("ids")
    void noCodeHasTwoNames(String id) {
        Map<Long, String> names = new HashMap<>();
        Microarchitectures.named(id)
                .events()
                .values()
                .stream()
                .filter(EventDefinition::hasCode)
                .forEach(e -> assertThat(names.putIfAbsent(e.config(), e.name())).as(e.name()).isNull());
    }

    /** 0x03 adds up to 16 in a cycle: it takes a counter and its neighbour. */
    @Test
    void floatingPointOperationsTakeTwoCountersOnEveryZen() {
        for (String zen : List.of("zen1", "zen2", "zen3", "zen4", "zen5")) {
            assertThat(Microarchitectures.named(zen)
                    .events()
                    .values()
                    .stream()
                    .filter(e -> (e.config() & 0xfL) == 3 && (e.config() & 0xffL) == 3)).isNotEmpty()
                    .allSatisfy(e -> assertThat(e.counters()).isEqualTo(2));
        }
    }

    @ParameterizedTest
    @CsvSource({"zen5,ls_dmnd_fills_from_sys.all,0xff43", "zen5,l2_fill_rsp_src.all,0x10000de65",
            "zen5,de_no_dispatch_per_slot.backend_stalls,0x100001ea0", "zen5,fp_ret_sse_avx_ops.all,0x0f03",
            "zen4,fp_ret_sse_avx_ops.all,0x1f03", "zen3,op_cache_hit_miss.op_cache_miss,0x20000048f",
            "skylake,mem_inst_retired.all_loads,0x81d0",
            "skylake,idq_uops_not_delivered.cycles_0_uops_deliv.core,0x0400019c", "icelake,topdown.slots_p,0x01a4",
            "goldencove,dtlb_load_misses.walk_completed,0x0e12", "goldencove,topdown-mem-bound,0x8700",
            "neoverse-v1,fp_scale_ops_spec,0x80c0"})
    void codesStandWhereTheKernelTakesThem(String id, String event, String config) {
        assertThat(Microarchitectures.named(id).event(event).orElseThrow().config()).isEqualTo(Long.decode(config));
        assertThat(Microarchitectures.named(id).event(event.toUpperCase(java.util.Locale.ROOT))).isPresent();
    }

    @Test
    void tablesAreCompiledWithWhatTheyInherit() throws Exception {
        Path folder = Path.of(System.getProperty("runbench.home"),
                "parser/target/classes/runbench/parser/microarchitecture");
        try (Stream<Path> files = Files.list(folder)) {
            for (Path toml : files.filter(f -> f.toString().endsWith(".toml")).toList()) {
                assertThat(new ObjectMapper().readTree(Path.of(toml.toString().replace(".toml", ".json")).toFile()))
                        .isEqualTo(TableCompiler.whole(toml));
            }
        }
        assertThat(Microarchitectures.named("zen5").event("ex_ret_instr")).as("of all Zen").isPresent();
        assertThat(Microarchitectures.named("zen5").event("resyncs_or_nc_redirects")).as("of Zen 4 alone").isEmpty();
    }
}
