package runbench.parser.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.base.stats.Quantile;
import runbench.parser.metrics.SampleSpreads.QuantileSelection;
import runbench.parser.metrics.SampleSpreads.SampleSpread;
import runbench.parser.metrics.SampleSpreads.ValueDraw;
import runbench.parser.record.Recording;
import runbench.parser.record.Synthetic;
import runbench.parser.series.Axis;
import runbench.parser.series.BucketGrid;
import runbench.parser.series.BucketSpread;
import runbench.parser.series.Envelope;
import runbench.parser.series.Envelopes;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;

class SampleSpreadsTest {
    @TempDir
    private Path folder;

    /** Counts of the made recording are evenly distributed below a power of two a millisecond. */
    @Test
    void quantilesOfABucketAreThoseOfItsSamples() {
        Path file = folder.resolve("samples.rec");
        Synthetic.run(file, 20_000, 3, 1);
        RunView view = RunView.of(Recording.open(file), List.of());
        Requested<List<SampleSpread>> spreads = view.spreads(Axis.RUN_TIME, 100);
        Requested<List<Envelope>> envelopes = view.envelopes(Axis.RUN_TIME, 100);
        view.read(Progress.NONE);

        assertThat(spreads.get()).extracting(SampleSpread::name).containsExactly("page-faults", "event-1", "event-2");
        SampleSpread last = spreads.get().get(2);
        Envelope envelope = envelopes.get().get(2);
        double most = (2L << 14) * 1000.0;
        assertThat(last.median()).hasSize(envelope.buckets());
        for (int b = 1; b < last.median().length - 1; b++) {
            assertThat(last.tenth()[b] / most).isCloseTo(0.1, offset(0.1));
            assertThat(last.median()[b] / most).isCloseTo(0.5, offset(0.17));
            assertThat(last.ninth()[b] / most).isCloseTo(0.9, offset(0.1));
            assertThat(last.ninth()[b]).isLessThanOrEqualTo(envelope.max()[b] * (1 + 1e-12));
        }
        assertThat(last.count()).isBetween(19_800L, 20_000L);
        assertThat(last.quantile(0.99) / most).isCloseTo(0.99, offset(0.02));
    }

    /** Buckets are finished during the pass, and their memory is used again. */
    @Test
    void bucketsOfALongRunContainAllOfTheirSamples() {
        Path file = folder.resolve("samples.rec");
        Synthetic.run(file, 60_000, 3, 2);
        RunView view = RunView.of(Recording.open(file), List.of());
        List<Axis> axes = List.of(Axis.RUN_TIME, Axis.WALL_TIME);
        List<Requested<List<SampleSpread>>> spreads = axes.stream().map(a -> view.spreads(a, 1000)).toList();
        view.read(Progress.NONE);

        for (int a = 0; a < axes.size(); a++) {
            BucketGrid grid = Envelopes.grid(view.periods(), axes.get(a), 1000);
            BucketSpread place = new BucketSpread(grid, view.periods(), true);
            List<List<Double>> rates = IntStream.range(0, grid.count())
                    .mapToObj(b -> (List<Double>) new ArrayList<Double>())
                    .toList();
            view.periods().forEach(p -> {
                if (p.isWhole() && p.has(2)) {
                    place.place(p);
                    for (int b = place.firstOfRate(); b <= place.lastOfRate(); b++) {
                        rates.get(b).add(p.rate(2) * grid.perAxisUnit());
                    }
                }
            });
            SampleSpread spread = spreads.get(a).get().get(2);
            assertThat(grid.count()).isGreaterThan(500);
            for (int b = 0; b < grid.count(); b++) {
                double[] sorted = rates.get(b).stream().mapToDouble(r -> r).sorted().toArray();
                assertThat(sorted.length).isLessThan(256);
                double[] found = {spread.tenth()[b], spread.median()[b], spread.ninth()[b]};
                assertThat(found).containsExactly(Quantile.NEAREST_RANK.ofSorted(sorted, 0.1),
                        Quantile.NEAREST_RANK.ofSorted(sorted, 0.5), Quantile.NEAREST_RANK.ofSorted(sorted, 0.9));
            }
        }
    }

    @Test
    void ofManyValuesEveryOneIsKeptWithTheSameChance() {
        ValueDraw draw = new ValueDraw(1000, new SplittableRandom(3));
        IntStream.range(0, 100_000).forEach(draw::add);

        double[] sorted = draw.sorted();
        assertThat(sorted).hasSize(1000);
        assertThat(draw.count()).isEqualTo(100_000);
        assertThat(Quantile.NEAREST_RANK.ofSorted(sorted, 0.5)).isCloseTo(50_000, offset(5_000.0));
        assertThat(Quantile.NEAREST_RANK.ofSorted(sorted, 0.1)).isCloseTo(10_000, offset(4_000.0));
        assertThat(Quantile.NEAREST_RANK.ofSorted(new double[0], 0.5)).isNaN();
    }

    /** Few and many values, equal ones, ascending and descending ones, far outliers and infinite ones. */
    @Test
    void quantilesOfASampleAreThoseOfItsSortedValues() {
        SplittableRandom random = new SplittableRandom(5);
        double[] shares = {0, 0.1, 0.1, 0.5, 0.9, 1};
        double[] outliers = {1e12, -1e300, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE};
        QuantileSelection selection = new QuantileSelection();
        for (int round = 0; round < 3000; round++) {
            int size = random.nextInt(300);
            int different = random.nextInt(1, 400);
            int order = random.nextInt(4);
            ValueDraw draw = new ValueDraw(256, random);
            for (int i = 0; i < size; i++) {
                draw.add(order == 0 ? random.nextInt(different)
                        : order == 1 ? i / 3
                                : order == 2 ? -i
                                        : random.nextInt(50) == 0 ? outliers[random.nextInt(outliers.length)]
                                                : 1e-3 / different * i);
            }
            double[] sorted = draw.sorted();
            double[] expected = Arrays.stream(shares).map(q -> Quantile.NEAREST_RANK.ofSorted(sorted, q)).toArray();
            assertThat(draw.quantiles(selection, shares)).as("round %d", round).containsExactly(expected);
        }
    }
}
