package runbench.schedule.contention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.schedule.contention.ProgramDemand.Stretch;
import runbench.schedule.profile.TrafficUnit;

@Tag("beside")
class SideBySideTest {
    /** A model without slow-down up to a traffic of 30; beyond it, threads slow down in proportion to their demand. */
    private static final Contention BUS = new Contention() {
        @Override
        public TrafficUnit unit() {
            return TrafficUnit.BYTES_PER_SECOND;
        }

        @Override
        public double sustained() {
            return 30;
        }

        @Override
        public void speeds(int count, double[] demand, double[] waiting, double[] speeds) {
            double all = 0;
            for (int i = 0; i < count; i++) {
                all += demand[i];
            }
            for (int i = 0; i < count; i++) {
                speeds[i] = demand[i] > 0 ? Math.min(1, 30 / all) : 1;
            }
        }
    };

    private static ProgramDemand byTurns(double seconds, int times, double... traffic) {
        List<Stretch> course = new ArrayList<>();
        double mean = 0;
        for (int i = 0; i < times; i++) {
            for (double t : traffic) {
                course.add(new Stretch(seconds, t, 0));
                mean += t / traffic.length / times;
            }
        }
        return new ProgramDemand(1, mean, 0, "", course);
    }

    private static double slowdown(ProgramDemand victim, ProgramDemand other) {
        return ProgramDemand.slowdown(BUS, victim, other);
    }

    /**
     * With their means, 10 and 10, neither slows the other. A busy millisecond of the other takes 1.333 ms, in which
     * the victim advances by 1 ms.
     */
    @Test
    void overlappingBurstsSlowEachOther() {
        ProgramDemand victim = byTurns(1, 1, 20, 0);
        ProgramDemand other = byTurns(0.001, 1000, 20, 0);
        assertThat(slowdown(victim.steady(), other.steady())).isEqualTo(1);
        assertThat(slowdown(victim, other)).isCloseTo((7.0 / 6 + 1) / 2, within(1e-3));
        assertThat(slowdown(other, victim)).as("the other way round, beside a busy second or an idle one")
                .isBetween(1.05, 1.12);
    }

    @Test
    void constantDemandEqualsItsMean() {
        ProgramDemand even = byTurns(0.1, 7, 20);
        ProgramDemand steady = even.steady();
        assertThat(slowdown(even, even)).isCloseTo(40.0 / 30, within(1e-9));
        assertThat(slowdown(even, steady)).isCloseTo(slowdown(steady, steady), within(1e-9));
        assertThat(even.stretches()).isEqualTo(7);
        assertThat(steady.stretches()).isZero();
    }

    @Test
    void theResultAveragesOverThePositionOfTheOther() {
        ProgramDemand shortOne = byTurns(0.01, 1, 20, 20);
        ProgramDemand longOne = byTurns(100, 1, 20, 0);
        assertThat(slowdown(shortOne, longOne)).as("half of the beginnings lie in its busy half")
                .isCloseTo((40.0 / 30 + 1) / 2, within(1e-6));
    }

    /** A simulation of hours is replaced by the mean. */
    @Test
    void aFastRepeatingProgramCountsByItsMean() {
        assertThat(slowdown(byTurns(1000, 1, 20, 0), byTurns(1e-4, 1, 40, 0))).isCloseTo((40.0 / 30 + 1) / 2,
                within(1e-9));
    }
}
