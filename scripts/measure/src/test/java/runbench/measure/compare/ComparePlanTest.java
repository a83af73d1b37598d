package runbench.measure.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

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
}
