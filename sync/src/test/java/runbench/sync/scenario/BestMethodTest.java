package runbench.sync.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import runbench.sync.estimate.Estimator;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.Link.Delay;

/** Compares the default method with every other in conditions that suit the others. It is never far from the best. */
@Tag("scenario")
@Tag("beside")
class BestMethodTest {
    private static final int WINDOWS = 40;
    /** Number of whole windows. Each contains three times the exchanges of a short one, and its errors vary less. */
    private static final int WHOLE_WINDOWS = 30;
    /** Resolution of stamps in whole ns: smaller errors are equal. */
    private static final double STAMPS_NANOS = 2;
    /** Limit below which errors of few exchanges under jitter of 50 us and more differ by chance, ns. */
    private static final double SMALL_NANOS = 100;
    /** 320 exchanges within a second. */
    private static final ScenarioPlan SHORT = new ScenarioPlan(5, 64, 1_000_000_000L, 0);
    private static final ScenarioPlan MANY_SHORT_BURSTS = new ScenarioPlan(20, 16, 1_000_000_000L, 0);
    private static final List<String> RIVALS = List.of("mode", "hull", "theil-sen", "jones-koenig", "widest-gap",
            "envelope");

    /** Returns delays about a middle that never reach a minimum. */
    private static Delay symmetric(double meanNanos, double sigmaNanos) {
        return random -> Math.max(0, meanNanos + sigmaNanos * random.nextGaussian());
    }

    /** Returns a link with one queue for both directions: each exchange has the same delay in both. */
    private static Link shared(Delay delay) {
        double[] last = new double[1];
        return Link.QUIET.queued(random -> last[0] = delay.draw(random), (RandomGenerator random) -> last[0]);
    }

    private static Delays kernel(String name, Link link) {
        return new Delays(name, name, link, Stamps.KERNEL, Double.NaN, Double.NaN);
    }

    static Stream<Arguments> conditions() {
        Delay jitter = symmetric(200e3, 50e3);
        Delay late = jitter.plus(Delay.exponential(100e3));
        List<Delays> strong = List.of(kernel("symmetric", Link.QUIET.queued(jitter, jitter)),
                kernel("symmetric and exponential", Link.QUIET.queued(late, late)),
                kernel("symmetric and loss", Link.QUIET.queued(jitter, jitter).losing(0.1)),
                kernel("exponential of 500 us", Link.QUIET.queued(Delay.exponential(500e3), Delay.exponential(500e3))),
                kernel("exponential of 500 us and loss",
                        Link.QUIET.queued(Delay.exponential(500e3), Delay.exponential(500e3)).losing(0.1)),
                kernel("500 us there, 50 us back",
                        Link.QUIET.queued(Delay.exponential(500e3), Delay.exponential(50e3))),
                kernel("one queue both ways", shared(Delay.exponential(500e3))));
        Stream<Delays> table = Scenarios.all().stream().filter(Delays.class::isInstance).map(Delays.class::cast);
        List<Delays> known = table.filter(d -> !d.name().equals("constant-asymmetry")).toList();
        return Stream.of(strong.stream().map(d -> Arguments.of("short", SHORT, d)),
                // A tenth of a whole window lost still leaves three times the exchanges of a short one.
                strong.stream()
                        .filter(d -> !d.name().endsWith("loss"))
                        .map(d -> Arguments.of("whole", ScenarioPlan.OFFSET, d)),
                known.stream().map(d -> Arguments.of("short", SHORT, d)),
                known.stream().map(d -> Arguments.of("whole", ScenarioPlan.OFFSET, d)),
                Stream.of(strong.get(0), strong.get(1))
                        .map(d -> Arguments.of("many short bursts", MANY_SHORT_BURSTS, d)))
                .flatMap(s -> s);
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("conditions")
    void isNearTheBestAndClaimsTheRightError(String windows, ScenarioPlan plan, Delays delays) {
        List<Estimator> methods = Stream.concat(RIVALS.stream().map(Estimators::named), Stream.of(Estimators.DEFAULT))
                .toList();
        int count = plan.equals(ScenarioPlan.OFFSET) ? WHOLE_WINDOWS : WINDOWS;
        List<MethodComparison.Score> scores = MethodComparison.on(WindowSource.generated(plan), delays, methods, count,
                2026);
        MethodComparison.Score ours = scores.get(scores.size() - 1);
        double best = scores.stream()
                .limit(RIVALS.size())
                .mapToDouble(MethodComparison.Score::rmsNanos)
                .min()
                .orElseThrow();
        assertThat(ours.rmsNanos()).as("rms, ns; the best of the others: %.1f", best)
                .isLessThan(Math.max(STAMPS_NANOS, 1.5 * best));
        assertThat(ours.ratio95()).as("error over claimed error")
                .isLessThan(delays.name().startsWith("user") ? 2.5 : 3);
        assertThat(ours.inside()).as("truth inside").isEqualTo(count);
    }

    static Stream<Arguments> oneSided() {
        Delay none = Delay.constant(0);
        List<Delays> delays = List.of(kernel("50 us there", Link.QUIET.queued(Delay.exponential(50e3), none)),
                kernel("50 us back", Link.QUIET.queued(none, Delay.exponential(50e3))),
                kernel("500 us there", Link.QUIET.queued(Delay.exponential(500e3), none)),
                kernel("500 us back", Link.QUIET.queued(none, Delay.exponential(500e3))),
                kernel("heavy tail there", Link.QUIET.queued(Delay.pareto(20e3, 1.5), none)),
                kernel("every other message there",
                        Link.QUIET.queued(none.sometimes(0.5, Delay.exponential(500e3)), none)),
                kernel("about a middle there", Link.QUIET.queued(symmetric(200e3, 50e3), none)),
                kernel("50 us both ways", Link.QUIET.queued(Delay.exponential(50e3), Delay.exponential(50e3))));
        return Stream
                .of(new int[]{5, 64}, new int[]{8, 8}, new int[]{5, 8}, new int[]{4, 16}, new int[]{3, 16},
                        new int[]{3, 8}, new int[]{3, 4}, new int[]{2, 64}, new int[]{2, 16})
                .flatMap(p -> delays.stream()
                        .map(d -> Arguments.of(new ScenarioPlan(p[0], p[1], 1_000_000_000L, 0), d)));
    }

    /**
     * Jitter above a minimum, mostly in one direction, in windows of few bursts: no other method has an error below two
     * thirds of the default's.
     */
    @Tag("nightly")
    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("oneSided")
    void isNearTheBestUnderOneSidedJitter(ScenarioPlan plan, Delays delays) {
        List<MethodComparison.Score> scores = MethodComparison.on(WindowSource.generated(plan), delays,
                Estimators.all(), WINDOWS, 2026);
        MethodComparison.Score ours = scores.stream()
                .filter(s -> s.method().equals(Estimators.DEFAULT.name()))
                .findFirst()
                .orElseThrow();
        MethodComparison.Score best = scores.stream()
                .filter(s -> !s.method().equals(ours.method()))
                .min(Comparator.comparingDouble(MethodComparison.Score::rmsNanos))
                .orElseThrow();
        assertThat(ours.rmsNanos()).as("rms, ns; %s: %.1f", best.method(), best.rmsNanos())
                .isLessThan(Math.max(SMALL_NANOS, 1.5 * best.rmsNanos()));
        assertThat(ours.inside()).as("truth inside").isEqualTo(WINDOWS);
    }
}
