package runbench.parser.structure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.parser.series.Axis;

class ArtefactsTest {
    /** Ticks of 250 and 1000 Hz, slices of them, a quota, and the rotation of three groups. */
    @ParameterizedTest
    @ValueSource(doubles = {0.001, 0.004, 0.0041, 0.005, 0.008, 0.0119, 0.012, 0.1, 0.0276, 0.0552})
    void periodsOfTheMachineAndOfTheMeasurementAreArtefacts(double period) {
        assertThat(Artefacts.of(Axis.RUN_TIME, 0.0276).include(period)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0045, 0.0514, 0.25, 1})
    void otherPeriodsAreNone(double period) {
        assertThat(Artefacts.of(Axis.RUN_TIME, 0.0276).include(period)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.001, 0.004, 0.1})
    void anAxisOfInstructionsHasNoTicks(double period) {
        assertThat(Artefacts.of(Axis.INSTRUCTIONS, 0).include(period)).isFalse();
    }
}
