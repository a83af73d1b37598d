package runbench.base.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import runbench.base.timeline.ReferenceTime.How;

class StatedErrorTest {
    @Test
    void eachPartIsTheWorstOfAnyMoment() {
        // Known best in the middle; worse on the left for the bound, on the right for the rest.
        Timeline timeline = (stamp, out) -> out.set(stamp, Math.max(1, stamp), stamp < 0 ? -50 : -3, 4,
                stamp > 50 ? How.PREDICTED : How.INTERPOLATED);
        assertThat(StatedError.over(timeline, -100, 100, 5)).isEqualTo(new StatedError(100, -50, 4, How.PREDICTED));
        assertThat(StatedError.over(timeline, -100, 0, 5)).isEqualTo(new StatedError(1, -50, 4, How.INTERPOLATED));
    }

    @Test
    void unknownOnceIsUnknownAndUnboundedOnceIsUnbounded() {
        StatedError known = new StatedError(5, -1, 1, How.INTERPOLATED);
        StatedError worst = known.worse(new StatedError(Double.NaN, Double.NEGATIVE_INFINITY, 0, How.EXPIRED))
                .worse(known);
        assertThat(worst.errStatNanos()).isNaN();
        assertThat(worst.guaranteed()).isFalse();
        assertThat(worst.how()).isEqualTo(How.EXPIRED);
        assertThat(known.guaranteed()).isTrue();
        assertThat(known.widthNanos()).isEqualTo(2);
    }
}
