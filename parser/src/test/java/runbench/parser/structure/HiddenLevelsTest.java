package runbench.parser.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import runbench.parser.series.Axis;

/** Levels that a short run or a cycle hides. */
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
