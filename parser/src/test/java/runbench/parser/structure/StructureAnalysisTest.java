package runbench.parser.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Structure that is known because it was made; the whole table is printed by scripts/bench/structure. */
@Tag("scenario")
class StructureAnalysisTest {
    private final SplittableRandom random = new SplittableRandom(3);

    @Test
    void findsEveryStepAndNoOther() {
        KnownSeries series = KnownSeries.steps(5, 3, random);
        assertThat(ChangeMatch.of(series, series.found())).isEqualTo(new ChangeMatch(5, 5, 5, 5));
    }

    /**
     * A level and a variance for four bins of chance are too dear; the search alone, which asks for less, finds such
     * places in several of these.
     */
    @Test
    void aFewUnusualBinsAreNoPartOfTheirOwn() {
        SplittableRandom many = new SplittableRandom(11);
        for (int i = 0; i < 12; i++) {
            KnownSeries series = KnownSeries.steps(1, 3, many);
            assertThat(ChangeMatch.of(series, series.found())).as("series " + i).isEqualTo(new ChangeMatch(1, 1, 1, 1));
        }
    }

    @Test
    void findsWhereLinesBendAndNoStairs() {
        KnownSeries series = KnownSeries.ramps(4, random);
        assertThat(ChangeMatch.of(series, series.found())).isEqualTo(new ChangeMatch(4, 4, 4, 4));
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
