package runbench.parser.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.parser.series.Axis;
import runbench.parser.series.BinnedCounts;

class ArtefactsTest {
    /** Ticks of 250 and 1000 Hz, slices of them, a quota, and the rotation of three groups. */
    @ParameterizedTest
    @ValueSource(doubles = {0.001, 0.004, 0.0041, 0.005, 0.008, 0.0119, 0.012, 0.1, 0.0276, 0.0552})
    void periodsOfTheMachineAndOfTheMeasurementAreArtefacts(double period) {
        assertThat(Artefacts.of(Axis.RUN_TIME, 0.0276, 0).include(period)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0045, 0.0514, 0.25, 1})
    void otherPeriodsAreNone(double period) {
        assertThat(Artefacts.of(Axis.RUN_TIME, 0.0276, 0).include(period)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.001, 0.004, 0.1})
    void anAxisOfInstructionsHasNoTicks(double period) {
        assertThat(Artefacts.of(Axis.INSTRUCTIONS, 0, 0).include(period)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.07, 0.14, 0.28, 0.346})
    void multiplesOfThePollingPeriodAreArtefactsOfPolledRunsOnly(double period) {
        assertThat(Artefacts.of(Axis.WALL_TIME, 0, 0.07).include(period)).isTrue();
        assertThat(Artefacts.of(Axis.WALL_TIME, 0, 0).include(period)).isFalse();
    }

    /** 100 cycles of 12 samples: 12 ms are three ticks, 18 ms are no artefact. */
    @ParameterizedTest
    @ValueSource(doubles = {1.6, 2.5})
    void aRepetitionOfPhasesInTicksNeedsAFactorOf2(double factor) {
        double[] counts = new double[1200];
        SplittableRandom random = new SplittableRandom(4);
        Arrays.setAll(counts, i -> KnownSeries.poisson(i % 12 < 6 ? 20_000 : 20_000 * factor, random));
        List<BinnedCounts> events = List.of(counts(counts, 0.001));
        assertThat(StructureAnalysis.of(events, Axis.RUN_TIME).repetitions()).hasSize(factor < 2 ? 0 : 1);
        assertThat(StructureAnalysis.of(List.of(counts(counts, 0.0015)), Axis.RUN_TIME).repetitions()).hasSize(1);
    }

    private static BinnedCounts counts(double[] counts, double width) {
        BinnedCounts c = KnownSeries.counts("event", counts);
        double[] measured = new double[counts.length];
        Arrays.fill(measured, width);
        return new BinnedCounts(c.info(), c.rateUnit(), c.axis(), width, width * counts.length, 1, 1, counts, measured);
    }
}
