package runbench.parser.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.parser.series.Axis;
import runbench.parser.structure.Structure;

class TimeWindowTest {
    private static final Structure ABAB = new Structure(
            Structure.Verdict.FOUND, Axis.RUN_TIME, "s", null, List.of(), null, List.of(), List.of(segment(0, 1, "A"),
                    segment(1, 2, "B"), segment(2, 2.5, "A"), segment(2.5, 3, "A"), segment(3, 4, "B")),
            List.of(phase("A"), phase("B")), List.of(), List.of(), null);

    private static Structure.Segment segment(double from, double to, String phase) {
        return new Structure.Segment(from, to, phase, List.of());
    }

    private static Structure.RecurringPhase phase(String name) {
        return new Structure.RecurringPhase(name, 2, 2, 0.5, List.of());
    }

    @Test
    void aPhaseIsAllItsStretchesWithinTheTimes() {
        TimeWindow b = TimeWindow.of(1.5, null, "b", 4, ABAB);
        assertThat(b.spans()).containsExactly(new TimeWindow.Span(1.5, 2), new TimeWindow.Span(3, 4));
        assertThat(b.length()).isEqualTo(1.5);
        assertThat(b.overlap(1.8, 3.1)).isCloseTo(0.3, within(1e-12));
        assertThat(b.contains(2.5)).isFalse();
        assertThat(b.contains(3.5)).isTrue();
    }

    @Test
    void segmentsOfOnePhaseThatFollowOneAnotherAreOneStretch() {
        assertThat(TimeWindow.of(null, null, "A", 4, ABAB).spans()).containsExactly(new TimeWindow.Span(0, 1),
                new TimeWindow.Span(2, 3));
    }

    @Test
    void aPartBeyondTheEndIsCutAndOneBehindItRejected() {
        assertThat(TimeWindow.of(3.0, 9.0, null, 4, ABAB).to()).isEqualTo(4);
        assertThatThrownBy(() -> TimeWindow.of(4.0, null, null, 4, ABAB)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("the run ends at 4.00 s");
        assertThatThrownBy(() -> TimeWindow.of(2.0, 1.0, null, 4, ABAB)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("--to");
    }

    @Test
    void anUnknownPhaseIsRejectedWithThoseThereAre() {
        assertThatThrownBy(() -> TimeWindow.of(null, null, "C", 4, ABAB)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("no such phase");
    }
}
