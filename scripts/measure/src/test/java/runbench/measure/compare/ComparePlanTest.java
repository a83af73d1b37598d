package runbench.measure.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import runbench.measure.EmulationSettings;

class ComparePlanTest {
    private static ComparePlan plan(long seed, int pairs) {
        return new ComparePlan(List.of(), List.of("a"), List.of("b"), seed, pairs, 1);
    }

    @Test
    void theSeedFixesTheOrderAndMorePairsDoNotChangeTheFirst() {
        assertThat(plan(5, 20).steps().subList(0, 22)).isEqualTo(plan(5, 10).steps());
        assertThat(plan(5, 20).steps()).isNotEqualTo(plan(6, 20).steps());
        assertThat(plan(5, 10).steps()).extracting(ComparePlan.Step::folder)
                .doesNotHaveDuplicates()
                .startsWith("warm-up/A/001", "warm-up/B/001")
                .hasSize(22);
    }

    /** The first run of a pair may have an advantage, so each side is first equally often. */
    @Test
    void eachSideIsFirstInHalfOfThePairs() {
        for (long seed = 0; seed < 50; seed++) {
            List<ComparePlan.Step> steps = plan(seed, 10).steps();
            int first = 0;
            for (int pair = 0; pair < 10; pair++) {
                ComparePlan.Step a = steps.get(2 + 2 * pair);
                ComparePlan.Step b = steps.get(3 + 2 * pair);
                assertThat(a.ofB()).isNotEqualTo(b.ofB());
                assertThat(a.folder().substring(1)).isEqualTo(b.folder().substring(1));
                first += a.ofB() ? 1 : 0;
            }
            assertThat(first).isEqualTo(5);
        }
    }

    @Test
    void twoProgramsAreSeparatedByTwoHyphens() {
        List<String> typed = List.of("compare", "--run", "3", "--", "a", "1", "--", "b");
        ComparePlan plan = ComparePlan.of(typed, List.of("a", "1", "--", "b"), 5L, 3, 1);
        assertThat(plan)
                .isEqualTo(new ComparePlan(List.of("compare", "--run", "3"), List.of("a", "1"), List.of("b"), 5, 3, 1));
        assertThat(plan.atLeast(2).pairs()).isEqualTo(3);
        assertThat(plan.atLeast(4).pairs()).isEqualTo(4);
        for (List<String> wrong : List.of(List.of("a", "b"), List.of("--", "b"), List.of("a", "--"),
                List.of("a", "--", "b", "--", "c"))) {
            assertThatThrownBy(() -> ComparePlan.of(typed, wrong, null, 3, 1)).as(wrong.toString())
                    .hasMessageContaining("--run needs two programs");
        }
    }

    @Test
    void recordedRunsAreTwoFoldersOrOneFolderOfPairs() {
        CompareRequest request = new CompareRequest("wall_s", 0.01);
        assertThatThrownBy(() -> RecordedComparison.of(List.of("a"), request))
                .hasMessageContaining("needs two arguments");
        assertThatThrownBy(() -> RecordedComparison.of(List.of("a", "--", "b"), request))
                .hasMessageContaining("without a number of runs");
    }

    @Test
    void timesOfEmulatedRunsAreNotCompared() {
        Optional<EmulationSettings> emulated = Optional.of(new EmulationSettings(false, null, null, 1, null));
        ComparedPrograms programs = new ComparedPrograms(null, emulated, null, null, null);
        assertThatThrownBy(() -> programs.requireComparable("cpu_s")).hasMessageContaining("would be the emulator's");
        assertThatCode(() -> programs.requireComparable("instructions")).doesNotThrowAnyException();
        assertThatCode(() -> new ComparedPrograms(null, Optional.empty(), null, null, null).requireComparable("cpu_s"))
                .doesNotThrowAnyException();
    }
}
