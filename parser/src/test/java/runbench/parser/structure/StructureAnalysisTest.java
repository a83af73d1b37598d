package runbench.parser.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.parser.series.Axis;
import runbench.parser.series.BinnedCounts;

/** Structure that is known because it was made; the whole table is printed by scripts/bench/structure. */
@Tag("scenario")
@Tag("beside")
class StructureAnalysisTest {
    private static final double MIN_RECALL_OF_SMALL_COUNTS = 0.4;

    private final SplittableRandom random = new SplittableRandom(3);

    @Test
    void findsEveryStepAndNoOther() {
        KnownSeries series = KnownSeries.steps(5, 3, random);
        assertThat(ChangeMatch.of(series, series.found())).isEqualTo(new ChangeMatch(5, 5, 5, 5));
    }

    @Test
    void aFewUnusualBinsAreNoPartOfTheirOwn() {
        SplittableRandom many = new SplittableRandom(11);
        for (int i = 0; i < 4; i++) {
            KnownSeries series = KnownSeries.steps(1, 3, many);
            assertThat(ChangeMatch.of(series, series.found())).as("series " + i).isEqualTo(new ChangeMatch(1, 1, 1, 1));
        }
    }

    /** The program runs in a quarter of the wall time of each bin, and of the second half it waits. */
    @Test
    void ratesOnTheAxisOfWallTimeDivideByWallTime() {
        double[] counts = new double[400];
        double[] measured = new double[400];
        for (int b = 0; b < counts.length; b++) {
            counts[b] = b < 200 ? KnownSeries.poisson(100, random) : 0;
            measured[b] = b < 200 ? 0.25 : 1;
        }
        BinnedCounts made = KnownSeries.counts("V", counts);
        Structure found = StructureAnalysis.of(List.of(new BinnedCounts(made.info(), "events/s of running time",
                Axis.WALL_TIME, 1, 400, 1, 1, counts, measured)), Axis.WALL_TIME);
        assertThat(found.columns().get(0).unit()).isEqualTo("events/s of wall time");
        assertThat(found.segments()).hasSize(2);
        assertThat(found.segments().get(0).rates().get(0)).isCloseTo(100, withinPercentage(5));
        assertThat(found.segments().get(1).rates().get(0)).isZero();
    }

    /** Most samples of the second event are empty, so its noise cannot be measured by differences between samples. */
    @Test
    void aRareEventDoesNotHideTheStepOfAnother() {
        for (int i = 0; i < 4; i++) {
            double[] steps = new double[500];
            double[] rare = new double[500];
            for (int b = 0; b < steps.length; b++) {
                steps[b] = KnownSeries.poisson(b < 30 ? 48 : b < 220 ? 10 : 55, random);
                rare[b] = b < 7 ? 7 : KnownSeries.poisson(0.12, random);
            }
            Structure found = StructureAnalysis
                    .of(List.of(KnownSeries.counts("steps", steps), KnownSeries.counts("rare", rare)), Axis.RUN_TIME);
            assertThat(found.changePoints()).as("series %d", i)
                    .extracting(Structure.ChangePoint::at)
                    .anySatisfy(at -> assertThat(at).isCloseTo(30, within(1.0)))
                    .anySatisfy(at -> assertThat(at).isCloseTo(220, within(1.0)));
        }
    }

    /** A part with two levels, whose edge was not proposed, must not hide the edges of the other parts. */
    @Test
    void levelsOfRandomLengthsAreFound() {
        int found = 0;
        int known = 0;
        for (int i = 0; i < 12; i++) {
            KnownSeries series = KnownSeries.telegraph(5, 2, random);
            ChangeMatch match = ChangeMatch.of(series, series.found());
            found += match.recalled();
            known += match.known();
        }
        assertThat((double) found / known).isGreaterThan(MIN_RECALL_OF_SMALL_COUNTS);
    }

    /** Long runs are searched in bins of up to 8 samples, and most edges are inside of such a bin. */
    @ParameterizedTest
    @CsvSource({"4096, 6", "16000, 24", "60000, 48", "60000, 49", "60000, 54"})
    void levelsOfTheStatedLengthAreFound(int samples, int length) {
        double[] counts = new double[samples];
        for (int b = 0; b < counts.length; b++) {
            counts[b] = (b / length % 2 == 0 ? 1e6 : 2e6) * (1 + 0.06 * random.nextDouble());
        }
        Structure found = StructureAnalysis.of(List.of(KnownSeries.counts("levels", counts)), Axis.RUN_TIME);
        assertThat(found.resolution().shortestSegment()).isLessThanOrEqualTo(length);
        assertThat(found.segments()).hasSize((counts.length + length - 1) / length);
        assertThat(found.phases()).extracting(Structure.RecurringPhase::name).containsExactly("A", "B");
    }

    /** Half a count is added to each bin for its logarithm; with one count per bin that would be half of the rate. */
    @Test
    void aTrendOfSmallCountsBeginsAtItsRate() {
        Structure found = KnownSeries.ramp(1, 10, random).found();
        assertThat(found.trends()).hasSize(1);
        assertThat(found.trends().get(0).start()).isBetween(0.7, 1.4);
        assertThat(found.trends().get(0).end()).isCloseTo(10, withinPercentage(10));
    }

    /** A bend may have a change point on both sides. */
    @Test
    void linesThatBendAreNoStairs() {
        for (int i = 0; i < 8; i++) {
            assertThat(KnownSeries.ramps(4, random).found().changePoints()).as("series %d", i).hasSizeLessThan(9);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.5, 3, 30})
    void aRampIsATrendWithoutChangePoints(double factor) {
        Structure found = KnownSeries.ramp(2000, factor, random).found();
        assertThat(found.changePoints()).isEmpty();
        assertThat(found.trends()).hasSize(1).allSatisfy(t -> {
            assertThat(t.low()).isLessThan(factor);
            assertThat(t.high()).isGreaterThan(factor);
        });
    }

    @Test
    void nestedRepetitionsAreFoundOnBothLevels() {
        List<Structure.Repetition> found = KnownSeries.nested(5, 8, 60, random).found().repetitions();
        assertThat(found).extracting(Structure.Repetition::count).containsExactly(5, 40);
        assertThat(found.get(1).groups()).isEqualTo(5);
        assertThat(found.get(1).period()).isCloseTo(60, within(0.6));
    }

    /**
     * The factors and lengths for which recall is promised, and the precision with it. One series of each kind: more of
     * them take the same path, and scripts/bench/structure counts them.
     */
    @Test
    void findsFactorsOf2Over20Samples() {
        for (KnownSeriesBench.Kind kind : KnownSeriesBench.clear()) {
            KnownSeriesBench.Row row = kind.row(1);
            assertThat(row.recall()).as(kind.name()).isGreaterThanOrEqualTo(0.9);
            assertThat(row.precision()).as(kind.name()).isGreaterThanOrEqualTo(0.9);
        }
    }

    @Test
    void countsRepeatsAfterASetUp() {
        KnownSeries series = KnownSeries.repeats(38, 0.05, 0, 300, random);
        Structure.Repetition found = series.found().repetitions().get(0);
        assertThat(found.count()).isEqualTo(38);
        assertThat(found.period()).isCloseTo(series.period(), within(0.01 * series.period()));
        assertThat(found.drift()).isNull();
    }

    @Test
    void tellsThatRepeatsGrow() {
        KnownSeries series = KnownSeries.repeats(30, 0.03, 1, 0, random);
        Structure.Repetition found = series.found().repetitions().get(0);
        assertThat(found.drift()).isNotNull();
        assertThat(found.drift().last() / found.drift().first()).isBetween(1.7, 2.3);
    }

    @ParameterizedTest
    @EnumSource(value = KnownSeries.Noise.class, names = {"WHITE", "AR_60", "AR_90", "PINK", "WALK", "BURSTS"})
    void findsNothingInNoise(KnownSeries.Noise noise) {
        assertThat(KnownSeries.nothing(noise, 2, 1000, random).found().verdict()).isEqualTo(Structure.Verdict.NONE);
    }
}
