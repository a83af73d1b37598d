package runbench.base.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.hipparchus.stat.StatUtils;
import org.hipparchus.stat.descriptive.rank.Percentile;
import org.hipparchus.stat.descriptive.rank.Percentile.EstimationType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatisticsTest {
    @ParameterizedTest
    @CsvSource({"NEAREST_RANK, R_1", "WEIBULL, R_6", "WEIBULL, LEGACY", "LINEAR, R_7"})
    void quantilesEqualThoseOfHipparchus(Quantile definition, EstimationType reference) {
        SplittableRandom random = new SplittableRandom(1996);
        for (int n = 1; n <= 40; n++) {
            double[] values = random.doubles(n, -5, 5).toArray();
            double[] before = values.clone();
            for (double share : new double[]{0.001, 0.01, 0.1, 0.25, 0.37, 0.5, 0.75, 0.9, 0.99, 1}) {
                double expected = new Percentile().withEstimationType(reference).evaluate(values, 100 * share);
                assertThat(definition.of(values, share)).as("%s of %d values at %s", definition, n, share)
                        .isCloseTo(expected, within(1e-12));
            }
            assertThat(values).isEqualTo(before);
        }
    }

    /** numpy.quantile([1, 2, 4, 8], share, method="nearest"). */
    @ParameterizedTest
    @CsvSource({"0, 1", "0.1, 1", "0.2, 2", "0.6, 4", "0.9, 8", "1, 8"})
    void theNearestPositionSelectsOneOfTheValues(double share, double expected) {
        assertThat(Quantile.NEAREST_POSITION.of(new double[]{8, 1, 4, 2}, share)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"NEAREST_RANK", "WEIBULL", "LINEAR", "NEAREST_POSITION"})
    void quantilesOfNoValuesAreNaNAndOfOneValueThatValue(Quantile definition) {
        assertThat(definition.of(new double[0], 0.5)).isNaN();
        assertThat(definition.of(new double[]{3}, 0)).isEqualTo(3);
        assertThat(definition.of(new double[]{3}, 1)).isEqualTo(3);
        assertThat(definition.ofSorted(new double[]{1, 2, 3, 0, 0}, 3, 1)).isEqualTo(3);
        assertThatThrownBy(() -> definition.of(new double[]{3}, 1.1)).hasMessage("share 1.1 is outside 0..1");
        assertThatThrownBy(() -> definition.of(new double[]{3}, Double.NaN)).hasMessageContaining("outside 0..1");
    }

    @Test
    void mediansDifferOnlyForAnEvenNumberOfValues() {
        double[] even = {9, 1, 3, 4};
        assertThat(Statistics.median(even)).isEqualTo(3.5);
        assertThat(even).containsExactly(9, 1, 3, 4);
        assertThat(Statistics.medianOfSorted(new double[]{1, 3, 9})).isEqualTo(3);
        assertThat(Statistics.highMedianOfSorted(new double[]{1, 3, 4, 9})).isEqualTo(4);
        assertThat(Statistics.highMedianOfSorted(new double[]{1, 3, 4, 9}, 3)).isEqualTo(3);
        assertThat(Statistics.median(new double[0])).isNaN();
        assertThat(Statistics.highMedianOfSorted(new double[0])).isNaN();
    }

    @Test
    void meanDeviationAndMedianEqualThoseOfHipparchus() {
        SplittableRandom random = new SplittableRandom(7);
        for (int n = 1; n < 30; n++) {
            double[] values = random.doubles(n, -1, 10).toArray();
            assertThat(Statistics.mean(values)).isCloseTo(StatUtils.mean(values), within(1e-12));
            assertThat(Statistics.median(values)).isCloseTo(StatUtils.percentile(values, 50), within(1e-12));
            assertThat(Statistics.deviation(values)).isCloseTo(Math.sqrt(StatUtils.variance(values)), within(1e-12));
        }
        assertThat(Statistics.mean(new double[0])).isNaN();
        assertThat(Statistics.deviation(new double[0])).isZero();
        assertThat(Statistics.deviation(new double[]{2, 4, 4, 4, 5, 5, 7, 9})).isCloseTo(Math.sqrt(32 / 7.0),
                within(1e-15));
    }

    /** The usual example: the distances from 2 are 1, 1, 0, 0, 2, 4, 7. */
    @Test
    void medianAbsoluteDeviationIsTheMedianOfTheDistances() {
        double[] values = {1, 1, 2, 2, 4, 6, 9};
        assertThat(Statistics.medianAbsoluteDeviation(values, 2)).isEqualTo(1);
        assertThat(Statistics.medianAbsoluteDeviation(new double[]{0, 1, 3, 9}, 2)).isEqualTo(1.5);
        assertThat(Statistics.highMedianAbsoluteDeviation(new double[]{0, 1, 3, 9}, 2)).isEqualTo(2);
        double[] normal = new double[20_001];
        java.util.Random gaussian = new java.util.Random(3);
        Arrays.setAll(normal, i -> 5 * gaussian.nextGaussian());
        assertThat(Statistics.DEVIATION_PER_MAD * Statistics.medianAbsoluteDeviation(normal, 0)).isBetween(4.8, 5.2);
    }

    @Test
    void deviationAboutLevelsIgnoresJumpsAndGaps() {
        Random random = new Random(4);
        double[] values = new double[4000];
        Arrays.setAll(values, i -> i % 1000 == 500 ? Double.NaN : 100 * (i / 800) + 5 * random.nextGaussian());
        assertThat(Statistics.deviationAboutLevels(values)).isBetween(4.8, 5.2);
        assertThat(Statistics.deviation(Arrays.stream(values).filter(Double::isFinite).toArray())).isGreaterThan(100);
        assertThat(Statistics.deviationAboutLevels(new double[]{7})).isZero();
        assertThat(Statistics.deviationAboutLevels(new double[]{1, Double.NaN, 2})).isZero();
    }

    /** The jackknife error of a mean of single values is its standard error, deviation / sqrt(n). */
    @Test
    void jackknifeErrorOfAMeanIsItsStandardError() {
        double[] values = {3, 1, 4, 1, 5, 9, 2, 6};
        double total = Arrays.stream(values).sum();
        double[] leaveOneOut = Arrays.stream(values).map(v -> (total - v) / (values.length - 1)).toArray();
        assertThat(Statistics.jackknifeError(leaveOneOut))
                .isCloseTo(Statistics.deviation(values) / Math.sqrt(values.length), within(1e-12));
    }

    /** Table of Student's t, 95 % two-sided. */
    @ParameterizedTest
    @CsvSource({"1, 12.706", "4, 2.776", "10, 2.228", "1000, 1.962"})
    void studentFactorsEqualThePublishedTable(double degrees, double expected) {
        assertThat(Statistics.studentFactor(0.95, degrees)).isCloseTo(expected, within(5e-4));
    }

    /** The median of many values is selected, not sorted for: equal to the bit in every order, with equal values. */
    @Test
    void theMedianIsThatOfTheSortedValues() {
        SplittableRandom random = new SplittableRandom(47);
        double[] odd = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.0, -0.0, 1, -1};
        for (int n = 1; n <= 400; n++) {
            int step = n;
            double[] distinct = random.doubles(n, -5, 5).toArray();
            double[] ascending = sorted(distinct);
            List<double[]> all = new ArrayList<>(List.of(distinct, ascending,
                    random.ints(n, 0, 4).asDoubleStream().toArray(),
                    random.ints(n, 0, odd.length).mapToDouble(i -> odd[i]).toArray(),
                    IntStream.range(0, n).mapToDouble(i -> ascending[step - 1 - i]).toArray(),
                    IntStream.range(0, n).mapToDouble(i -> Math.min(i, step - i)).toArray(),
                    IntStream.range(0, n).mapToDouble(i -> i % 3 == 0 ? -0.0 : i % 3 - 1.0).toArray(), new double[n]));
            for (double[] values : all) {
                double[] before = values.clone();
                double expected = Statistics.medianOfSorted(sorted(values));
                assertThat(Double.doubleToRawLongBits(Statistics.median(values))).as("%s", Arrays.toString(values))
                        .isEqualTo(Double.doubleToRawLongBits(expected));
                assertThat(values).isEqualTo(before);
            }
        }
    }

    private static double[] sorted(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted;
    }
}
