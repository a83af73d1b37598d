package runbench.parser.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import runbench.parser.series.Axis;

/** Levels that a short run or a cycle hides, bursts that a long run hides, and noise that has neither. */
class HiddenLevelsTest {
    private static final int CYCLE = 12;

    private static Structure of(int bins, IntToDoubleFunction rate, IntToDoubleFunction deviation) {
        SplittableRandom random = new SplittableRandom(15);
        double[] rates = IntStream.range(0, bins)
                .mapToDouble(
                        i -> 1e6 * rate.applyAsDouble(i) * Math.exp(deviation.applyAsDouble(i) * random.nextGaussian()))
                .toArray();
        return StructureAnalysis.of(List.of(KnownSeries.counts("event", rates)), Axis.RUN_TIME);
    }

    private static List<Double> changes(Structure s) {
        return s.changePoints().stream().map(Structure.ChangePoint::at).toList();
    }

    @Test
    void aStepBy40PercentIsFoundIn100Samples() {
        assertThat(changes(of(100, i -> i < 40 ? 1.4 : 1, i -> 0.1)))
                .satisfiesExactly(at -> assertThat(at).isCloseTo(40, within(2.0)));
    }

    /** Page faults of a program of 6 s: hardly any but for three bursts of 30 to 90 ms, together 3 % of the run. */
    @Test
    void burstsAreFoundByTheirSamplesNotByTheirShareOfTheRun() {
        for (int bins : new int[]{6000, 30_000}) {
            Structure s = bursts(bins, 1, 50, 30, 60, 90);
            assertThat(changes(s)).as("%d bins", bins).hasSize(6);
            assertThat(s.phases()).hasSize(2);
            assertThat(s.phases().get(1).times()).isEqualTo(3);
            assertThat(s.phases().get(1).length()).isCloseTo(180, within(6.0));
            assertThat(changes(bursts(bins, 20, 1000, 10, 10))).as("%d bins", bins).hasSize(4);
        }
    }

    /** Returns the structure of Poisson counts with bursts at equal distances. */
    private static Structure bursts(int bins, double perBin, double inBurst, int... lengths) {
        SplittableRandom random = new SplittableRandom(16);
        double[] levels = new double[bins];
        Arrays.fill(levels, perBin);
        for (int b = 0; b < lengths.length; b++) {
            int from = bins * (2 * b + 1) / (2 * lengths.length);
            Arrays.fill(levels, from, from + lengths[b], inBurst);
        }
        double[] counts = Arrays.stream(levels).map(v -> KnownSeries.poisson(v, random)).toArray();
        return StructureAnalysis.of(List.of(KnownSeries.counts("page-faults", counts)), Axis.RUN_TIME);
    }

    /** At most 1 %: random walks and bursts of 1 to 3 samples in fewer than 150 bins. */
    @Test
    void shortNoiseHasNoStructure() {
        SplittableRandom random = new SplittableRandom(17);
        long claims = IntStream.range(0, 200).filter(i -> {
            KnownSeries.Noise noise = i % 2 == 0 ? KnownSeries.Noise.WALK : KnownSeries.Noise.BURSTS;
            return KnownSeries.nothing(noise, 1 + random.nextInt(4), 32 + random.nextInt(118), random)
                    .found()
                    .isFound();
        }).count();
        assertThat(claims).isLessThanOrEqualTo(3);
    }

    @Test
    void aLevelOfWholeCyclesIsFound() {
        Structure s = of(40 * CYCLE, i -> (i < 252 ? 1 : 1.6) * (2 + Math.sin(2 * Math.PI * i / CYCLE)), i -> 0.05);
        assertThat(changes(s)).satisfiesExactly(at -> assertThat(at).isCloseTo(252, within(5.0)));
        assertThat(s.repetitions()).anySatisfy(r -> assertThat(r.period()).isCloseTo(CYCLE, within(0.1)));
    }

    @Test
    void aCycleAloneHasNoLevels() {
        assertThat(changes(of(40 * CYCLE, i -> 2 + Math.sin(2 * Math.PI * i / CYCLE), i -> 0.05))).isEmpty();
    }

    @Test
    void levelsExplainASeriesOnlyIfTheResidualsHaveNoLongMemory() {
        double[] white = KnownSeries.noise(KnownSeries.Noise.WHITE, 400, new SplittableRandom(4));
        double[] pink = KnownSeries.noise(KnownSeries.Noise.PINK, 400, new SplittableRandom(4));
        assertThat(isExplained(white)).isTrue();
        assertThat(isExplained(pink)).isFalse();
    }

    /** Returns whether two levels and noise about them are explained by the levels. */
    private static boolean isExplained(double[] noise) {
        double[] rates = IntStream.range(0, noise.length)
                .mapToDouble(i -> 1e6 * (i < 200 ? 1 : 1.5) * Math.exp(0.05 * noise[i]))
                .toArray();
        List<RateColumn> columns = RateColumn.of(0, KnownSeries.counts("event", rates));
        return LongMemory.isExplained(columns,
                new SegmentSearch.Found(
                        List.of(new SegmentSearch.Interval(0, 200), new SegmentSearch.Interval(200, 400)), List.of(9.0),
                        new double[2][1]));
    }
}
