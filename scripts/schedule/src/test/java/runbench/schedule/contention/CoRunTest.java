package runbench.schedule.contention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.base.stats.Interval;
import runbench.schedule.contention.CoRun.CoRunGroup;
import runbench.schedule.contention.CoRun.CoRunProgram;
import runbench.schedule.contention.CoRun.Group;
import runbench.schedule.contention.CoRun.TimedGroup;

class CoRunTest {
    /** Rounds in which the machine becomes slower by a tenth each time, which must not look like a slowdown. */
    private static List<TimedGroup> rounds(int count, double copy, double bbma, double nbbma) {
        List<TimedGroup> runs = new ArrayList<>();
        for (int round = 0; round < count; round++) {
            double alone = 2 * Math.pow(1.1, round);
            double jitter = 1 + 0.001 * (round % 3 - 1);
            runs.add(new TimedGroup(round, "p", Group.NBBMA, alone * nbbma * jitter, 1e9));
            runs.add(new TimedGroup(round, "p", Group.BBMA, alone * bbma * jitter, 20e9));
            runs.add(new TimedGroup(round, "p", Group.ALONE, alone, 5e9));
            runs.add(new TimedGroup(round, "p", Group.COPY, alone * copy, 9e9));
            runs.add(new TimedGroup(round, "other", Group.BBMA, 100, null));
        }
        return runs;
    }

    @Test
    void timesAreRelativeToAloneInTheSameRound() {
        CoRunProgram p = CoRun.program("p", "label", rounds(8, 1.2, 1.5, 1));
        assertThat(p.groups()).extracting(CoRunGroup::group)
                .containsExactly(Group.ALONE, Group.COPY, Group.BBMA, Group.NBBMA);
        CoRunGroup copy = p.in(Group.COPY).orElseThrow();
        assertThat(copy.slowdown()).isCloseTo(1.2, within(1e-9));
        assertThat(copy.traffic()).isEqualTo(9e9);
        CoRunGroup bbma = p.in(Group.BBMA).orElseThrow();
        assertThat(bbma.interval().low()).isBetween(1.49, 1.5);
        assertThat(bbma.isInconclusive()).isFalse();
        assertThat(p.in(Group.NBBMA).orElseThrow().isInconclusive()).isTrue();
        assertThat(p.in(Group.ALONE).orElseThrow()).satisfies(g -> {
            assertThat(g.slowdown()).isEqualTo(1);
            assertThat(g.interval()).isNull();
        });
    }

    @Test
    void fewRoundsHaveNoInterval() {
        CoRunGroup bbma = CoRun.program("p", "label", rounds(3, 1.2, 1.5, 1)).in(Group.BBMA).orElseThrow();
        assertThat(bbma.interval()).isNull();
        assertThat(bbma.isInconclusive()).isTrue();
    }

    @Test
    void anInterruptedRoundCountsOnlyWithItsRunAlone() {
        List<TimedGroup> runs = new ArrayList<>(rounds(6, 1.2, 1.5, 1));
        runs.add(new TimedGroup(6, "p", Group.BBMA, 1000, 20e9));
        assertThat(CoRun.program("p", "label", runs).in(Group.BBMA).orElseThrow().rounds()).isEqualTo(6);
        assertThat(CoRun.program("other", "label", runs).groups()).isEmpty();
    }

    @Test
    void trafficThatWasNotAlwaysCountedIsUnknown() {
        List<TimedGroup> runs = new ArrayList<>(rounds(6, 1.2, 1.5, 1));
        runs.set(1, new TimedGroup(0, "p", Group.BBMA, 3, null));
        CoRunGroup bbma = CoRun.program("p", "label", runs).in(Group.BBMA).orElseThrow();
        assertThat(bbma.traffic()).isNull();
        assertThat(bbma.interval()).isNotEqualTo(Interval.ALL);
    }
}
