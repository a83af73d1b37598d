package runbench.sync.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import runbench.base.stats.Statistics;
import runbench.sync.estimate.MessageStages.Direction;
import runbench.sync.estimate.MessageStages.Part;
import runbench.sync.estimate.MessageStages.Stage;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;

class MessageStagesTest {
    private static final long BEGIN = 1_700_000_000_000_000_000L;
    private static final long LEAD = 5_000_000_000L;
    private static final double RATE = 40e-6;

    /** Returns the node's stamp at a reference time. */
    private static long node(long reference) {
        return reference + LEAD + Math.round(RATE * (reference - BEGIN));
    }

    /** Exchanges with a known delay in each stage: 1, 2, 3 us forward, and 4, 5, 6 us back. */
    private static Exchanges exchanges(boolean kernel) {
        Exchanges.Builder all = Exchanges.builder();
        for (int i = 0; i < 200; i++) {
            long t1 = BEGIN + i * 5_000_000L;
            long t3 = t1 + 20_000;
            long[] k = {t1 + 1000, node(t1 + 3000), node(t3 + 4000), t3 + 9000};
            all.add(i / 20, i % 20, t1, node(t1 + 6000), node(t3), t3 + 15_000, kernel ? k[0] : 0, kernel ? k[1] : 0,
                    kernel ? k[2] : 0, kernel ? k[3] : 0);
        }
        return all.build();
    }

    private static Stage stage(List<Stage> all, Direction direction, Part part) {
        return all.stream().filter(s -> s.direction() == direction && s.part() == part).findFirst().orElseThrow();
    }

    private static List<Stage> stages(Exchanges window, Stamps stamps) {
        MessageStages stages = new MessageStages();
        stages.add(window, Estimation.of(window, stamps, Estimators.DEFAULT, 1));
        return stages.stages();
    }

    @Test
    void stagesOfOneClockAreExactAndPathsShareTheAsymmetry() {
        List<Stage> all = stages(exchanges(true), Stamps.KERNEL);
        double[] expected = {1000, 3500, 3000, 7500, 4000, 3500, 6000, 13_500};
        String[] names = {"t1-k1", "k1-k2", "k2-t2", "t1-t2", "t3-k3", "k3-k4", "k4-t4", "t3-t4"};
        assertThat(all).hasSize(8);
        for (int i = 0; i < 8; i++) {
            Stage s = all.get(i);
            assertThat(s.from() + "-" + s.to()).isEqualTo(names[i]);
            assertThat(s.sorted()).hasSize(200);
            // The path of 2 us forward and of 5 us back: no method can see which direction takes longer.
            assertThat(s.quantile(0)).as(names[i]).isCloseTo(expected[i], within(5.0));
            assertThat(s.quantile(1)).as(names[i]).isCloseTo(expected[i], within(5.0));
            assertThat(s.mode()).as(names[i]).isCloseTo(expected[i], within(5.0));
        }
    }

    @Test
    void withoutKernelStampsOnlyTheWholeMessageIsKnown() {
        List<Stage> all = stages(exchanges(false), Stamps.USER);
        for (Stage s : all) {
            assertThat(s.sorted()).hasSize(s.part() == Part.WHOLE ? 200 : 0);
        }
        assertThat(stage(all, Direction.FORWARD, Part.SEND).quantile(0.5)).isNaN();
        assertThat(stage(all, Direction.FORWARD, Part.SEND).mode()).isNaN();
        // 6 and 15 us, of which half of the difference moves to the other direction.
        assertThat(stage(all, Direction.BACK, Part.WHOLE).mode()).isCloseTo(10_500, within(5.0));
    }

    @Test
    void theModeIsThePeakAndNotTheMedian() {
        Random random = new Random(3);
        double[] values = new double[4000];
        // Delays begin at 100 and have a long tail; a third is at 120.
        Arrays.setAll(values,
                i -> i % 3 == 0 ? 120 + random.nextGaussian() * 0.5 : 100 - 200 * Math.log(random.nextDouble()));
        Arrays.sort(values);
        assertThat(values[2000]).isGreaterThan(150);
        assertThat(Statistics.mode(values)).isCloseTo(120, within(1.0));
        assertThat(Statistics.mode(new double[]{7})).isEqualTo(7);
        assertThat(Statistics.mode(new double[]{1, 2, 9})).isEqualTo(1.5);
        assertThat(Statistics.mode(new double[]{})).isNaN();
    }
}
