package runbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.plotter.figure.Strip;

class PhaseChartsTest {
    @Test
    void sharesAreStackedWithTheOtherPhasesLast() {
        Strip bar = PhaseCharts.stacked(new double[]{50, 30, 5}, 92, List.of("P1", "P4", "P7"));
        assertThat(bar.row()).containsOnly(0);
        assertThat(bar.start()).containsExactly(new double[]{0, 50, 80, 85}, within(1e-12));
        assertThat(bar.end()).containsExactly(new double[]{50, 80, 85, 92}, within(1e-12));
        assertThat(bar.kind()).containsExactly(0, 1, 2, -1);
    }

    @Test
    void noGreyPartWithoutOtherPhases() {
        assertThat(PhaseCharts.stacked(new double[]{60, 40}, 100, List.of("P1", "P2")).kind()).containsExactly(0, 1);
        assertThat(PhaseCharts.stacked(new double[0], 0, List.of()).kind()).isEmpty();
    }
}
