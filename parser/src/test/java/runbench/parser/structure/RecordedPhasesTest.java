package runbench.parser.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.parser.record.Zen5;
import runbench.parser.series.Axis;
import runbench.parser.series.Periods;
import runbench.parser.window.PartCollector;
import runbench.parser.window.PartCollector.PartSummary;
import runbench.parser.window.TimeWindow;

/** A recording of additions and a pointer chase in turn, 60 times every 51.4 ms after a set-up. */
class RecordedPhasesTest {
    private static final long INSTRUCTIONS = 25_300_179_774L;

    @TempDir
    static Path directory;
    private static Periods periods;
    private static Structure structure;

    @BeforeAll
    static void look() {
        periods = Periods.of(Zen5.open(directory, "phases-known-1ms"));
        structure = structure(periods);
    }

    private static Structure structure(String recording) {
        return structure(Periods.of(Zen5.open(directory, recording)));
    }

    private static Structure structure(Periods of) {
        return of.collect(Progress.NONE, StructureAnalysis.collector(of, Axis.RUN_TIME));
    }

    @Test
    void countsTheRepeatsAndTheirLength() {
        Structure.Repetition found = structure.repetitions().get(0);
        assertThat(found.count()).isEqualTo(60);
        assertThat(found.period()).isCloseTo(0.0514, within(0.000514));
        assertThat(found.low()).isLessThan(0.0514);
        assertThat(found.high()).isGreaterThan(0.0514);
        assertThat(found.drift()).isNull();
    }

    /** The chase runs 0.00458 instructions per cycle in all samples that are at least four samples from an edge. */
    @Test
    void givesAdditionsAndChaseALetterEach() {
        Structure.RecurringPhase chase = structure.visiblePhases().get(0);
        assertThat(chase.times()).isEqualTo(60);
        assertThat(chase.share()).isCloseTo(0.58, withinPercentage(2));
        assertThat(instructionsPerCycle(chase)).isCloseTo(0.00458, withinPercentage(2));
        Structure.RecurringPhase additions = structure.visiblePhases().get(1);
        assertThat(additions.times()).isEqualTo(60);
        assertThat(additions.share()).isCloseTo(0.385, withinPercentage(2));
        assertThat(instructionsPerCycle(additions)).isCloseTo(5.42, withinPercentage(2));
        assertThat(structure.phases()).hasSizeLessThanOrEqualTo(8);
        assertThat(structure.segments().get(0).from()).isZero();
        assertThat(structure.segments().get(structure.segments().size() - 1).to())
                .isEqualTo(structure.resolution().length());
    }

    @Test
    void phasesOfShortSamplesAreAsExact() {
        Structure fine = structure("phases-known-100us");
        assertThat(fine.repetitions().get(0).count()).isEqualTo(20);
        assertThat(fine.repetitions().get(0).period()).isCloseTo(0.0548, withinPercentage(2));
        assertThat(fine.visiblePhases()).satisfiesExactly(chase -> {
            assertThat(chase.length() / 20).isCloseTo(0.0326, withinPercentage(2));
            assertThat(instructionsPerCycle(chase)).isCloseTo(0.0047, withinPercentage(2));
        }, additions -> assertThat(additions.length() / 20).isCloseTo(0.0222, withinPercentage(2)));
    }

    /** An edge in a gap of one of three groups of events is no phase of its own. */
    @Test
    void multiplexedEventsHaveTheSamePhases() {
        Structure multiplexed = structure("groups-phases-1ms");
        assertThat(multiplexed.phases()).hasSizeLessThanOrEqualTo(8);
        assertThat(multiplexed.repetitions().get(0).count()).isEqualTo(60);
        List<Structure.RecurringPhase> visible = multiplexed.visiblePhases();
        assertThat(visible.get(0).share()).isCloseTo(0.55, withinPercentage(15));
        assertThat(visible.get(0).times()).isEqualTo(60);
        assertThat(visible.get(1).times()).isEqualTo(60);
        assertThat(visible.get(1).share()).isCloseTo(0.385, withinPercentage(5));
    }

    /** Some parts are shorter than a bin of the event with the fewest counts, and the search fits lines beside them. */
    @Test
    void partsMayBeShorterThanABinOfAnEvent() {
        Structure paths = structure("473.astar");
        assertThat(paths.phases()).hasSizeBetween(3, 8);
        assertThat(paths.visiblePhases().get(0).share()).isLessThan(0.6);
    }

    private static double instructionsPerCycle(Structure.RecurringPhase phase) {
        return phase.rates().get(0) / phase.rates().get(1);
    }

    @Test
    void partsAddUpToTheRun() {
        double length = structure.resolution().length();
        double sum = instructions(TimeWindow.of(null, 1.0005, null, length, null))
                + instructions(TimeWindow.of(1.0005, null, null, length, null));
        assertThat(sum).isCloseTo(INSTRUCTIONS, within(1.0));
        double phases = structure.phases()
                .stream()
                .mapToDouble(p -> instructions(TimeWindow.of(null, null, p.name(), length, structure)))
                .sum();
        assertThat(phases).isCloseTo(INSTRUCTIONS, within(1.0));
    }

    private static double instructions(TimeWindow window) {
        PartSummary part = periods.collect(Progress.NONE, new PartCollector(periods, List.of(), Axis.RUN_TIME, window));
        return part.events().get(0).count();
    }
}
