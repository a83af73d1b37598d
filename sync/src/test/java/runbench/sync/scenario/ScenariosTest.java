package runbench.sync.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.error.RunbenchException;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.exchange.Injection;
import runbench.sync.scenario.ClockScenarios.WanderingClock;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.Link.Delay;
import runbench.sync.scenario.Scenario.LimitCheck;
import runbench.sync.scenario.Scenario.Verdict;
import runbench.sync.scenario.WindowSource.Replay;

/** Runs the named conditions with known truth. */
@Tag("scenario")
@Tag("beside")
class ScenariosTest {
    private static final WindowSource GENERATED = WindowSource.generated(ScenarioPlan.OFFSET);

    static Stream<Scenario> all() {
        return Scenarios.all().stream();
    }

    static Stream<Delays> delays() {
        return all().filter(Delays.class::isInstance).map(Delays.class::cast);
    }

    private static Verdict run(Scenario scenario, WindowSource bed, int windows) {
        return scenario.run(new Scenario.Setting(bed, List.of(Estimators.DEFAULT), windows, 99));
    }

    @Test
    void everyConditionHasAName() {
        assertThat(all().map(Scenario::name)).containsExactly("kernel", "kernel-loaded", "user", "user-loaded",
                "exponential", "pareto", "asymmetric-queue", "shared-100m", "loss", "constant-asymmetry", "reorder",
                "duplicate", "stale", "step", "turn", "wander", "live-log", "return");
        assertThatThrownBy(() -> Scenarios.named("rain")).isInstanceOf(RunbenchException.class)
                .satisfies(e -> assertThat(((RunbenchException) e).remedy().orElseThrow()).contains("stale", "wander"));
        assertThatThrownBy(() -> Scenarios.delays("step")).hasMessageContaining("not one of delays");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void keepsItsLimits(Scenario scenario) {
        // Four hours contain each state of a wandering clock, whose deviation has a time constant of one hour.
        Scenario shortened = scenario instanceof WanderingClock ? new WanderingClock(4 * 3600) : scenario;
        Verdict verdict = run(shortened, GENERATED, scenario instanceof Delays ? 10 : 6);
        assumeTrue(verdict.outcome() != Verdict.Outcome.SKIP, verdict.skipped());
        assertThat(verdict.checks()).allSatisfy(c -> assertThat(c.kept()).as(c.toString()).isTrue());
        assertThat(verdict.checks()).filteredOn(c -> c.bound() != LimitCheck.Bound.REPORTED).isNotEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("delays")
    void everyMethodHasTheSameInterval(Delays scenario) {
        for (MethodComparison.Score score : MethodComparison.on(GENERATED, scenario, Estimators.all(), 2, 5)) {
            assertThat(score.inside()).as(score.method()).isEqualTo(2);
        }
    }

    private static Replay recorded(long planted) {
        Generator generator = new Generator(Link.QUIET, ScenarioPlan.OFFSET, planted, Oscillator.steady(0, 0));
        SplittableRandom random = new SplittableRandom(8);
        List<Exchanges> windows = Stream.of(5L, 10L, 15L)
                .map(s -> generator.window(s * 1_000_000_000L, random))
                .toList();
        return new Replay("quiet.xchg", windows, Stamps.KERNEL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"kernel", "exponential", "asymmetric-queue", "loss", "constant-asymmetry", "step", "return"})
    void keepsItsLimitsOnARecording(String name) {
        Verdict verdict = run(Scenarios.named(name), recorded(0), 4);
        assertThat(verdict.checks()).allSatisfy(c -> assertThat(c.kept()).as(c.toString()).isTrue());
        assertThat(verdict.outcome()).isEqualTo(Verdict.Outcome.PASS);
    }

    @Test
    void skipsConditionsThatARecordingLacks() {
        assertThat(run(Scenarios.named("user-loaded"), recorded(0), 2).skipped()).contains("busy");
        assertThat(run(Scenarios.named("stale"), recorded(0), 2).skipped()).contains("live");
        assertThatThrownBy(() -> recorded(1_000_000_000L)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("quiet.xchg")
                .hasMessageContaining("did not share one clock");
    }

    /** A path outside the limits fails. */
    @Test
    void exceededLimitFails() {
        WindowSource slanted = new WindowSource() {
            @Override
            public Exchanges window(Link link, long start, long lead, Oscillator clock,
                    java.util.random.RandomGenerator random) {
                return GENERATED.window(link.queued(Delay.constant(40e3), Delay.constant(0)), start, lead, clock,
                        random);
            }

            @Override
            public java.util.Optional<String> lacks(Link link) {
                return java.util.Optional.empty();
            }
        };
        for (String name : new String[]{"kernel", "step", "return"}) {
            Verdict verdict = run(Scenarios.named(name), slanted, 3);
            assertThat(verdict.outcome()).as(name).isEqualTo(Verdict.Outcome.FAIL);
            assertThat(verdict.checks()).filteredOn(c -> !c.kept())
                    .allSatisfy(c -> assertThat(c.name()).contains("error"));
        }
    }

    /** One accepted stale reply among a thousand, with the stamps of the exchange before, is detected. */
    @Test
    void acceptedStaleReplyFails() {
        Injection clock = new Injection(-123_456_789, 75, WindowSource.START_NANOS);
        Exchanges good = GENERATED.window(Link.QUIET, WindowSource.START_NANOS, clock.offsetNanos(), clock::drifted,
                new SplittableRandom(1));
        ObjectNode meta = JsonNodeFactory.instance.objectNode();
        meta.putObject("ignored").put("not_awaited", 30);
        assertThat(BadReplies.judge(new ExchangeRecording("n", meta, good, true, true), clock, 1))
                .allMatch(LimitCheck::kept);
        Exchanges.Builder bad = Exchanges.builder();
        long[] row = new long[8];
        for (int i = 0; i < good.size(); i++) {
            for (int k = 0; k < 8; k++) {
                int position = k % 4 + 1;
                boolean remote = position == 2 || position == 3;
                row[k] = good.stamp(k < 4 ? Stamps.USER : Stamps.KERNEL, position, remote && i == 500 ? i - 1 : i);
            }
            bad.add(good.burst(i), good.seq(i), row);
        }
        List<LimitCheck> checks = BadReplies.judge(new ExchangeRecording("n", meta, bad.build(), true, true), clock, 1);
        assertThat(checks).filteredOn(c -> !c.kept())
                .extracting(LimitCheck::name)
                .contains("impossible_replies_accepted");
        meta.putObject("ignored").put("not_awaited", 0);
        assertThat(BadReplies.judge(new ExchangeRecording("n", meta, good, true, true), clock, 1))
                .filteredOn(c -> !c.kept())
                .extracting(LimitCheck::name)
                .containsExactly("bad_replies_refused");
    }

    /**
     * The wander of cheap oscillators over hours: predictions keep the tolerance that re-synchronising was checked to
     * keep.
     */
    @ParameterizedTest
    @ValueSource(longs = 1)
    void resynchronisingKeepsTheTolerance(long seed) {
        DriftRun.Outcome predicted = DriftRun.predictingOnly(0.53, 1800, 12 * 3600, seed);
        DriftRun.Outcome loose = DriftRun.resynchronising(GENERATED, 0.53, 1e6, 12 * 3600, seed);
        DriftRun.Outcome tight = DriftRun.resynchronising(GENERATED, 0.53, 1e5, 4 * 3600, seed);
        assertThat(predicted.worstNanos()).isGreaterThan(3e6);
        assertThat(loose.worstNanos()).isLessThan(1e6);
        assertThat(tight.worstNanos()).isLessThan(1e5);
        assertThat(tight.worstAfterNanos()).isLessThan(3e4);
        assertThat(tight.inside()).isEqualTo(1);
        assertThat(loose.resyncs()).isBetween(30, 80);
        assertThat(tight.resyncs()).isBetween(50, 100);
        for (DriftRun.Outcome o : List.of(predicted, loose, tight)) {
            assertThat(o.course()).as("a chart of hours").hasSizeBetween(600, 730);
            assertThat(o.course().stream().mapToDouble(e -> Math.abs(e.errorNanos())).max().orElseThrow())
                    .isBetween(o.worstNanos() / 2, o.worstNanos());
        }
    }

    @Test
    void equalSeedsGiveEqualRecordings() {
        Generator generator = new Generator(Link.LOADED, ScenarioPlan.OFFSET, 0,
                Oscillator.steady(1, WindowSource.START_NANOS));
        Exchanges a = generator.window(WindowSource.START_NANOS, new SplittableRandom(1));
        Exchanges b = generator.window(WindowSource.START_NANOS, new SplittableRandom(1));
        assertThat(a.size()).isEqualTo(b.size()).isEqualTo(1024);
        assertThat(a.stamp(Stamps.USER, 4, 1023)).isEqualTo(b.stamp(Stamps.USER, 4, 1023));
    }
}
