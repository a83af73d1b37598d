package runbench.sync.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.GuaranteedInterval;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.session.ClockPrediction.PredictedWindow;

class ClockPredictionTest {
    private static final long MINUTE = 60_000_000_000L;
    private static final long BEGIN = 1_700_000_000_000_000_000L;

    /** Returns the window of a clock that gains 10 ppm in the first hour and 12 ppm afterwards. */
    private static Estimate window(long minutes) {
        double since = (double) minutes * MINUTE;
        double gained = 10e-6 * since + 2e-6 * Math.max(0, since - 60 * MINUTE);
        long whole = (long) gained;
        double rest = gained - whole;
        return new Estimate("blend", Stamps.KERNEL, BEGIN + minutes * MINUTE, 7_000_000_000L + whole, rest, 1e-5, 10,
                1e-9, new GuaranteedInterval(rest - 500, rest + 700, -1e-5, 2e-5, 16), 9000, 1024, 16);
    }

    @Test
    void theRateOfTheFirstWindowsPredictsTheLaterOnes() {
        List<Estimate> windows = List.of(window(0), window(10), window(30), window(60), window(720));
        ClockPrediction p = ClockPrediction.of("n1", windows, 30 * MINUTE);
        assertThat(p.learned()).isEqualTo(3);
        assertThat(p.learnedSeconds()).isEqualTo(1800);
        assertThat(p.rate()).isCloseTo(10e-6, within(1e-14));
        assertThat(p.predicted()).extracting(PredictedWindow::seconds).containsExactly(3600.0, 43_200.0);
        assertThat(p.predicted().get(0).errorNanos()).isCloseTo(0, within(1.0));
        // 11 h at 2 ppm more than predicted.
        assertThat(p.worst().errorNanos()).isCloseTo(-79.2e6, within(1.0));
        assertThat(p.worst().loNanos()).isCloseTo(p.worst().errorNanos() - 700, within(1e-6));
        assertThat(p.worst().hiNanos()).isCloseTo(p.worst().errorNanos() + 500, within(1e-6));
        assertThat(p.rmsNanos()).isCloseTo(79.2e6 / Math.sqrt(2), within(1.0));
    }

    @Test
    void aLongerTimeOfLearningMayGiveAnotherRate() {
        List<Estimate> windows = List.of(window(0), window(60), window(120), window(180));
        ClockPrediction p = ClockPrediction.of("n1", windows, 120 * MINUTE);
        assertThat(p.rate()).isCloseTo(11e-6, within(1e-14));
        assertThat(p.worst().errorNanos()).isCloseTo(-3.6e6, within(1.0));
    }

    @Test
    void tooFewWindowsAreRejectedWithARemedy() {
        List<Estimate> windows = List.of(window(0), window(10), window(30));
        assertThatThrownBy(() -> ClockPrediction.of("n1", windows, MINUTE))
                .isInstanceOfSatisfying(RunbenchException.class,
                        e -> assertThat(e.remedy().orElseThrow()).contains("longer --learn", "--window"))
                .hasMessage("n1: has 1 window in the first 1min; a rate needs two");
        assertThatThrownBy(() -> ClockPrediction.of("n1", windows, 30 * MINUTE))
                .isInstanceOfSatisfying(RunbenchException.class,
                        e -> assertThat(e.remedy().orElseThrow()).contains("shorter --learn"))
                .hasMessageContaining("no window after the first 30min");
    }
}
