package runbench.parser.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.parser.compare.PhaseAlignment.Fit;
import runbench.parser.series.Axis;
import runbench.parser.structure.Structure;
import runbench.parser.structure.Structure.Segment;

/** Runs whose stretches are known, against one another. */
class PhaseAlignmentTest {
    /** @param stretches a letter for each, as long as its number says: "A2 B3" */
    private static Structure run(String stretches) {
        List<Segment> segments = new ArrayList<>();
        double at = 0;
        for (String word : stretches.split(" ")) {
            double to = at + Double.parseDouble(word.substring(1));
            segments.add(new Segment(at, to, word.substring(0, 1), List.of()));
            at = to;
        }
        return new Structure(Structure.Verdict.FOUND, Axis.RUN_TIME, "s",
                new Structure.Resolution(1000, at / 1000, 1000, at / 1000, at, 0, 0), List.of(), null, List.of(),
                segments, List.of(), List.of(), List.of(), null);
    }

    @Test
    void eachStretchOfBLiesOnItsOwnOfA() {
        PhaseAlignment alignment = PhaseAlignment.of(run("A10 B20 A10 B20"), run("A10 B40 A20 B40"));
        assertThat(alignment.fit()).isEqualTo(Fit.ALIKE);
        assertThat(alignment.phases()).containsExactly("P1", "P2");
        assertThat(alignment.inA(5)).isCloseTo(5, offset(1e-9));
        assertThat(alignment.inA(30)).isCloseTo(20, offset(1e-9));
        assertThat(alignment.inA(60)).isCloseTo(35, offset(1e-9));
        assertThat(alignment.inA(110)).as("the end").isCloseTo(60, offset(1e-9));
        assertThat(PhaseAlignment.length(alignment.b(), "P2")).isCloseTo(80, offset(1e-9));
    }

    @Test
    void aShortDetailDoesNotKeepRunsApart() {
        assertThat(PhaseAlignment.of(run("A10 B20 C0.1 B20"), run("B10 A40")).fit()).isEqualTo(Fit.ALIKE);
    }

    @Test
    void runsOfOtherStructureSayWhy() {
        assertThat(PhaseAlignment.of(run("A10 B20 A10"), run("A10 B20")).fit()).isEqualTo(Fit.OTHER_ORDER);
        assertThat(PhaseAlignment.of(run("A10 B20 A10"), run("A10 B20 C10")).fit()).isEqualTo(Fit.OTHER_PHASES);
        assertThat(PhaseAlignment.of(run("A10 B20"), run("A10")).fit()).isEqualTo(Fit.NO_PHASES);
        assertThatThrownBy(() -> PhaseAlignment.of(run("A10 B20"), run("A10")).inA(1))
                .isInstanceOf(IllegalStateException.class);
    }
}
