package runbench.schedule.contention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.schedule.profile.TrafficUnit;

@Tag("beside")
class ContentionModelTest {
    private static final double SAME = 1e-9;
    private static final int TRIALS = 3000;

    private final Random random = new Random(20030929);

    private static double[] speeds(Contention model, double[] demand, double[] waiting) {
        double[] speeds = new double[demand.length];
        model.speeds(demand.length, demand, waiting, speeds);
        return speeds;
    }

    private static double[] all(int n, double value) {
        double[] values = new double[n];
        Arrays.fill(values, value);
        return values;
    }

    private ContentionModel anyModel() {
        double sustained = 1 + 40 * random.nextDouble();
        return new ContentionModel("any", TrafficUnit.BYTES_PER_SECOND, 1 + random.nextInt(8), sustained,
                sustained * (0.1 + 0.9 * random.nextDouble()), 3 * random.nextDouble(), 0.99 * random.nextDouble(),
                "drawn");
    }

    private double[] demands(int n, double most) {
        return random.doubles(n).map(u -> u < 0.2 ? 0 : u * most).toArray();
    }

    private double[] waiting(int n) {
        return random.doubles(n).map(u -> u < 0.1 ? 0 : u > 0.9 ? Double.NaN : u).toArray();
    }

    @Test
    void threadsAloneOrWithIdleOnesAreNotSlowed() {
        ContentionModel model = ContentionModel.frontSideBus();
        assertThat(speeds(model, new double[]{23.31}, new double[]{0.9})).containsExactly(new double[]{1},
                within(SAME));
        assertThat(speeds(model, new double[]{0, 20, 0}, new double[]{0, 0.5, 0}))
                .containsExactly(new double[]{1, 1, 1}, within(SAME));
        assertThat(speeds(model, new double[]{0, 20}, new double[]{1, 0.5})[0])
                .as("waits for memory, though it moves little")
                .isLessThan(0.9);
        assertThat(speeds(model, new double[]{0, 0}, new double[]{1, 1})).containsExactly(1, 1);
    }

    @Test
    void moreDemandOfOthersNeverSpeedsUpAThread() {
        for (int trial = 0; trial < TRIALS; trial++) {
            ContentionModel model = anyModel();
            int n = 2 + random.nextInt(6);
            double[] demand = demands(n, model.sustained());
            double[] waiting = waiting(n);
            double[] before = speeds(model, demand, waiting);
            int who = random.nextInt(n);
            // An unknown share follows the demand. This test concerns the same thread with more
            // traffic.
            waiting[who] = Double.isNaN(waiting[who]) ? Math.min(1, demand[who] / model.single()) : waiting[who];
            demand[who] = Math.min(model.sustained(), demand[who] * (1 + random.nextDouble()) + 0.01);
            double[] after = speeds(model, demand, waiting);
            for (int i = 0; i < n; i++) {
                if (i != who) {
                    assertThat(after[i]).as("%s of %s in %s", i, Arrays.toString(demand), model)
                            .isLessThanOrEqualTo(before[i] + SAME);
                }
            }
        }
    }

    @Test
    void trafficAndSpeedsStayWithinTheirLimits() {
        for (int trial = 0; trial < TRIALS; trial++) {
            ContentionModel model = anyModel();
            int n = 1 + random.nextInt(12);
            double[] demand = demands(n, 2 * model.sustained());
            double[] waiting = waiting(n);
            double[] speeds = speeds(model, demand, waiting);
            double traffic = 0;
            for (int i = 0; i < n; i++) {
                assertThat(speeds[i]).isGreaterThan(0).isLessThanOrEqualTo(1);
                traffic += speeds[i] * demand[i];
            }
            assertThat(traffic).as("%s in %s", Arrays.toString(demand), model)
                    .isLessThanOrEqualTo(model.sustained() * (1 + SAME));
        }
    }

    /** The result is a fixed point: the latency at the resulting traffic explains the speeds. */
    @Test
    void speedsBelowSaturationAreAFixedPoint() {
        ContentionModel model = new ContentionModel("", TrafficUnit.BYTES_PER_SECOND, 4, 30, 20, 0.5, 0.8, "");
        double[] demand = {10, 5, 8};
        double[] waiting = {0.9, 0.2, 0.6};
        double[] speeds = speeds(model, demand, waiting);
        double used = 0;
        for (int i = 0; i < 3; i++) {
            used += demand[i] * speeds[i] / 30;
        }
        assertThat(used).isLessThan(1);
        for (int i = 0; i < 3; i++) {
            double time = 1 - waiting[i] + waiting[i] * model.latency(used) / model.latency(demand[i] / 30);
            assertThat(speeds[i]).isCloseTo(1 / time, within(SAME));
        }
    }

    /** Antonopoulos et al. 2003, section 3, as cited by later sources. */
    @Test
    void theFrontSideBusBehavesAsPublished() {
        ContentionModel bus = ContentionModel.frontSideBus();
        double application = 23.31 / 2;
        double[] beside = speeds(bus, new double[]{application, application, bus.single(), bus.single()},
                all(4, Double.NaN));
        assertThat(1 / beside[0]).as("beside two BBMA").isBetween(1.5, 3.0);
        assertThat((beside[0] + beside[1]) * application + (beside[2] + beside[3]) * bus.single()).as("saturated")
                .isCloseTo(29.5, within(1e-6));
        double byItself = speeds(bus, all(2, application), all(2, Double.NaN))[0];
        assertThat(speeds(bus, new double[]{application, application, 0.004, 0.004}, all(4, Double.NaN))[0])
                .as("beside two nBBMA")
                .isCloseTo(byItself, within(1e-3));
        double[] two = speeds(bus, all(4, application), all(4, Double.NaN));
        assertThat(1 / two[0]).as("two instances").isGreaterThan(46.62 / 29.5 - SAME).isLessThan(2.2);
        double[] four = speeds(bus, all(4, bus.single()), all(4, 1));
        assertThat(Arrays.stream(four).sum() * bus.single()).isCloseTo(29.5, within(1e-6));
        double little = 1 / speeds(bus, new double[]{0.5, 0.5, bus.single(), bus.single()}, all(4, Double.NaN))[0];
        assertThat(little).as("an application that asks for little").isLessThan(1.1);
    }

    @Test
    void modelsSurviveTheirFileAndOtherFilesAreRejected() {
        ContentionModel model = ContentionModel.frontSideBus();
        String text = ContentionModelJson.text(model);
        PublishedSchemas.check(OutputFormat.CONTENTION_MODEL, text);
        assertThat(ContentionModelJson.read(text, "f")).isEqualTo(model);
        assertThat(ContentionModelJson.read("{\"model\": " + text + "}", "f")).isEqualTo(model);
        assertThatThrownBy(() -> ContentionModelJson.read("{\"roofs\": []}", "roofs.json"))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("roofs.json: it contains no contention model");
        assertThatThrownBy(() -> ContentionModelJson.read("{\"model\": null}", "b.json"))
                .hasMessageContaining("too noisy");
        assertThatThrownBy(() -> ContentionModelJson.read(text.replace("0.75", "1.75"), "b.json"))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("b.json");
        assertThatThrownBy(() -> ContentionModelJson.read("lbm", "b.json")).isInstanceOf(RunbenchException.class);
    }
}
