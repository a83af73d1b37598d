package runbench.sync.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.model.WindowModel.Hops;

class HopsTest {
    private static final long T0 = 1_795_000_000_000_000_000L;

    /** Returns a window model that matches a clock exactly: node = reference + offset + slope * (reference - T). */
    private static WindowModel window(long x0, long offsetAtX0, double slope, double half, double slopeHalf) {
        return new WindowModel(x0, offsetAtX0, 0.25, slope, 30, 1e-9, 0.25 - half, 0.25 + half, slope - slopeHalf,
                slope + slopeHalf, 9000, 900, "blend", "kernel", null, null);
    }

    /** The joined model converts a stamp to the same reference time as two hops, for clocks years apart. */
    @Test
    void equalsOneHopAfterTheOther() {
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 200; i++) {
            long gatewayAhead = random.nextLong(-100_000_000_000_000_000L, 100_000_000_000_000_000L);
            WindowModel upper = window(T0 + random.nextLong(-500_000_000, 500_000_000), gatewayAhead,
                    random.nextDouble(-2e-4, 2e-4), 800, 1e-7);
            WindowModel lower = window(T0 + gatewayAhead, random.nextLong(-4_000_000_000L, 4_000_000_000L),
                    random.nextDouble(-2e-4, 2e-4), 700, 2e-7);
            WindowModel joined = Hops.through(lower, upper, 0);
            NodeModel whole = new NodeModel("n", "root", "realtime", 0, List.of(joined));
            Chain hops = new Chain(List.of(new NodeModel("n", "g", "realtime", 0, List.of(lower)),
                    new NodeModel("g", "root", "realtime", 0, List.of(upper))));
            for (long dt : new long[]{0, -1_000_000_000L, 2_000_000_000L}) {
                long stamp = T0 + dt + gatewayAhead + lower.baseNanos();
                ReferenceTime a = whole.timeline().at(stamp);
                ReferenceTime b = hops.at(stamp);
                assertThat(a.refNanos() - b.refNanos()).as("run %d, %d ns away", i, dt).isBetween(-2L, 2L);
            }
            assertThat(joined.x0Nanos()).isLessThanOrEqualTo(upper.x0Nanos());
        }
    }

    @Test
    void statisticalErrorsAddInSquaresAndGuaranteesAddUp() {
        WindowModel joined = Hops.through(window(T0 + 5_000_000_000L, -7, 0, 700, 0),
                window(T0, 5_000_000_000L, 0, 800, 0), 0);
        assertThat(joined.errStatNanos()).isCloseTo(Math.hypot(30, 30), within(1e-6));
        assertThat(joined.hiNanos() - joined.offsetNanos()).isCloseTo(1500, within(1e-6));
        assertThat(joined.offsetNanos() - joined.loNanos()).isCloseTo(1500, within(1e-6));
        assertThat(joined.baseNanos() + joined.offsetNanos()).isCloseTo(5_000_000_000L - 7 + 0.5, within(1e-3));
        assertThat(joined.rttMinNanos()).isEqualTo(18000);
    }

    /** The extrapolation between the ends of the two windows adds its error. */
    @Test
    void addsTheErrorOfTheTimeBetweenTheWindows() {
        WindowModel apart = Hops.through(window(T0, -7, 0, 700, 1e-7), window(T0 + 1_000_000_000L, 0, 0, 800, 1e-7),
                0.5e-6);
        assertThat(apart.x0Nanos()).isEqualTo(T0);
        assertThat(apart.errStatNanos()).isGreaterThan(500);
        assertThat(apart.hiNanos() - apart.offsetNanos()).isCloseTo(1500 + 1e9 * 6e-7, within(1.0));
    }
}
