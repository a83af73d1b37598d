package runbench.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.parser.compare.RatioVerdict;
import runbench.schedule.result.LiveResult.AloneSource;
import runbench.schedule.result.LiveStudy.LiveFigures;
import runbench.schedule.result.LiveResult;
import runbench.schedule.result.LiveStudy;
import runbench.schedule.result.LiveStudy.PolicyGain;

@Tag("beside")
class LiveComparisonTest {
    private static LiveFigures run(String policy, int repetition, double makespan, boolean succeeded) {
        return new LiveFigures(policy, repetition, policy + "/" + repetition, succeeded, makespan, makespan / 2,
                makespan, 0.9, List.of(new LiveFigures.ProgramSeconds("a", makespan / 3)));
    }

    @Test
    void policiesAreComparedWithTheFirstRoundByRound() {
        List<LiveFigures> runs = new ArrayList<>();
        for (int i = 1; i <= 8; i++) {
            runs.add(run("none", i, 10 + i, true)); // the machine gets slower
            runs.add(run("good", i, 0.8 * (10 + i) * (1 + i % 2 * 0.01), true));
            runs.add(run("same", i, 10 + i, true));
        }
        LiveStudy study = LiveComparison.of("w", List.of("none", "good", "same"), 8, 3, AloneSource.MEASURED, false,
                runs);
        assertThat(study.rounds()).isEqualTo(8);
        assertThat(study.policies()).extracting(PolicyGain::policy).containsExactly("good", "same");
        PolicyGain.GainedQuantity makespan = study.policies().get(0).quantities().get(0);
        assertThat(makespan.name()).isEqualTo("makespan_s");
        assertThat(makespan.verdict()).isEqualTo(RatioVerdict.BETTER);
        assertThat(makespan.ratio()).isCloseTo(0.804, within(0.001));
        assertThat(makespan.high()).isLessThan(0.82);
        assertThat(study.policies().get(1).quantities().get(0).verdict()).isEqualTo(RatioVerdict.SAME);
    }

    @Test
    void aRepetitionInWhichAProgramFailedIsLeftOut() {
        List<LiveFigures> runs = List.of(run("none", 1, 10, true), run("good", 1, 9, false), run("good", 2, 9, true),
                run("none", 2, 10, true), run("none", 3, 10, true));
        LiveStudy study = LiveComparison.of("w", List.of("none", "good"), 3, 3, AloneSource.MEASURED, true, runs);
        assertThat(study.rounds()).isEqualTo(1);
        assertThat(study.policies().get(0).quantities().get(0).ratio()).isCloseTo(0.9, within(1e-9));
        assertThat(study.policies().get(0).quantities().get(0).low()).as("one repetition has no interval").isNull();
        assertThat(
                LiveComparison.of("w", List.of("none", "good"), 1, 3, AloneSource.MEASURED, true, List.of()).policies())
                .isEmpty();
    }

    @Test
    void fairnessIsJainsIndex() {
        assertThat(LiveResult.jain(new double[]{2, 2, 2})).isCloseTo(1, within(1e-12));
        assertThat(LiveResult.jain(new double[]{1, 1e9})).isCloseTo(0.5, within(1e-6));
    }
}
