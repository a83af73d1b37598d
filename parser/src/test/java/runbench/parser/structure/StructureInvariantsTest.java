package runbench.parser.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.parser.record.EventInfo;
import runbench.parser.record.EventInfo.CountScope;
import runbench.parser.record.EventInfo.CountSource;
import runbench.parser.record.Term;
import runbench.parser.series.Axis;
import runbench.parser.series.BinnedCounts;

/** Properties that hold for the structure of any counts. */
@Tag("scenario")
@Tag("beside")
class StructureInvariantsTest {
    private static final int SERIES = 40;
    private static final int CLEAR_BINS = 20;
    private static final double CLEAR_COUNT = 400;

    private static List<Structure> structures;

    /** Levels of random rates and lengths in 1 to 3 columns, with Poisson noise. */
    private static List<double[]> randomLevels(SplittableRandom random) {
        int columns = 1 + random.nextInt(3);
        int bins = 300 + random.nextInt(700);
        double[][] counts = new double[columns][bins];
        for (double[] column : counts) {
            double usual = Math.pow(10, 1 + 4 * random.nextDouble());
            double level = usual;
            for (int i = 0, next = 0; i < bins; i++) {
                if (i == next) {
                    level = random.nextInt(8) == 0 ? 0 : usual * Math.pow(10, 1.5 * random.nextDouble());
                    next += 20 + random.nextInt(150);
                }
                column[i] = KnownSeries.poisson(level, random);
            }
        }
        return List.of(counts);
    }

    private static List<BinnedCounts> counts(List<double[]> columns, double factor, double scale) {
        return IntStream.range(0, columns.size())
                .mapToObj(c -> KnownSeries.counts("event-" + c,
                        Arrays.stream(columns.get(c)).map(v -> factor * v).toArray()))
                .map(c -> new BinnedCounts(c.info(), c.rateUnit(), c.axis(), c.binWidth(), c.end(), scale,
                        c.shareMeasured(), c.counts(), c.measured()))
                .toList();
    }

    private static Structure found(List<double[]> columns) {
        return StructureAnalysis.of(counts(columns, 1, 1), Axis.RUN_TIME);
    }

    /** Returns the structures of {@link #SERIES} random series. */
    private static synchronized List<Structure> structures() {
        if (structures == null) {
            SplittableRandom random = new SplittableRandom(5);
            structures = IntStream.range(0, SERIES).mapToObj(i -> found(randomLevels(random))).toList();
        }
        return structures;
    }

    private static List<Structure.Segment> clear(Structure s) {
        return s.segments().stream().filter(g -> g.length() >= CLEAR_BINS).toList();
    }

    @Test
    void segmentsWhoseRatesDifferByAFactorOf2NeverShareALetter() {
        for (int i = 0; i < SERIES; i++) {
            List<Structure.Segment> segments = clear(structures().get(i));
            for (Structure.Segment a : segments) {
                for (Structure.Segment b : segments) {
                    if (a.phase().equals(b.phase())) {
                        assertThat(largestFactor(a, b)).as("series %d, %s and %s", i, a, b).isLessThan(2);
                    }
                }
            }
        }
    }

    /** Returns the largest factor between rates with enough counts; a rate of 0 is taken for half a count. */
    private static double largestFactor(Structure.Segment a, Structure.Segment b) {
        double largest = 1;
        for (int c = 0; c < a.rates().size(); c++) {
            double high = Math.max(a.rates().get(c), b.rates().get(c));
            double low = Math.max(0.5 / Math.max(a.length(), b.length()), Math.min(a.rates().get(c), b.rates().get(c)));
            double most = Math.max(a.rates().get(c) * a.length(), b.rates().get(c) * b.length());
            largest = most >= CLEAR_COUNT ? Math.max(largest, high / low) : largest;
        }
        return largest;
    }

    @Test
    void noPositionRateOrShareIsOutsideItsRange() {
        for (Structure s : structures()) {
            double length = s.resolution().length();
            s.segments().forEach(g -> assertThat(g.rates()).allMatch(r -> r >= 0));
            assertThat(s.phases()).allMatch(p -> p.share() > 0 && p.share() <= 1);
            assertThat(s.phases().stream().mapToDouble(Structure.RecurringPhase::share).sum())
                    .isCloseTo(s.phases().isEmpty() ? 0 : 1, within(1e-9));
            assertThat(s.repetitions()).allMatch(r -> r.low() >= 0 && r.low() <= r.period() && r.period() <= r.high()
                    && r.from() >= 0 && r.to() <= length + 1e-9 && r.count() >= NestedRepeats.MIN_CYCLES);
            assertThat(s.trends()).allMatch(t -> t.start() >= 0 && t.end() >= 0 && t.low() >= 0
                    && t.low() <= t.end() / t.start() && t.end() / t.start() <= t.high());
        }
    }

    @Test
    void lettersDependNeitherOnUnitsNorOnTheOrderOfColumns() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < SERIES / 4; i++) {
            List<double[]> columns = randomLevels(random);
            List<Structure.Stay> usual = found(columns).stays();
            assertThat(StructureAnalysis.of(counts(columns, 1, 64), Axis.RUN_TIME).stays()).isEqualTo(usual);
            List<double[]> permuted = new ArrayList<>(columns);
            Collections.shuffle(permuted, new Random(i));
            assertThat(found(permuted).stays()).isEqualTo(usual);
        }
    }

    @Test
    void aConstantFactorOfLargeCountsChangesNoLetter() {
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < SERIES / 4; i++) {
            double[] counts = KnownSeries.telegraph(20_000, 3, random).rates()[0];
            assertThat(StructureAnalysis.of(counts(List.of(counts), 10, 1), Axis.RUN_TIME).stays())
                    .isEqualTo(found(List.of(counts)).stays());
        }
    }

    /** Three bursts of 0.5 % of the run are one phase of 1.5 %, which is not visible although it comes second. */
    @Test
    void visiblePhasesHaveTheFirstLetters() {
        SplittableRandom random = new SplittableRandom(3);
        double[] counts = new double[2000];
        for (int i = 0; i < counts.length; i++) {
            boolean burst = i >= 100 && i < 110 || i >= 500 && i < 510 || i >= 900 && i < 910;
            counts[i] = KnownSeries.poisson(burst ? 100_000 : i < 1200 ? 1000 : 4000, random);
        }
        Structure s = found(List.of(counts));
        assertThat(s.phases()).extracting(Structure.RecurringPhase::name).containsExactly("A", "B", "C");
        assertThat(s.visiblePhases()).extracting(Structure.RecurringPhase::name).containsExactly("A", "B");
        assertThat(s.phases().get(2).times()).isEqualTo(3);
    }

    @Test
    void theSameCountsGiveTheSameStructure() {
        List<double[]> columns = randomLevels(new SplittableRandom(9));
        assertThat(found(columns)).isEqualTo(found(columns));
    }

    @Test
    void contextSwitchesMakeNoPhases() {
        double[] counts = KnownSeries.step(100, 10, 300, new SplittableRandom(10)).rates()[0];
        EventInfo switches = new EventInfo("context-switches", "switches", Term.of(CountSource.SOFTWARE), 1, 3, 0,
                List.of(0), Term.of(CountScope.USER), "", true, "", false);
        BinnedCounts known = KnownSeries.counts("context-switches", counts);
        BinnedCounts ofMachine = new BinnedCounts(switches, "switches/s", known.axis(), 1, known.end(), 1, 1,
                known.counts(), known.measured());
        assertThat(StructureAnalysis.of(List.of(ofMachine), Axis.RUN_TIME).isFound()).isFalse();
        assertThat(StructureAnalysis.of(List.of(known), Axis.RUN_TIME).isFound()).isTrue();
        BinnedCounts rare = KnownSeries.counts("rare",
                IntStream.range(0, counts.length).mapToDouble(i -> i % 100 == 99 ? 1 : 0).toArray());
        assertThat(StructureAnalysis.of(List.of(known, ofMachine, rare), Axis.RUN_TIME).columns())
                .extracting(Structure.Column::ignored)
                .containsExactly(false, true, true);
    }
}
