package runbench.sync.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.model.WindowModel.Ticks;
import runbench.sync.scenario.Generator;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.Link;
import runbench.sync.scenario.Oscillator;

@Tag("beside")
class NodeModelTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_700_000_000L * SECOND;
    private static final long OFFSET = 3_000_000_123L;

    private static NodeModel measured(Oscillator clock, int... seconds) {
        Generator generator = new Generator(Link.QUIET, ScenarioPlan.OFFSET, OFFSET, clock);
        NodeModel model = null;
        for (int s : seconds) {
            var window = generator.window(START + s * SECOND, new SplittableRandom(s));
            WindowModel w = WindowModel.of(Estimation.of(window, Stamps.KERNEL, Estimators.DEFAULT, 1));
            NodeModel one = new NodeModel("n", "ref", "realtime", NodeModel.TYPICAL_WANDER, List.of(w));
            model = model == null ? one : model.and(one);
        }
        return model;
    }

    private static double error(NodeModel model, Oscillator clock, long trueNanos) {
        long node = trueNanos + OFFSET + Math.round(clock.lead(trueNanos));
        ReferenceTime c = model.timeline().at(node);
        assertThat((double) (trueNanos - c.refNanos())).isBetween(c.loNanos() - 1, c.hiNanos() + 1);
        return c.refNanos() - trueNanos;
    }

    @Test
    void interpolatesAClockWhoseRateChangesEvenly() {
        // 60 ppm plus 0.004 ppm per second: 0.8 ppm after 200 s, 20 us off the chord in the middle.
        Oscillator bending = t -> 60e-6 * (t - START) + 0.5 * 4e-9 * Math.pow((t - START) * 1e-9, 2) * 1e9;
        NodeModel model = measured(bending, 0, 200);
        for (int s = 5; s < 200; s += 13) {
            assertThat(error(model, bending, START + s * SECOND)).isBetween(-500.0, 500.0);
        }
        assertThat(model.timeline().at(START + OFFSET + 100 * SECOND).how()).isEqualTo(ReferenceTime.How.INTERPOLATED);
    }

    @Test
    void predictsWithGrowingError() {
        Oscillator steady = Oscillator.steady(-175, START);
        NodeModel model = measured(steady, 0);
        ReferenceTime near = model.timeline().at(START + OFFSET + 10 * SECOND);
        ReferenceTime far = model.timeline().at(START + OFFSET + 1000 * SECOND);
        assertThat(near.how()).isEqualTo(ReferenceTime.How.PREDICTED);
        assertThat(far.errStatNanos()).isGreaterThan(50 * near.errStatNanos());
        assertThat(error(model, steady, START + 100 * SECOND)).isBetween(-3000.0, 3000.0);
        assertThat(error(model, steady, START - 100 * SECOND)).isBetween(-3000.0, 3000.0);
        long valid = model.windows().get(0).validUntilNanos(100_000, NodeModel.TYPICAL_WANDER);
        assertThat((valid - START) / (double) SECOND).isBetween(150.0, 210.0);
    }

    @Test
    void reportsAStep() {
        Oscillator stepped = Oscillator.steady(10, START).step(START + 60 * SECOND, 5e6);
        NodeModel model = measured(stepped, 0, 100, 200);
        assertThat(model.steppedAfter(0)).isTrue();
        assertThat(model.steppedAfter(1)).isFalse();
        assertThat(model.timeline().at(START + OFFSET + 50 * SECOND).how()).isEqualTo(ReferenceTime.How.STEPPED);
        // The moment of the step between the windows is unknown, so the bounds contain both cases.
        assertThat(Math.abs(error(model, stepped, START + 55 * SECOND))).isLessThan(6e6);
        assertThat(error(model, stepped, START + 150 * SECOND)).isBetween(-500.0, 500.0);
    }

    @Test
    void fileRestoresTheSameTimes(@TempDir Path folder) throws IOException {
        NodeModel model = measured(Oscillator.steady(99.5, START), 0, 50);
        Path file = folder.resolve("n.model.json");
        ModelFile.write(file, model, 100_000);
        NodeModel back = ModelFile.read(file);
        for (int s = -20; s < 80; s += 7) {
            long node = START + OFFSET + s * SECOND + 123;
            assertThat(back.timeline().at(node).refNanos()).isBetween(model.timeline().at(node).refNanos() - 1,
                    model.timeline().at(node).refNanos() + 1);
            assertThat(back.timeline().at(node).loNanos()).isCloseTo(model.timeline().at(node).loNanos(),
                    org.assertj.core.data.Offset.offset(1.0));
        }
        assertThat(folder.toFile().list()).hasSize(1);
        Files.writeString(file, "{\"format\":\"something\"}");
        assertThatThrownBy(() -> ModelFile.read(file)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("not a clock model");
        Files.writeString(file, "{");
        assertThatThrownBy(() -> ModelFile.read(file)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("not JSON");
    }

    @Test
    void rejectsModelsOfDifferentClocks() {
        NodeModel a = measured(Oscillator.steady(1, START), 0);
        NodeModel b = new NodeModel("n", "ref", "tsc", a.wander(), a.windows());
        assertThatThrownBy(() -> a.and(b)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("not of one clock");
    }

    @Test
    void chainsThroughAGatewayAddErrors() {
        Oscillator fast = Oscillator.steady(30, START);
        NodeModel toGateway = measured(fast, 0);
        NodeModel gateway = new NodeModel("ref", "root", "realtime", toGateway.wander(), toGateway.windows());
        Chain chain = new Chain(List.of(toGateway, gateway));
        long node = START + OFFSET + 10 * SECOND;
        ReferenceTime once = toGateway.timeline().at(node);
        ReferenceTime twice = chain.at(node);
        assertThat(twice.refNanos()).isEqualTo(gateway.timeline().at(once.refNanos()).refNanos());
        assertThat(twice.hiNanos() - twice.loNanos()).isGreaterThan(once.hiNanos() - once.loNanos());
        assertThatThrownBy(() -> new Chain(List.of(gateway, toGateway))).isInstanceOf(RunbenchException.class);
    }

    /** The node restarted between the windows: its counter begins at zero again, with a scale 40 ppm different. */
    @Test
    void anotherFrequencyBeginsANewPiece(@TempDir Path folder) throws IOException {
        long restart = START + 100 * SECOND;
        NodeModel model = counter(0, 2.596e9, 20, START - 3600 * SECOND).and(counter(200, 2.5961e9, -20, restart));
        assertThat(model.steppedAfter(0)).isTrue();
        Path file = folder.resolve("n.model.json");
        ModelFile.write(file, model, 100_000);
        assertThat(Files.readString(file)).contains("\"hertz\" : 2.596E9", "\"hertz_error\"");
        NodeModel back = ModelFile.read(file);
        assertThat(back.steppedAfter(0)).isTrue();
        for (int s : new int[]{5, 40, 90, 110, 150, 199, 230}) {
            long at = START + s * SECOND;
            double since = at - (s < 100 ? START - 3600 * SECOND : restart);
            long node = Math.round(since * (1 + (s < 100 ? 20e-6 : -20e-6)));
            ReferenceTime c = back.timeline().at(node);
            assertThat(c.refNanos() - at).as("at %d s", s).isBetween(-3000L, 3000L);
            assertThat((double) (at - c.refNanos())).isBetween(c.loNanos() - 1, c.hiNanos() + 1);
            assertThat(c.hiNanos() - c.loNanos()).as("the other piece is an hour away").isLessThan(1e6);
            assertThat(c.how()).isEqualTo(s < 200 ? ReferenceTime.How.STEPPED : ReferenceTime.How.PREDICTED);
        }
    }

    /**
     * After ten days of uptime, two programs measured the counter's frequency 1500 Hz apart: 0.5 s between their
     * stamps. The model uses the first one's scale, and bare ticks need no scale.
     */
    @Test
    void windowsOfDifferentDivisorsShareOneModel(@TempDir Path folder) throws IOException {
        long boot = START - 864_000 * SECOND;
        double hertz = 2.596e9;
        double other = hertz + 1500;
        double otherPpm = ((1 + 20e-6) * hertz / other - 1) * 1e6;
        NodeModel model = counter(0, hertz, 20, boot).and(counter(200, other, otherPpm, boot));
        assertThat(model.steppedAfter(0)).isFalse();
        Path file = folder.resolve("n.model.json");
        ModelFile.write(file, model, 100_000);
        NodeModel back = ModelFile.read(file);
        for (int s : new int[]{-10, 50, 199, 230}) {
            long at = START + s * SECOND;
            double ticks = (at - boot) * 1e-9 * (1 + 20e-6) * hertz;
            ReferenceTime bare = new Chain(List.of(back)).ofTicks().at(Math.round(ticks));
            ReferenceTime byFirst = back.timeline().at(Math.round(ticks / hertz * 1e9));
            assertThat(bare.refNanos() - at).as("at %d s", s).isBetween(-3000L, 3000L);
            assertThat(bare.refNanos() - byFirst.refNanos()).isBetween(-200L, 200L);
            assertThat((double) (at - bare.refNanos())).isBetween(bare.loNanos() - 200, bare.hiNanos() + 200);
        }
        assertThat(back.timeline().at(START - boot + 100 * SECOND).how()).isEqualTo(ReferenceTime.How.INTERPOLATED);
        assertThatThrownBy(() -> new Chain(List.of(measured(Oscillator.steady(0, START), 0))).ofTicks().at(5))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("has no ticks");
    }

    @Test
    void convertsTicksOfEachPieceByItsOwnFrequency() {
        long restart = START + 100 * SECOND;
        Chain chain = new Chain(
                List.of(counter(0, 2.596e9, 20, START - 3600 * SECOND).and(counter(200, 2.5961e9, -20, restart))));
        assertThat(chain.ofTicks().at((long) (3605 * (1 + 20e-6) * 2.596e9)).refNanos() - START - 5 * SECOND)
                .isBetween(-3000L, 3000L);
        assertThat(chain.ofTicks().at((long) (90 * (1 - 20e-6) * 2.5961e9)).refNanos() - restart - 90 * SECOND)
                .isBetween(-3000L, 3000L);
        // 128-bit intermediate values: a counter that has run for 50 years.
        assertThat(new Ticks(2.6e9, 1).nanos(4_102_444_800_000_000_001L)).isEqualTo(1_577_863_384_615_384_615L);
    }

    /** Returns a window with a counter that was zero at {@code zero} and is fast by {@code ppm}. */
    private static NodeModel counter(int seconds, double hertz, double ppm, long zero) {
        Generator generator = new Generator(Link.QUIET, ScenarioPlan.OFFSET, -zero, Oscillator.steady(ppm, zero));
        var window = generator.window(START + seconds * SECOND, new SplittableRandom(seconds));
        WindowModel w = WindowModel.of(Estimation.of(window, Stamps.KERNEL, Estimators.DEFAULT, 1));
        return new NodeModel("n", "ref", "tsc", NodeModel.TYPICAL_WANDER,
                List.of(w.with(new Ticks(hertz, 1000), null)));
    }

    /** With one burst, the error is unknown: none is claimed, and no prediction is valid, in the file too. */
    @Test
    void keepsAnUnknownErrorUnknown(@TempDir Path folder) throws IOException {
        Generator generator = new Generator(Link.QUIET, new ScenarioPlan(1, 64, 4 * SECOND, 0), OFFSET,
                Oscillator.steady(90, START));
        WindowModel w = WindowModel.of(
                Estimation.of(generator.window(START, new SplittableRandom(1)), Stamps.KERNEL, Estimators.DEFAULT, 1));
        NodeModel model = new NodeModel("n", "ref", "realtime", NodeModel.TYPICAL_WANDER, List.of(w), 100_000);
        Path file = folder.resolve("n.model.json");
        ModelFile.write(file, model, 100_000);
        assertThat(Files.readString(file)).contains("\"err_stat_ns\" : null", "\"slope_err\" : null", "lo_hi_assume",
                "0.500 ppm");
        assertThat(w.validUntilNanos(100_000, NodeModel.TYPICAL_WANDER)).isEqualTo(w.x0Nanos());
        for (NodeModel m : List.of(model, ModelFile.read(file))) {
            long at = START + 60 * SECOND;
            ReferenceTime c = m.timeline().at(at + OFFSET + Math.round(90e-6 * 60 * SECOND));
            assertThat(c.errStatNanos()).isNaN();
            assertThat(c.how()).isEqualTo(ReferenceTime.How.EXPIRED);
            assertThat((double) (at - c.refNanos())).isBetween(c.loNanos(), c.hiNanos());
        }
    }

    /** Windows whose rates differ by 6 ppm contradict an assumed 0.5 ppm. Twice their difference is assumed instead. */
    @Test
    void observedWanderReplacesTheAssumedOne() {
        NodeModel steady = measured(Oscillator.steady(20, START), 0, 100);
        assertThat(steady.wander()).isEqualTo(NodeModel.TYPICAL_WANDER);
        Oscillator turning = t -> 3e-6 * (t < START + 50 * SECOND ? t - START : START + 100 * SECOND - t);
        assertThat(measured(turning, 0, 100).wander()).isBetween(11e-6, 12.5e-6);
    }
}
