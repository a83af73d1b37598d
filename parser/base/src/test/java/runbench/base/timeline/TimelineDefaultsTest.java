package runbench.base.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimelineDefaultsTest {
    /** Booted days before the reference, and as fast as clocks may be. */
    @ParameterizedTest
    @CsvSource({"0, 0", "-900000000000000, 180", "900000000000000, -180", "3000000000, 999"})
    void aMomentOfTheReferenceIsFoundOnTheClock(long ahead, double ppm) {
        Timeline timeline = (stamp, out) -> out.set(stamp - ahead - Math.round((stamp - ahead) * ppm * 1e-6), 0, 0, 0,
                ReferenceTime.How.INTERPOLATED);
        for (long ref : new long[]{0, 1, 123_456_789_012L, 5_000_000_000_000_000L}) {
            assertThat(Math.abs(timeline.refNanos(timeline.stampAt(ref)) - ref)).isLessThanOrEqualTo(1);
        }
    }
}
