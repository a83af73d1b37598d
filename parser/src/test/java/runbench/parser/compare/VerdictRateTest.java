package runbench.parser.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The rates of false and true verdicts on simulated run times with drift and outliers. The seeds are fixed. */
class VerdictRateTest {
    private static final int COMPARISONS = 500;
    private static final double NOISE = 0.02;

    private static long verdicts(int pairs, double ratio, RatioVerdict verdict) {
        return LongStream.range(0, COMPARISONS)
                .filter(seed -> new SimulatedRuns(seed, NOISE).pairs(pairs, ratio)
                        .compared()
                        .primary()
                        .verdict() == verdict)
                .count();
    }

    @Test
    void equalProgramsDifferInAtMostFivePercentOfTheComparisons() {
        for (int pairs : new int[]{6, 10, 20}) {
            long wrong = verdicts(pairs, 1, RatioVerdict.BETTER) + verdicts(pairs, 1, RatioVerdict.WORSE);
            assertThat(wrong).describedAs("false verdicts of %d with %d pairs", COMPARISONS, pairs)
                    .isBetween(1L, COMPARISONS * 5L / 100);
        }
    }

    @Test
    void aSlowDownOfFivePercentIsFound() {
        assertThat(verdicts(10, 1.05, RatioVerdict.WORSE)).isGreaterThan(COMPARISONS * 90L / 100);
        assertThat(verdicts(10, 1.05, RatioVerdict.BETTER)).isZero();
        assertThat(verdicts(10, 1.01, RatioVerdict.WORSE)).as("1 % is below the resolution of 10 pairs")
                .isLessThan(COMPARISONS / 2);
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
        } while (!stop.endsAfter(runs.seconds(runs.a), runs.seconds(runs.b), 0));
        Comparison c = runs.compared();
        assertThat(Math.sqrt(c.primary().ratio().high() / c.primary().ratio().low()) - 1).isLessThan(0.0151);
        return c;
    }

    @Test
    void aTimeBudgetEndsBeforeThePairThatWouldExceedIt() {
        PairStop stop = new PairStop(null, 100L);
        assertThat(stop.endsAfter(new double[5], new double[5], 1000)).as("fewer pairs cannot decide").isFalse();
        assertThat(stop.endsAfter(new double[8], new double[8], 80)).isFalse();
        assertThat(stop.endsAfter(new double[9], new double[9], 91)).isTrue();
        assertThat(PairStop.NONE.isEarly()).isFalse();
    }

    @Test
    void precisionIsCheckedAfterEvenNumbersOfPairs() {
        double[] one = {1, 1, 1, 1, 1, 1, 1};
        PairStop stop = new PairStop(0.01, null);
        assertThat(stop.endsAfter(one, one, 0)).isFalse();
        double[] even = {1, 1, 1, 1, 1, 1};
        assertThat(stop.endsAfter(even, even, 0)).isTrue();
        assertThat(stop.endsAfter(even, new double[]{1, 1.2, 1, 0.8, 1, 1}, 0)).isFalse();
    }
}
