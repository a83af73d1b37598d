package runbench.parser.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.parser.compare.Measurand.Direction;
import runbench.parser.record.Recording;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;

class PrimaryRuleTest {
    private static String chosen(double a, double b) {
        return PrimaryRule.ofShares(new double[]{a}, new double[]{b}).name();
    }

    @Test
    void cpuTimeDecidesIfBothProgramsHardlyWaitAndRunOneTask() {
        assertThat(chosen(0.99, 1.0)).isEqualTo("cpu_s");
        assertThat(chosen(0.99, 0.6)).isEqualTo("wall_s");
        assertThat(chosen(0.6, 0.99)).isEqualTo("wall_s");
        assertThat(chosen(1.9, 1.0)).as("parallel tasks shorten the wall time only").isEqualTo("wall_s");
        assertThat(PrimaryRule.ofShares(new double[]{0.97}, new double[]{1.0}).reason())
                .isEqualTo("A could run for 97 % of its wall time, B for 100 %: both hardly wait");
    }

    @Test
    void withoutAWarmUpWallTimeDecides() {
        assertThat(PrimaryRule.of(List.of(), List.of()))
                .isEqualTo(new PrimaryRule("wall_s", "no earlier run shows whether the programs wait"));
        assertThat(chosen(Double.NaN, 1)).isEqualTo("wall_s");
    }

    @Test
    void theShareOfARecordedRunIsThatOfItsTasks() {
        RunSummary s = RunSummary.of(Periods.of(Recording.open(Path.of("src/test/resources/pmu-phases.rec"))));
        assertThat(PrimaryRule.runnableShare(s)).isBetween(0.0, 1.1);
    }

    @Test
    void aWarmUpWithoutThePrimaryQuantityIsRejected() {
        Measurand faults = new Measurand("page-faults", "page-faults", "", Direction.LOWER, false);
        RunValues none = new RunValues("A", null, Map.of(Measurand.WALL, 1.0, faults, 0.0), Map.of(), Map.of());
        RunValues some = new RunValues("B", null, Map.of(Measurand.WALL, 1.0, faults, 5.0), Map.of(), Map.of());
        assertThatThrownBy(() -> Comparer.requireComparable("page-faults", List.of(none), List.of(some)))
                .hasMessageContaining("page-faults cannot decide: A is 0 in all runs")
                .satisfies(e -> assertThat(((RunbenchException) e).remedy())
                        .hasValue("choose another quantity with --primary: wall_s"));
        assertThatThrownBy(() -> Comparer.requireComparable("cycles", List.of(some), List.of(some)))
                .hasMessageContaining("cycles cannot decide: A: not measured");
        assertThatCode(() -> Comparer.requireComparable("page-faults", List.of(some), List.of(some)))
                .doesNotThrowAnyException();
    }
}
