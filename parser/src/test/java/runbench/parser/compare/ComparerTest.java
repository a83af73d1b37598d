package runbench.parser.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import runbench.parser.compare.Comparison.AbsentMetric;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.Measurand.Direction;
import runbench.parser.compare.MetricComparison.RatioInterval;

class ComparerTest {
    private static final Measurand INSTRUCTIONS = new Measurand("instructions", "instructions", "", Direction.LOWER,
            false);
    private static final Measurand TIME = Measurand.WALL;

    private static List<RunValues> runs(String side, double... seconds) {
        return IntStream.range(0, seconds.length)
                .mapToObj(i -> SimulatedRuns.run(side, 10L * i + (side.equals("b") ? 5 : 0), seconds[i]))
                .toList();
    }

    private static Comparison compare(Pairing pairing, List<RunValues> a, List<RunValues> b) {
        return new Comparer(pairing, 0.01, TIME.name()).compare("A", a, "B", b, null, List.of());
    }

    @Test
    void pairsGetStudentsIntervalOfTheirLogRatios() {
        Comparison c = compare(Pairing.INTERLEAVED, runs("a", 1, 1, 1, 1),
                runs("b", Math.exp(0.01), Math.exp(0.02), Math.exp(0.03), Math.exp(0.04)));
        double half = 3.182446 * 0.012909944 / 2; // t(3; 0.975) s / sqrt(4)
        assertThat(Math.log(c.primary().ratio().ratio())).isCloseTo(0.025, within(1e-12));
        assertThat(Math.log(c.primary().ratio().low())).isCloseTo(0.025 - half, within(1e-7));
        assertThat(Math.log(c.primary().ratio().high())).isCloseTo(0.025 + half, within(1e-7));
        assertThat(c.primary().p()).isEqualTo(0.125);
        assertThat(c.tooFewForRanks()).isTrue();
        assertThat(c.primary().verdict()).describedAs("no rank test can agree").isEqualTo(RatioVerdict.INCONCLUSIVE);
        assertThat(c.primary().runsMore()).isEqualTo(2);
    }

    @Test
    void exchangingTheSidesExchangesTheVerdict() {
        for (int seed = 0; seed < 50; seed++) {
            SimulatedRuns s = new SimulatedRuns(seed, 0.01).pairs(8, 1.01);
            Comparison there = s.compared();
            Comparison back = compare(Pairing.INTERLEAVED, s.b, s.a);
            assertThat(back.primary().ratio().low()).isCloseTo(there.primary().ratio().inverse().low(), within(1e-12));
            assertThat(back.primary().p()).isEqualTo(there.primary().p());
            assertThat(back.primary().verdict()).isEqualTo(switch (there.primary().verdict()) {
                case BETTER -> RatioVerdict.WORSE;
                case WORSE -> RatioVerdict.BETTER;
                default -> there.primary().verdict();
            });
        }
    }

    @Test
    void wideAroundOneIsNotTheSameAndSaysWhatIsMissing() {
        MetricComparison m = compare(Pairing.INTERLEAVED, runs("a", 1, 1, 1, 1, 1, 1),
                runs("b", 1.05, 0.95, 1.04, 0.96, 1.02, 0.98)).primary();
        assertThat(m.verdict()).isEqualTo(RatioVerdict.INCONCLUSIVE);
        assertThat(m.runsMore()).isBetween(200, 1500);
        assertThat(compare(Pairing.INTERLEAVED, runs("a", 1, 1, 1), runs("b", 1.002, 0.998, 1)).primary().verdict())
                .isEqualTo(RatioVerdict.SAME);
    }

    @Test
    void whatIsAlwaysTheSameIsTheSame() {
        MetricComparison m = compare(Pairing.INTERLEAVED, runs("a", 7, 7, 7), runs("b", 7, 7, 7)).primary();
        assertThat(m.verdict()).isEqualTo(RatioVerdict.SAME);
        assertThat(m.ratio()).isEqualTo(new RatioInterval(1.0, 1.0, 1.0));
    }

    @Test
    void oneRunOfEachHasARatioAndNoInterval() {
        MetricComparison m = compare(Pairing.UNPAIRED, runs("a", 1), runs("b", 2)).primary();
        assertThat(m.ratio()).isEqualTo(new RatioInterval(2.0, null, null));
        assertThat(m.verdict()).isEqualTo(RatioVerdict.INCONCLUSIVE);
        assertThat(m.runsMore()).isNull();
        assertThat(m.worseByMoreThan(0.02)).isFalse();
    }

    @Test
    void unpairedRunsGetTheRatioOfHodgesAndLehmann() {
        double[] a = {1.00, 1.02, 1.04, 1.06};
        double[] b = {2.00, 2.02, 2.04, 9.00};
        MetricComparison m = compare(Pairing.UNPAIRED, runs("a", a), runs("b", b)).primary();
        double[] all = Arrays.stream(b).flatMap(y -> Arrays.stream(a).map(x -> y / x)).sorted().toArray();
        assertThat(m.ratio().ratio()).isCloseTo(Math.sqrt(all[7] * all[8]), within(1e-9));
        assertThat(m.ratio().low()).isCloseTo(all[0], within(1e-9));
        assertThat(m.ratio().high()).isCloseTo(all[15], within(1e-9));
        assertThat(m.p()).isCloseTo(2 / 70.0, within(1e-12));
        assertThat(compare(Pairing.UNPAIRED, runs("a", 1, 1, 1), runs("b", 2, 2, 2)).primary().p()).isNull();
    }

    /** A drift shared by both runs of a pair hides 1 % from a test that does not know the pairs. */
    @Test
    void pairsSeeThroughADrift() {
        Random random = new Random(1);
        double[] a = IntStream.range(0, 10)
                .mapToDouble(i -> (1 + 0.02 * i) * (1 + 0.002 * random.nextGaussian()))
                .toArray();
        double[] b = IntStream.range(0, 10)
                .mapToDouble(i -> 1.02 * (1 + 0.02 * i) * (1 + 0.002 * random.nextGaussian()))
                .toArray();
        assertThat(compare(Pairing.INTERLEAVED, runs("a", a), runs("b", b)).primary().verdict())
                .isEqualTo(RatioVerdict.WORSE);
        assertThat(compare(Pairing.UNPAIRED, runs("a", a), runs("b", b)).primary().verdict())
                .isEqualTo(RatioVerdict.INCONCLUSIVE);
    }

    @Test
    void pairsAreRecognisedByTheirTimes() {
        List<RunValues> a = runs("a", 1, 1, 1);
        List<RunValues> b = runs("b", 1, 1, 1);
        assertThat(Pairing.of(a, b)).isEqualTo(Pairing.INTERLEAVED);
        assertThat(Pairing.of(b, a)).isEqualTo(Pairing.INTERLEAVED);
        List<RunValues> later = IntStream.range(0, 3).mapToObj(i -> SimulatedRuns.run("b", 100 + i, 1)).toList();
        assertThat(Pairing.of(a, later)).isEqualTo(Pairing.UNPAIRED);
        assertThat(Pairing.of(a, b.subList(0, 2))).isEqualTo(Pairing.UNPAIRED);
        RunValues timeless = new RunValues("x", null, Map.of(TIME, 1.0), Map.of(), Map.of());
        assertThat(Pairing.of(List.of(timeless, timeless), List.of(timeless, timeless))).isEqualTo(Pairing.UNPAIRED);
    }

    /** The wall times of a shared machine vary by 30 %, the CPU times by 4 %. */
    @Test
    void noisyWallTimesDoNotHideADifferenceInCpuTime() {
        Random random = new Random(3);
        List<RunValues> a = shared(random, 1, 0);
        List<RunValues> b = shared(random, 1.062, 5);
        assertThat(
                new Comparer(Pairing.INTERLEAVED, 0.01, Measurand.CPU.name()).compare("A", a, "B", b, null, List.of())
                        .primary()
                        .verdict())
                .isEqualTo(RatioVerdict.WORSE);
        assertThat(compare(Pairing.INTERLEAVED, a, b).primary().verdict()).isEqualTo(RatioVerdict.INCONCLUSIVE);
    }

    private static List<RunValues> shared(Random random, double cpuSeconds, int offset) {
        return IntStream.range(0, 10).mapToObj(i -> {
            double cpu = cpuSeconds * Math.exp(0.04 * random.nextGaussian());
            double wall = cpu * Math.exp(Math.abs(0.3 * random.nextGaussian()));
            return run(10 * i + offset, Map.of(TIME, wall, Measurand.CPU, cpu), Map.of());
        }).toList();
    }

    private static RunValues run(int second, Map<Measurand, Double> values, Map<String, String> absent) {
        return new RunValues("r" + second, Instant.ofEpochSecond(second), values, Map.of(), absent);
    }

    @Test
    void whatWasNotCountedIsAbsentWithItsReason() {
        Measurand faults = new Measurand("page-faults", "page-faults", "faults", Direction.LOWER, false);
        Measurand moves = new Measurand("migrations", "migrations", "", Direction.LOWER, false);
        List<RunValues> a = List.of(
                run(0, Map.of(TIME, 1.0, faults, 3.0, moves, 0.0), Map.of("cycles", "not counted: no PMU")),
                run(10, Map.of(TIME, 1.0, faults, 3.0, moves, 2.0), Map.of("cycles", "not counted: no PMU")));
        List<RunValues> b = List.of(
                run(5, Map.of(TIME, 1.0, moves, 1.0),
                        Map.of("cycles", "x", "page-faults", "not counted: no permission")),
                run(15, Map.of(TIME, 1.0, faults, 3.0, moves, 1.0), Map.of("cycles", "x")));
        Comparison c = compare(Pairing.INTERLEAVED, a, b);
        assertThat(c.all()).hasSize(1);
        assertThat(c.absent()).containsExactlyInAnyOrder(new AbsentMetric("cycles", "A: not counted: no PMU"),
                new AbsentMetric("page-faults", "B in 1 of 2 runs: not counted: no permission"),
                new AbsentMetric("migrations", "A is 0 in 1 of 2 runs: there is no ratio"));
        assertThatThrownBy(
                () -> new Comparer(Pairing.INTERLEAVED, 0.01, "cycles").compare("A", a, "B", b, null, List.of()))
                .hasMessageContaining("cycles cannot be compared: A: not counted: no PMU");
        assertThatThrownBy(
                () -> new Comparer(Pairing.INTERLEAVED, 0.01, "wall").compare("A", a, "B", b, null, List.of()))
                .hasMessageContaining("no run measured 'wall'");
    }

    /**
     * Of twenty quantities that do not differ, one would be called different in half of all comparisons where each is
     * judged alone.
     */
    @Test
    void manyQuantitiesRaiseFewFalseAlarms() {
        int alarms = 0;
        for (int seed = 0; seed < 60; seed++) {
            List<RunValues> a = noise(seed, 0);
            List<RunValues> b = noise(1000 + seed, 5);
            alarms += compare(Pairing.INTERLEAVED, a, b).others().stream().anyMatch(m -> m.verdict().different()) ? 1
                    : 0;
        }
        assertThat(alarms).describedAs("of 60; with 5 % in truth, more than 8 would be chance once in a thousand")
                .isLessThanOrEqualTo(8);
    }

    private static List<RunValues> noise(long seed, int offset) {
        Random random = new Random(seed);
        List<RunValues> runs = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Map<Measurand, Double> values = new LinkedHashMap<>(Map.of(TIME, 1.0));
            for (int k = 0; k < 20; k++) {
                values.put(new Measurand("e" + k, "", "", Direction.LOWER, false),
                        Math.exp(0.05 * random.nextGaussian()));
            }
            runs.add(run(10 * i + offset, values, Map.of()));
        }
        return runs;
    }

    @Test
    void holmMultipliesTheSmallestMost() {
        assertThat(Comparer.holmAdjusted(Arrays.asList(0.01, 0.04, 0.03, null))).containsExactly(0.03, 0.06, 0.06,
                null);
        assertThat(PairsNeeded.forRanks(10, 0.05)).isEqualTo(9);
    }

    @Test
    void aRunFarFromTheOthersIsNamedAndStaysIn() {
        MetricComparison m = compare(Pairing.INTERLEAVED, runs("a", 1, 1, 1, 1, 1, 1, 1),
                runs("b", 1.01, 1.02, 1.015, 1.9, 1.012, 1.018, 1.011)).primary();
        assertThat(m.outliersA()).containsExactly(3);
        assertThat(m.b()).contains(1.9).hasSize(7);
    }

    @Test
    void directionsAreFacts() {
        assertThat(Direction.ofMetric("ipc")).isEqualTo(Direction.HIGHER);
        assertThat(Direction.ofMetric("l1d_miss_ratio")).isEqualTo(Direction.LOWER);
        assertThat(Direction.ofMetric("clock_rate")).isEqualTo(Direction.NEITHER);
        assertThat(RatioVerdict.of(new RatioInterval(1.1, 1.05, 1.15), 0.01, Direction.HIGHER))
                .isEqualTo(RatioVerdict.BETTER);
        assertThat(RatioVerdict.of(new RatioInterval(1.1, 1.05, 1.15), 0.01, Direction.NEITHER))
                .isEqualTo(RatioVerdict.HIGHER);
        assertThat(RatioVerdict.of(new RatioInterval(0.9, 0.85, 0.95), 0.01, Direction.LOWER))
                .isEqualTo(RatioVerdict.BETTER);
    }

    private static RunValues emulated(double instructions, double seconds) {
        Map<Measurand, Double> values = new LinkedHashMap<>();
        values.put(Measurand.WALL, seconds);
        values.put(INSTRUCTIONS, instructions);
        return new RunValues("r", null, values, Map.of(), Map.of(), Set.of("instructions"));
    }

    @Test
    void oneRunWithEmulatedCountsDecides() {
        Comparer comparer = new Comparer(Pairing.UNPAIRED, 0.01, "instructions");
        Comparison worse = comparer.compare("a", List.of(emulated(1000, 1)), "b", List.of(emulated(1050, 9)), null,
                List.of());
        assertThat(worse.primary().exact()).isTrue();
        assertThat(worse.primary().verdict()).isEqualTo(RatioVerdict.WORSE);
        assertThat(worse.primary().ratio().low()).isEqualTo(1.05).isEqualTo(worse.primary().ratio().high());
        assertThat(worse.primary().worseByMoreThan(0.04)).isTrue();
        assertThat(worse.primary().worseByMoreThan(0.06)).isFalse();
        assertThat(worse.tooFewForRanks()).isFalse();
        MetricComparison wall = worse.metric("wall_s").orElseThrow();
        assertThat(wall.exact()).as("the emulator's time").isFalse();
        assertThat(wall.verdict()).isEqualTo(RatioVerdict.INCONCLUSIVE);
        assertThat(comparer.compare("a", List.of(emulated(1000, 1)), "b", List.of(emulated(1009, 1)), null, List.of())
                .primary()
                .verdict()).isEqualTo(RatioVerdict.SAME);
    }

    @Test
    void emulatedCountsThatVaryDecideOnlyWithTheirWholeRange() {
        Comparer comparer = new Comparer(Pairing.UNPAIRED, 0.01, "instructions");
        List<RunValues> a = List.of(emulated(1000, 1), emulated(1100, 1));
        Comparison open = comparer.compare("a", a, "b", List.of(emulated(1050, 1), emulated(1150, 1)), null, List.of());
        assertThat(open.primary().verdict()).isEqualTo(RatioVerdict.INCONCLUSIVE);
        assertThat(open.primary().ratio().low()).isCloseTo(1050.0 / 1100, within(1e-9));
        assertThat(open.primary().ratio().high()).isCloseTo(1.15, within(1e-9));
        Comparison apart = comparer.compare("a", a, "b", List.of(emulated(1200, 1), emulated(1210, 1)), null,
                List.of());
        assertThat(apart.primary().verdict()).isEqualTo(RatioVerdict.WORSE);
    }

    @Test
    void oneMeasuredRunDecidesNothing() {
        RunValues one = new RunValues("r", null, Map.of(Measurand.WALL, 1.0), Map.of(), Map.of());
        RunValues two = new RunValues("r", null, Map.of(Measurand.WALL, 2.0), Map.of(), Map.of());
        MetricComparison m = new Comparer(Pairing.UNPAIRED, 0.01, "wall_s")
                .compare("a", List.of(one), "b", List.of(two), null, List.of())
                .primary();
        assertThat(m.exact()).isFalse();
        assertThat(m.verdict()).isEqualTo(RatioVerdict.INCONCLUSIVE);
    }
}
