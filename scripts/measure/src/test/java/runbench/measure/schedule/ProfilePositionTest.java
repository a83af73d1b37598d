package runbench.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.measure.schedule.LiveProgram.ProfilePosition;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.BandwidthProfile.ProfileStep;
import runbench.schedule.profile.BandwidthProfile.ProgressUnit;
import runbench.schedule.profile.BandwidthProfile.TrafficSource;
import runbench.schedule.profile.TrafficUnit;

@Tag("beside")
class ProfilePositionTest {
    /** 2 s at 10, then 1 s at 100; 300 units of progress in all. */
    private static ProfilePosition position(ProgressUnit unit, int threads) {
        return new ProfilePosition(
                new BandwidthProfile("p", threads, TrafficUnit.BYTES_PER_SECOND, TrafficSource.STATED, unit,
                        List.of(new ProfileStep(100, 2, 10, 0.1), new ProfileStep(200, 1, 100, 0.9))));
    }

    @Test
    void thePositionFollowsInstructions() {
        ProfilePosition p = position(ProgressUnit.INSTRUCTIONS, 1);
        assertThat(p.at(0, 150L)).isEqualTo(150);
        assertThat(p.at(0, 900L)).as("longer than its profile").isEqualTo(300);
        assertThat(p.traffic(99)).isEqualTo(10);
        assertThat(p.traffic(100)).isEqualTo(100);
        assertThat(p.traffic(300)).isEqualTo(100);
    }

    @Test
    void thePositionFollowsRunningTimeWithoutInstructions() {
        assertThat(position(ProgressUnit.INSTRUCTIONS, 1).at(1_500_000_000, null)).isCloseTo(150, within(1e-9));
        assertThat(position(ProgressUnit.RUNNING_NANOS, 2).at(3_000_000_000L, 7L)).as("of two threads")
                .isCloseTo(150, within(1e-9));
    }

    @Test
    void aSpanIsWeightedByItsTime() {
        ProfilePosition p = position(ProgressUnit.INSTRUCTIONS, 1);
        assertThat(p.mean(0, 300)).isCloseTo((2 * 10 + 100) / 3.0, within(1e-9));
        assertThat(p.mean(50, 200)).isCloseTo((1 * 10 + 0.5 * 100) / 1.5, within(1e-9));
    }
}
