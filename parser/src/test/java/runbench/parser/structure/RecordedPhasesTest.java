package runbench.parser.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
        structure = periods.collect(Progress.NONE, StructureAnalysis.collector(periods, Axis.RUN_TIME));
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

    @Test
    void givesAdditionsAndChaseALetterEach() {
        assertThat(structure.visiblePhases()).satisfiesExactly(chase -> {
            assertThat(chase.times()).isEqualTo(60);
            assertThat(chase.share()).isCloseTo(0.58, within(0.02 * 0.58));
            assertThat(instructionsPerCycle(chase)).isCloseTo(0.0047, within(0.03 * 0.0047));
        }, additions -> {
            assertThat(additions.times()).isBetween(60, 62);
            assertThat(additions.share()).isCloseTo(0.385, within(0.03 * 0.385));
            assertThat(instructionsPerCycle(additions)).isCloseTo(5.5, within(0.2));
        });
        assertThat(structure.segments().get(0).from()).isZero();
        assertThat(structure.segments().get(structure.segments().size() - 1).to())
                .isEqualTo(structure.resolution().length());
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
