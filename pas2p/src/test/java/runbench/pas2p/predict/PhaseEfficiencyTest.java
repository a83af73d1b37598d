package runbench.pas2p.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.pas2p.efficiency.Efficiencies;
import runbench.pas2p.signature.MeasuredSignature.RankTime;
import runbench.pas2p.signature.MeasuredSignature.Sample;

class PhaseEfficiencyTest {
    /** Each rank of a pipeline needs 5 ms for an occurrence, and an occurrence ends every millisecond. */
    @Test
    void overlappingOccurrencesHaveAnEfficiencyOfAtMostOne() {
        List<RankTime> ranks = List.of(new RankTime(5e-3, 4e-3, 1e-3), new RankTime(4e-3, 2e-3, 2e-3));
        Efficiencies e = PredictedPhase.efficiencies(List.of(new Sample(0, 0, 7, 1e-3, 0, 1e-3, 0, 6e-3, 3e-3, ranks)),
                0, 2);
        assertThat(e.communication()).isCloseTo(0.8, within(1e-9));
        assertThat(e.loadBalance()).isCloseTo(0.75, within(1e-9));
        assertThat(e.parallel()).isLessThanOrEqualTo(1);
    }

    @Test
    void anotherPhaseIsNotMeasured() {
        assertThat(PredictedPhase.efficiencies(List.of(new Sample(0, 0, 7, 1e-3, 0, 1e-3, 0, 0, 0, List.of())), 1, 2))
                .isNull();
    }
}
