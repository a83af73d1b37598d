package runbench.sync.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.session.DelayStudy.Means;

class DelayStudyTest {
    private static final Offset<Double> EXACT = Offset.offset(1e-9);
    /** The node's clock is far behind; it answers after 5 us. */
    private static final long NODE_OFFSET = -3_000_000_000L;
    private static final long ON_NODE = 5_000;

    /** Returns bursts of exchanges with these delays in each direction, ns, and no kernel stamps. */
    private static Exchanges recorded(long[]... bursts) {
        Exchanges.Builder e = Exchanges.builder();
        long t = 1_000_000_000_000L;
        for (int b = 0; b < bursts.length; b++) {
            for (int i = 0; i < bursts[b].length; i++) {
                long delay = bursts[b][i];
                long received = t + delay + NODE_OFFSET;
                e.add(b, i, t, received, received + ON_NODE, t + 2 * delay + ON_NODE, 0, 0, 0, 0);
                t += 1_000_000;
            }
        }
        return e.build();
    }

    @Test
    void delayIsHalfTheRoundTripWithoutTheTimeOnTheNode() {
        DelayStudy study = new DelayStudy(recorded(new long[]{71_000, 70_000, 90_000, 72_000}), Stamps.USER, 1000);
        assertThat(study.size()).isEqualTo(4);
        assertThat(study.sorted(4)).containsExactly(70_000, 71_000, 72_000, 90_000);
        assertThat(study.sorted(5)).isEmpty();
    }

    @Test
    void outliersAreFartherFromTheMedianThanTheLimit() {
        Means m = new DelayStudy(recorded(new long[]{71_000, 70_000, 90_000, 72_000, 72_001}), Stamps.USER, 1000)
                .means(5)
                .get(0);
        assertThat(m.mean()).isCloseTo(75_000.2, EXACT);
        assertThat(m.meanKept()).as("of 71,000, 72,000 and 72,001").isCloseTo(215_001 / 3.0, EXACT);
        assertThat(m.outliers()).isEqualTo(2);
        assertThat(m.sets()).isEqualTo(1);
    }

    @Test
    void shortSetsBeginWithEachBurstAndLongOnesContinueInTheNext() {
        DelayStudy study = new DelayStudy(
                recorded(new long[]{40_000, 10_000, 10_000}, new long[]{60_000, 10_000, 10_000}), Stamps.USER, 1000);
        assertThat(study.means(1, 2, 4, 6, 7)).extracting(Means::count, Means::sets, Means::lowest, Means::highest)
                .containsExactly(tuple(1, 2, 40_000, 60_000), tuple(2, 2, 25_000, 35_000), tuple(4, 1, 30_000, 30_000),
                        tuple(6, 1, 140_000 / 6.0, 140_000 / 6.0));
        assertThat(study.means(2).get(0).mean()).isCloseTo(30_000, EXACT);
        assertThat(study.powersOfTwo()).containsExactly(1, 2, 4);
    }

    private static Tuple tuple(int count, int sets, double lowest, double highest) {
        return Tuple.tuple(count, sets, lowest, highest);
    }

    @Test
    void exchangesWithoutStampsOfTheKindAreSkipped() {
        Exchanges e = Exchanges.builder()
                .add(0, 0, 100, 110, 120, 150, 0, 0, 0, 0)
                .add(0, 1, 200, 210, 220, 250, 205, 210, 215, 230)
                .build();
        assertThat(new DelayStudy(e, Stamps.USER, 1000).sorted(2)).containsExactly(20, 20);
        assertThat(new DelayStudy(e, Stamps.KERNEL, 1000).sorted(1)).containsExactly(10);
        assertThat(new DelayStudy(e, Stamps.KERNEL, 1000).size()).isEqualTo(1);
    }

    /** Formulas 3 and 4 with the published values: 8 us of variation and 2 us for both readings need 10 s. */
    @Test
    void theVariationDeterminesTheTimeForARate() {
        DelayStudy study = new DelayStudy(recorded(new long[]{84_000, 76_000, 84_000, 91_000, 84_000, 200_000}),
                Stamps.USER, 1000);
        assertThat(study.all()).containsExactly(76_000, 84_000, 84_000, 84_000, 91_000, 200_000);
        assertThat(study.variationNanos()).isEqualTo(8000);
        assertThat(study.secondsForMillionth(2000)).isCloseTo(10, EXACT);
    }
}
