package runbench.align.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tests the distribution of stays on the ranks' common logarithmic axis. */
class PhaseStaysTest {
    @Test
    void everyStayIsInItsBin() {
        PhaseStays stays = PhaseStays.of(2, new double[][]{{1e-3, 2e-3, 1e-2}, {}, {0.05, 1}});

        assertThat(stays.lowS()).isCloseTo(1e-3, within(1e-9));
        assertThat(stays.step() * stays.counts()[0].length).isCloseTo(3, within(1e-9));
        assertThat(Arrays.stream(stays.counts()).mapToInt(c -> Arrays.stream(c).sum())).containsExactly(3, 0, 2);
        assertThat(stays.counts()[0][0]).isEqualTo(1);
        assertThat(stays.counts()[2][stays.counts()[2].length - 1]).as("the longest").isEqualTo(1);
        assertThat(stays.counts()[0][(int) (Math.log10(2) / stays.step())]).isEqualTo(1);
        assertThat(stays.medianS()).containsExactly(2e-3, Double.NaN, 0.525);
    }

    @Test
    void staysOfEqualLengthShareABin() {
        PhaseStays stays = PhaseStays.of(0, new double[][]{{0.5, 0.5}});
        assertThat(stays.counts()[0][0]).isEqualTo(2);
        assertThat(stays.step()).isPositive();
    }
}
