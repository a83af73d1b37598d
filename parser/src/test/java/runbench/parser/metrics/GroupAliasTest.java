package runbench.parser.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitectures;

/** Metric groups of other tools. */
class GroupAliasTest {
    private static MetricTable table(String processor) {
        return MetricTable.builtIn(Microarchitectures.named(processor));
    }

    @Test
    void eachGroupHasMetricsOrAReasonAndIsNamedOnce() {
        MetricTable zen5 = table("zen5");
        Set<String> names = new HashSet<>();
        for (GroupAlias a : GroupAlias.all()) {
            assertThat(names.add(a.name().toLowerCase(Locale.ROOT))).as(a.name()).isTrue();
            assertThat(a.metrics().isEmpty()).as(a.name()).isEqualTo(!a.missing().isEmpty());
            assertThat(a.note().isEmpty()).as(a.name()).isEqualTo(a.metrics().isEmpty());
            assertThat(a.metrics()).allSatisfy(m -> assertThat(zen5.find(m)).as(a.name() + ": " + m).isPresent());
            assertThat(zen5.select(a.near())).as(a.name()).isNotEmpty();
            assertThat(Stream.concat(zen5.all().stream().map(Metric::name),
                    zen5.groups().stream().map(MetricTable.MetricGroup::name)).toList())
                    .as("a name of this package hides the group of " + a.tool())
                    .doesNotContain(a.name().toLowerCase(Locale.ROOT));
        }
    }

    @Test
    void groupsOfLikwidSelectMetricsOfTheProcessor() {
        assertThat(table("icelake").select("FLOPS_DP,l3,BRANCH")).extracting(Metric::name)
                .containsExactly("flop_rate_double", "l2_fill_bandwidth", "l2_writeback_bandwidth",
                        "branches_per_instruction", "branch_miss_ratio", "branch_mpki");
        assertThat(table("zen5").select("L3")).as("Zen 5 counts no lines written back")
                .extracting(Metric::name)
                .containsExactly("l2_fill_bandwidth");
        assertThat(table("zen5").select("TopdownL1,pipelineL1")).hasSize(5);
    }

    @Test
    void aGroupWithoutAMetricIsRejectedWithReasonAndNearestName() {
        assertThatThrownBy(() -> table("zen5").select("ipc,FLOPS_DP")).isInstanceOfSatisfying(RunbenchException.class,
                e -> {
                    assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
                    assertThat(e.getMessage()).startsWith("LIKWID's group FLOPS_DP has no counterpart on AMD Zen 5: ")
                            .contains("0x03");
                    assertThat(e.remedy()).contains("nearest: --metrics flop_rate");
                });
        assertThatThrownBy(() -> table("icelake").select("DATA")).hasMessageContaining("L1-dcache-loads");
        assertThatThrownBy(() -> table("icelake").select("FLOPS_DB")).isInstanceOfSatisfying(RunbenchException.class,
                e -> assertThat(e.remedy().orElseThrow()).contains("flops_dp"));
    }

    @Test
    void remarksNameTheMetricsAndTheDifference() {
        assertThat(table("icelake").remarks("ipc,mem,branch")).singleElement()
                .asString()
                .startsWith("MEM (LIKWID) is memory_bandwidth: ")
                .doesNotContain("not available");
        assertThat(table("zen5").remarks("MEM_DP")).singleElement()
                .asString()
                .startsWith("MEM_DP (LIKWID) is memory_bandwidth: ")
                .contains("; not available here: flop_rate_double (the event that separates precisions");
    }

    @Test
    void everyEventOfAPresetOfPapiIsInTheTableOfItsProcessor() {
        Set<String> presets = Microarchitectures.presets().keySet();
        assertThat(presets).hasSizeGreaterThan(100);
        List<String> quantities = List.of("L1D_ALL_REF", "L1D_READ_MISS", "L1D_WRITE_MISS", "L1D_MISS");
        for (String id : Microarchitectures.ids()) {
            Microarchitecture table = Microarchitectures.named(id);
            table.presets().forEach((name, preset) -> {
                assertThat(presets).as(id).contains(name);
                assertThat(preset.available()).as(id + ", " + name).isEqualTo(preset.unavailable().isEmpty());
                assertThat(preset.events()).as(id + ", " + name)
                        .allSatisfy(e -> assertThat(table.generic().containsKey(e) || e.equals("ref-cycles")
                                || table.event(e).isPresent() || quantities.contains(e)).as(e).isTrue());
            });
            assertThat(table.preset("PAPI_TOT_INS").available()).as(id).isTrue();
            assertThat(table.preset("PAPI_CA_SNP").unavailable())
                    .isEqualTo("the table of " + table.title() + " knows no event for it");
        }
    }
}
