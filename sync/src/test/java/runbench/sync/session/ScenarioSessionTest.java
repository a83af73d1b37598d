package runbench.sync.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import runbench.base.progress.Progress;
import runbench.sync.scenario.Scenario;
import runbench.sync.scenario.Scenario.LimitCheck;
import runbench.sync.scenario.Scenario.Verdict;
import runbench.sync.scenario.Scenarios;

class ScenarioSessionTest {
    private record Fixed(String name, double value) implements Scenario {
        @Override
        public String description() {
            return name;
        }

        @Override
        public Verdict run(Setting setting) {
            return new Verdict(name, List.of(new LimitCheck("value", value, LimitCheck.Bound.AT_MOST, 1)), List.of(),
                    null);
        }
    }

    private static ScenarioSession run(List<Verdict> observed, Scenario... scenarios) {
        return ScenarioSession.run(List.of(scenarios),
                new Scenario.Setting(ScenarioSession.windows(null, null), List.of(), 1, 1), Optional.empty(),
                Progress.NONE, observed::add);
    }

    @Test
    void aScenarioAboveItsLimitFailsTheSession() {
        List<Verdict> observed = new ArrayList<>();
        ScenarioSession session = run(observed, new Fixed("a", 0.5), new Fixed("b", 2));
        assertThat(observed).isEqualTo(session.verdicts()).extracting(Verdict::scenario).containsExactly("a", "b");
        assertThat(session.isWithinLimits()).isFalse();
        assertThat(run(observed, new Fixed("a", 0.5)).isWithinLimits()).isTrue();
    }

    @Test
    void allScenariosAreChosenUnlessSomeAreNamedOrRecordingsAreCompared() {
        assertThat(ScenarioSession.chosen(List.of(), false)).hasSameSizeAs(Scenarios.all());
        assertThat(ScenarioSession.chosen(List.of(), true)).isEmpty();
        String name = Scenarios.all().get(0).name();
        assertThat(ScenarioSession.chosen(List.of(name), true)).extracting(Scenario::name).containsExactly(name);
    }
}
