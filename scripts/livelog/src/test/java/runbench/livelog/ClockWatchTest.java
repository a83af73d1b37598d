package runbench.livelog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.timeline.ReferenceTime;
import runbench.base.timeline.Timeline;

class ClockWatchTest {
    private static final long OFFSET = 7_000_000_000L;
    private static final long BEAT = 5_000_000;
    /** A model that is right up to the step: the clock is ahead by the offset, known to 40 us. */
    private static final Timeline MODEL = (stamp, out) -> out.set(stamp - OFFSET, 10_000, -40_000, 40_000,
            ReferenceTime.How.PREDICTED);

    private static long delay(int beat) {
        return 30_000 + beat * 7919L % 400_000;
    }

    @Test
    void aClockThatIsRightShowsNoStep() {
        ClockWatch watch = new ClockWatch();
        for (int i = 0; i < 1000; i++) {
            assertThat(watch.heartbeat(OFFSET + i * BEAT, i * BEAT + delay(i), MODEL)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {2_000_000_000L, 20_000_000L, -20_000_000L, -2_000_000_000L})
    void aStepIsSeenOnceAndTheTruthLiesWithinTheIntervals(long step) {
        ClockWatch watch = new ClockWatch();
        Timeline known = MODEL;
        long steps = 0;
        int stepped = 100;
        for (int i = 0; i < 1000; i++) {
            long clock = OFFSET + i * BEAT + (i >= stepped ? step : 0);
            Optional<ClockWatch.Step> seen = watch.heartbeat(clock, i * BEAT + delay(i), known);
            assertThat(seen.isPresent()).isEqualTo(i == stepped);
            if (seen.isPresent()) {
                known = seen.get().timeline();
                assertThat(seen.get().nanos()).isBetween(Math.min(step, step / 2) - BEAT,
                        Math.max(step, step / 2) + BEAT);
                steps++;
            }
        }
        assertThat(steps).isEqualTo(1);
        for (int i = 0; i < 2000; i++) {
            long truth = i * BEAT / 3;
            ReferenceTime at = known.at(OFFSET + truth + (truth >= stepped * BEAT ? step : 0));
            if (step < 0 || Math.abs(truth - stepped * BEAT) > BEAT) {
                assertThat(truth).as("truth " + truth).isBetween(at.earliest(), at.latest());
            }
        }
    }

    @Test
    void aNodeThatIsSaidToHaveThisClockButHasNotIsFound() {
        assertThat(new ClockWatch().heartbeat(1_000_000_000_000L, 5_000_000_000L, Timeline.IDENTITY)).isPresent();
    }
}
