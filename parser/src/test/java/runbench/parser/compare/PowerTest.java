package runbench.parser.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rates of false and true verdicts on simulated run times with drift and outliers. The seeds are fixed. */
class PowerTest {
    private static final int COMPARISONS = 500;
    private static final int EXTENDED = 200;
    private static final double NOISE = 0.02;

    private static long verdicts(double noise, int pairs, double ratio, Predicate<RatioVerdict> counted) {
        return LongStream.range(0, COMPARISONS)
                .mapToObj(seed -> new SimulatedRuns(seed, noise).pairs(pairs, ratio).compared().primary().verdict())
                .filter(counted)
                .count();
    }

    private static long worse(double noise, int pairs, double ratio) {
        return verdicts(noise, pairs, ratio, v -> v == RatioVerdict.WORSE);
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 10, 20})
    void equalProgramsDifferInAtMostFivePercentOfTheComparisons(int pairs) {
        assertThat(verdicts(NOISE, pairs, 1, RatioVerdict::different)).as("false verdicts of %d", COMPARISONS)
                .isBetween(1L, COMPARISONS * 5L / 100);
    }

    @Test
    void aSlowDownOfFivePercentIsFound() {
        assertThat(worse(NOISE, 10, 1.05)).isGreaterThan(COMPARISONS * 90L / 100);
        assertThat(verdicts(NOISE, 10, 1.05, v -> v == RatioVerdict.BETTER)).isZero();
        assertThat(worse(NOISE, 10, 1.01)).as("1 % is below the resolution of 10 pairs").isLessThan(COMPARISONS / 2);
    }

    /** Stopping by the width of the interval keeps the rate; stopping at the first significant result would not. */
    @Test
    void stoppingAtAPrecisionCausesNoFalseVerdicts() {
        PairStop stop = new PairStop(0.015, null);
        long wrong = LongStream.range(0, COMPARISONS)
                .filter(seed -> stopped(seed, stop).primary().verdict().different())
                .count();
        assertThat(wrong).isLessThanOrEqualTo(COMPARISONS * 5L / 100);
    }

    private static Comparison stopped(long seed, PairStop stop) {
        SimulatedRuns runs = new SimulatedRuns(seed, NOISE);
        do {
            runs.pairs(runs.a.size() + 1, 1);
        } while (!stop.endsAfter(List.of(runs.seconds(runs.a), runs.seconds(runs.b)), ComparisonFamily.TWO, 0));
        Comparison c = runs.compared();
        assertThat(Math.sqrt(c.primary().ratio().high() / c.primary().ratio().low()) - 1).isLessThan(0.0151);
        return c;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.002, 0.01, 0.02})
    @Tag("beside")
    @Tag("scenario")
    void equalProgramsSeldomDifferWithThePairsAskedFor(double noise) {
        assertThat(verdicts(noise, 10, 1, RatioVerdict::different)).as("of %d with noise %s", COMPARISONS, noise)
                .isLessThanOrEqualTo(COMPARISONS * 5L / 100);
        long extended = LongStream.range(0, EXTENDED)
                .filter(seed -> new SimulatedRuns(seed, noise).asAsked(1).primary().verdict().different())
                .count();
        assertThat(extended).as("of %d with noise %s, with the pairs asked for", EXTENDED, noise)
                .isLessThanOrEqualTo(EXTENDED * 5L / 100);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.002, 0.01, 0.02})
    @Tag("beside")
    @Tag("scenario")
    void aSlowDownAsLargeAsTheMarginIsFoundWithThePairsAskedFor(double noise) {
        long found = LongStream.range(0, EXTENDED)
                .filter(seed -> new SimulatedRuns(seed, noise).asAsked(1.01).primary().verdict() == RatioVerdict.WORSE)
                .count();
        assertThat(found).as("of %d with noise %s", EXTENDED, noise).isGreaterThanOrEqualTo(EXTENDED * 95L / 100);
    }

    /** Prints how often a comparison finds a true ratio, by the number of pairs and the noise of one run. */
    @Test
    @Tag("bench")
    void printsThePowerTable() {
        double[] ratios = {1, 1.01, 1.02, 1.05, 1.1};
        System.out.printf("%d comparisons each; ratio 1: share of false verdicts; others: share of \"worse\"%n",
                COMPARISONS);
        for (double noise : new double[]{0.005, NOISE, 0.05}) {
            System.out.printf(Locale.ROOT, "%nnoise of one run %.1f %%%n%6s", 100 * noise, "pairs");
            for (double ratio : ratios) {
                System.out.printf(Locale.ROOT, "%10.2f", ratio);
            }
            System.out.println();
            for (int pairs : new int[]{6, 8, 10, 15, 20, 30, 50, 100}) {
                System.out.printf("%6d", pairs);
                for (double ratio : ratios) {
                    long found = ratio == 1 ? verdicts(noise, pairs, 1, RatioVerdict::different)
                            : worse(noise, pairs, ratio);
                    System.out.printf(Locale.ROOT, "%8.1f %%", 100.0 * found / COMPARISONS);
                    assertThat(ratio > 1 || found <= COMPARISONS * 5L / 100).as("false verdicts with %d pairs", pairs)
                            .isTrue();
                }
                System.out.println();
            }
        }
    }
}
