package runbench.schedule.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.schedule.profile.TrafficUnit;

@Tag("beside")
class BusQueueTest {
    private static final BusQueue BUS = new BusQueue(TrafficUnit.TRANSACTIONS_PER_MICROSECOND, 10);

    private static double[] speeds(double... demand) {
        double[] speeds = new double[demand.length];
        BUS.speeds(demand.length, demand, new double[demand.length], speeds);
        return speeds;
    }

    @Test
    void aThreadAloneIsNotSlowed() {
        assertThat(speeds(9)).containsExactly(1);
        assertThat(speeds(9, 0, 0)).containsExactly(1, 1, 1);
    }

    /** Two threads that only transfer data: each has half of the bus, which is never idle. */
    @Test
    void twoSaturatingThreadsShareTheBusEvenly() {
        assertThat(speeds(10, 10)[0]).isCloseTo(0.5, within(1e-6));
    }

    /**
     * Equation of one customer with another of the same class, Q = u (1 + Q) / (1 + u Q): for u = 1/2, Q^2 / 2 + Q / 2
     * = 1/2.
     */
    @Test
    void aQueueOfTwoIsSolvedExactly() {
        double q = (Math.sqrt(5) - 1) / 2;
        assertThat(speeds(5, 5)[0]).isCloseTo(1 / (1 + 0.5 * q), within(1e-8));
    }

    @Test
    void totalTrafficNeverExceedsTheBus() {
        for (int n = 1; n <= 64; n *= 2) {
            double[] demand = new double[n];
            Arrays.setAll(demand, i -> 1 + i * 7 % 10);
            double[] speeds = speeds(demand);
            double moved = 0;
            for (int i = 0; i < n; i++) {
                moved += demand[i] * speeds[i];
                assertThat(speeds[i]).isGreaterThan(0).isLessThanOrEqualTo(1);
            }
            assertThat(moved).isLessThanOrEqualTo(10 * (1 + 1e-6));
        }
    }
}
