package runbench.schedule.contention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.schedule.contention.MeasuredContention.CurvePoint;
import runbench.schedule.contention.MeasuredContention.ModelFit;
import runbench.schedule.contention.MeasuredContention.OrderTest;
import runbench.schedule.contention.MeasuredContention.OrderVerdict;
import runbench.schedule.contention.Window.Antagonist;
import runbench.schedule.contention.Window.Setting;
import runbench.schedule.contention.Window.Victim;
import runbench.schedule.profile.TrafficUnit;

/** Returns the windows that a machine with known parameters would produce, with noise. */
@Tag("beside")
class ContentionAnalysisTest {
    private static final ContentionModel TRUTH = new ContentionModel("planted", TrafficUnit.BYTES_PER_SECOND, 4, 30e9,
            14e9, 0.3, 0.6, "");
    private static final double CHASE = 0.5e9;

    private final Random random = new Random(7);
    private final List<Window> windows = new ArrayList<>();

    private double noisy(double value, double noise) {
        return value * Math.exp(noise * random.nextGaussian());
    }

    private double[] speeds(double... demandThenWaiting) {
        int n = demandThenWaiting.length / 2;
        double[] demand = Arrays.copyOf(demandThenWaiting, n);
        double[] waiting = Arrays.copyOfRange(demandThenWaiting, n, 2 * n);
        double[] speeds = new double[n];
        TRUTH.speeds(n, demand, waiting, speeds);
        return speeds;
    }

    private void measure(int repetitions, double noise) {
        for (int r = 0; r < repetitions; r++) {
            for (int k = 1; k <= 4; k++) {
                double[] demand = new double[2 * k];
                Arrays.fill(demand, 0, k, TRUTH.single());
                Arrays.fill(demand, k, 2 * k, 1);
                windows.add(new Window(r, new Setting(null, Antagonist.READ, k, 1), Double.NaN,
                        noisy(k * TRUTH.single() * speeds(demand)[0], noise), 0, 1));
            }
            for (Victim v : Victim.values()) {
                double own = v == Victim.STREAM ? TRUTH.single() : v == Victim.CHASE ? CHASE : 0;
                double w = v == Victim.COMPUTE ? 0 : 1;
                add(r, v, Antagonist.READ, 0, 1, 0, 1, own, noise);
                add(r, v, Antagonist.SMALL, 3, 1, 0, 1, own, noise);
                for (int k = 1; k <= 3; k++) {
                    double[] all = new double[2 * (k + 1)];
                    all[0] = own;
                    all[k + 1] = w;
                    Arrays.fill(all, 1, k + 1, TRUTH.single());
                    Arrays.fill(all, k + 2, all.length, 1);
                    double[] s = speeds(all);
                    add(r, v, Antagonist.READ, k, 1, k * TRUTH.single() * s[1], s[0], own, noise);
                }
                double paced = 0.5 * TRUTH.single();
                double[] s = speeds(own, paced, w, 0);
                add(r, v, Antagonist.READ, 1, 0.5, paced * s[1], s[0], own, noise);
            }
        }
    }

    private void add(int r, Victim v, Antagonist a, int count, double share, double traffic, double speed, double own,
            double noise) {
        windows.add(new Window(r, new Setting(v, a, count, share), noisy(1e9 * speed, noise), traffic, own * speed, 1));
    }

    @Test
    void theFitRecoversAKnownModel() {
        measure(12, 0.01);
        ContentionAnalysis analysis = new ContentionAnalysis(windows);
        List<CurvePoint> curve = analysis.curve();
        assertThat(curve).hasSize(15).allSatisfy(p -> assertThat(p.inconclusive()).isEqualTo(p.interval().contains(1)));
        assertThat(curve).filteredOn(p -> p.victim() == Victim.CHASE && p.antagonist() == Antagonist.READ)
                .noneMatch(CurvePoint::inconclusive);
        assertThat(analysis.saturates(4)).isEqualTo(OrderVerdict.HOLDS);
        ContentionModel model = analysis.model("planted", 4, curve);
        assertThat(model.sustained()).isCloseTo(TRUTH.sustained(), within(0.3e9));
        for (double u : new double[]{0.3, 0.6, 0.9}) {
            assertThat(model.latency(u) / TRUTH.latency(u)).as("latency at " + u).isCloseTo(1, within(0.05));
        }
        ModelFit fit = ContentionAnalysis.fit(analysis.predicted(curve, model));
        assertThat(fit.points()).isEqualTo(15);
        assertThat(fit.worstError()).isLessThan(0.05);
        assertThat(analysis.order()).extracting(OrderTest::victim, OrderTest::verdict)
                .contains(tuple(Victim.STREAM, OrderVerdict.HOLDS), tuple(Victim.CHASE, OrderVerdict.HOLDS));
    }

    /** The noise of the victim exceeds its slow-down. */
    @Test
    void aNoisyMachineIsInconclusive() {
        measure(8, 0.5);
        ContentionAnalysis analysis = new ContentionAnalysis(windows);
        assertThat(analysis.curve()).filteredOn(p -> p.victim() == Victim.COMPUTE).allMatch(CurvePoint::inconclusive);
        assertThat(analysis.order()).filteredOn(t -> t.victim() == Victim.COMPUTE)
                .allMatch(t -> t.verdict() == OrderVerdict.INCONCLUSIVE);
        assertThat(analysis.noise(3, 0.1, 2).spread()).isGreaterThan(0.2);
    }

    /** One window of each setting: no repetition is complete, and an interval of one value has no length. */
    @ParameterizedTest
    @CsvSource({"1, INCONCLUSIVE", "4, INCONCLUSIVE", "6, HOLDS"})
    void tooFewWindowsAreInconclusive(int repetitions, OrderVerdict saturates) {
        measure(repetitions, 0.01);
        ContentionAnalysis analysis = new ContentionAnalysis(windows);
        boolean known = repetitions == 6;
        assertThat(analysis.saturates(4)).isEqualTo(saturates);
        assertThat(analysis.traffic()).isNotEmpty().allSatisfy(t -> assertThat(t.interval().finite()).isEqualTo(known));
        assertThat(analysis.curve()).isNotEmpty().allSatisfy(p -> assertThat(p.interval().finite()).isEqualTo(known));
        assertThat(analysis.curve().stream().allMatch(CurvePoint::inconclusive)).isEqualTo(!known);
        assertThat(analysis.model("planted", 4, analysis.curve()) != null).isEqualTo(known);
    }

    @Test
    void readersThatScaleDoNotSaturateOnlyIfAllCpusWereMeasured() {
        for (int r = 0; r < 8; r++) {
            for (int k = 1; k <= 2; k++) {
                windows.add(new Window(r, new Setting(null, Antagonist.READ, k, 1), Double.NaN, noisy(k * 14e9, 0.01),
                        0, 1));
            }
        }
        ContentionAnalysis analysis = new ContentionAnalysis(windows);
        assertThat(analysis.saturates(2)).isEqualTo(OrderVerdict.FAILS);
        assertThat(analysis.saturates(4)).isEqualTo(OrderVerdict.INCONCLUSIVE);
    }

    @Test
    void theOppositeOrderFailsTheTest() {
        for (int r = 0; r < 10; r++) {
            add(r, Victim.STREAM, Antagonist.READ, 0, 1, 0, 1, 1, 0.001);
            add(r, Victim.STREAM, Antagonist.SMALL, 1, 1, 0, 0.7, 1, 0.001);
            add(r, Victim.STREAM, Antagonist.READ, 1, 1, 1e9, 0.9, 1, 0.001);
        }
        assertThat(new ContentionAnalysis(windows).order()).extracting(OrderTest::verdict)
                .containsExactly(OrderVerdict.FAILS);
    }

    @Test
    void tooFewWindowsGiveNoModel() {
        add(0, Victim.STREAM, Antagonist.READ, 0, 1, 0, 1, 1, 0);
        ContentionAnalysis analysis = new ContentionAnalysis(windows);
        assertThat(analysis.model("", 2, analysis.curve())).isNull();
        assertThat(analysis.order()).isEmpty();
    }
}
