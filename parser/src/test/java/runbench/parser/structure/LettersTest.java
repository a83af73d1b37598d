package runbench.parser.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import runbench.parser.series.Axis;

/** Letters of series with two levels in turn, and with a few samples that belong to neither. */
class LettersTest {
    private static final int STAYS = 24;
    private static final int STAY_BINS = 50;
    private static final double LOW = 1000;
    private static final double HIGH = 10_000;

    private final SplittableRandom random = new SplittableRandom(9);

    private static double[] levels(int stayBins, int stays) {
        double[] levels = new double[stays * stayBins];
        Arrays.setAll(levels, i -> i / stayBins % 2 == 0 ? LOW : HIGH);
        return levels;
    }

    private Structure found(double[] levels, double noise) {
        double[] counts = Arrays.stream(levels)
                .map(v -> KnownSeries.poisson(v * Math.exp(noise * random.nextGaussian()), random))
                .toArray();
        return StructureAnalysis.of(List.of(KnownSeries.counts("event", counts)), Axis.RUN_TIME);
    }

    @Test
    void aShortDisturbanceBelongsToThePhaseAroundIt() {
        double[] levels = levels(STAY_BINS, STAYS);
        Arrays.fill(levels, 3 * STAY_BINS + 20, 3 * STAY_BINS + 26, 2.5 * HIGH);
        Structure found = found(levels, 0);
        assertThat(found.changePoints()).hasSize(STAYS - 1 + 2);
        assertThat(found.phases()).extracting(Structure.RecurringPhase::times).containsExactly(12, 12);
    }

    /** Their rates would be a considerable part of the phase's. */
    @Test
    void shortSegmentsOfVeryDifferentRatesShareOneLetterOfTheirOwn() {
        double[] levels = levels(STAY_BINS, STAYS);
        Arrays.fill(levels, 2 * STAY_BINS + 20, 2 * STAY_BINS + 26, 100 * LOW);
        Arrays.fill(levels, 8 * STAY_BINS + 20, 8 * STAY_BINS + 26, 1000 * LOW);
        Structure found = found(levels, 0);
        assertThat(found.phases()).extracting(Structure.RecurringPhase::name).containsExactly("A", "B", "C");
        assertThat(found.phases().get(2).times()).isEqualTo(2);
        assertThat(found.phases().get(0).rates().get(0)).isBetween(0.98 * LOW, 1.02 * LOW);
    }

    /** Twelve counts in one sample are hardly more evidence than none: they need not be of this stay. */
    @Test
    void countsInASingleSampleGiveAStayNoLetterOfItsOwn() {
        double[] levels = levels(60, STAYS);
        double[] other = new double[levels.length];
        Arrays.setAll(other, i -> levels[i] == LOW ? 0 : KnownSeries.poisson(20, random));
        other[8 * 60 + 30] = 12;
        Structure found = StructureAnalysis
                .of(List.of(KnownSeries.counts("event", levels), KnownSeries.counts("other", other)), Axis.RUN_TIME);
        assertThat(found.phases()).extracting(Structure.RecurringPhase::times).containsExactly(12, 12);
    }

    /** Single pairs of stays of one level differ by a factor of 2 by chance. */
    @Test
    void aLetterPerLevelAlsoWhereThereAreMoreThanEight() {
        double[] levels = new double[16 * 120];
        Arrays.setAll(levels, i -> 100 * Math.pow(6, i / 16 * 7 % 10));
        Structure found = found(levels, 0.7);
        assertThat(found.segments()).hasSizeGreaterThan(110);
        assertThat(found.phases()).hasSizeBetween(10, 11);
    }

    /** Of 7,000 pairs of stays, 70 differ by more than the 99 % interval of a single pair. */
    @Test
    void manyStaysOfTwoNoisyLevelsHaveTwoLetters() {
        for (int i = 0; i < 4; i++) {
            Structure found = found(levels(16, 120), 0.3);
            assertThat(found.segments()).hasSizeGreaterThan(110);
            assertThat(found.phases()).hasSize(2);
        }
    }
}
