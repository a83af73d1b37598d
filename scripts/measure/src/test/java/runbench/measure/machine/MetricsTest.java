package runbench.measure.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricTable;
import runbench.parser.metrics.MetricTable.MetricGroup;
import runbench.parser.microarchitecture.Microarchitectures;

class MetricsTest {
    private final MetricTable zen5 = MetricTable.builtIn(Microarchitectures.named("zen5"));

    @Test
    void aGroupSelectsItsMetricsAndAnotherWordThoseThatContainIt() {
        Metrics.Selection group = Metrics.matching(zen5, "CACHE");
        assertThat(group.groups()).extracting(MetricGroup::name).containsExactly("cache");
        assertThat(group.metrics()).extracting(Metric::name).containsAll(group.groups().get(0).metrics());
        Metrics.Selection word = Metrics.matching(zen5, "l1d_miss");
        assertThat(word.groups()).isEmpty();
        assertThat(word.metrics()).extracting(Metric::name).contains("l1d_miss_ratio").doesNotContain("ipc");
        assertThat(Metrics.matching(zen5, null).metrics()).isEqualTo(zen5.all());
    }

    @Test
    void aGroupOfAnotherToolSelectsItsMetrics() {
        assertThat(Metrics.matching(zen5, "flops_dp").metrics()).extracting(Metric::name)
                .containsExactly("flop_rate_double");
        assertThat(Metrics.matching(zen5, "likwid").aliases()).hasSizeGreaterThan(20)
                .allSatisfy(a -> assertThat(a.tool()).isEqualTo("LIKWID"));
        assertThat(Metrics.matching(zen5, "DATA").aliases()).singleElement()
                .satisfies(a -> assertThat(a.missing()).contains("L1-dcache-loads"));
        assertThat(Metrics.matching(zen5, null).aliases()).hasSizeGreaterThan(25);
    }

    @Test
    void aWordWithoutMetricsIsRejected() {
        assertThatThrownBy(() -> Metrics.matching(zen5, "no-such-metric"))
                .hasMessageContaining("no metric has 'no-such-metric'");
    }
}
