package runbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SummaryTextTest {
    @Test
    void aSumOverTasksThatLacksCpuTimeStatesTheReason() {
        assertThat(SummaryText.beyondSwitches(0.277, 0.2646))
                .isEqualTo("; starts and ends of tasks, before the first record of switches and after the last one, "
                        + "take 12.4 ms more");
    }

    @Test
    void aSumThatAgreesWithinOnePercentNeedsNoReason() {
        assertThat(SummaryText.beyondSwitches(1.53, 1.528)).isEmpty();
        assertThat(SummaryText.beyondSwitches(1.51, 1.52)).isEmpty();
        assertThat(SummaryText.beyondSwitches(null, 1.52)).isEmpty();
    }
}
