package runbench.align.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static runbench.align.traces.SyntheticCluster.AHEAD;
import static runbench.align.traces.SyntheticCluster.BOUND;
import static runbench.align.traces.SyntheticCluster.START;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.traces.Comparability.Answer;
import runbench.align.traces.Comparability.Verdict;

class ComparabilityTest {
    @TempDir
    private Path dir;
    private Comparability clocks;

    /** Ranks 1 and 2 on n1, rank 3 on n2 with three times the error, rank 4 on n3 without measurement. */
    @BeforeEach
    void run() throws IOException {
        clocks = Alignment.of(new SyntheticCluster(dir).rank("head")
                .rank("n1")
                .rank("n1")
                .rank("n2")
                .rank("n3")
                .model("n1", AHEAD, BOUND)
                .model("n2", -AHEAD, 3 * BOUND)
                .done()).comparability();
    }

    @Test
    void theResolutionIsTheSumOfBothIntervals() {
        assertThat(clocks.finestNanos(0, 1, START)).isBetween(BOUND, BOUND + 10);
        assertThat(clocks.finestNanos(1, 3, START)).isBetween(4 * BOUND, 4 * BOUND + 20);
        assertThat(clocks.finestNanos(3, 1, START)).isEqualTo(clocks.finestNanos(1, 3, START));
    }

    /** An error of the clock affects both ranks equally. */
    @Test
    void ranksOfOneClockCompareExactly() {
        assertThat(clocks.finestNanos(1, 2, START)).isZero();
        assertThat(clocks.ask(1, 2, START, 0).verdict()).isEqualTo(Verdict.COMPARABLE);
    }

    @Test
    void theResolutionDecreasesAwayFromTheWindows() {
        assertThat(clocks.finestNanos(0, 1, START + 100_000_000_000L)).isGreaterThan(BOUND + 100);
    }

    @Test
    void differencesBelowTheResolutionAreRejected() {
        assertThat(clocks.ask(1, 3, START, 5_000)).satisfies(a -> assertThat(a.allowed()).isTrue());
        Answer refused = clocks.ask(1, 3, START, 3_000);
        assertThat(refused.verdict()).isEqualTo(Verdict.TOO_FINE);
        assertThat(refused.text()).isEqualTo(
                "the clocks of rank 1 (n1) and rank 3 (n2) tell nothing finer than 4 us there; asked for: 3 us");
    }

    @Test
    void theResolutionOfAllIsThatOfTheWorstPair() {
        assertThat(clocks.finestOfAllNanos(List.of(0, 1, 2, 3), START)).isEqualTo(clocks.finestNanos(1, 3, START));
        assertThat(clocks.finestOfAllNanos(List.of(0, 1), START)).isEqualTo(clocks.finestNanos(0, 1, START));
        assertThat(clocks.finestOfAllNanos(List.of(1, 2), START)).as("one clock").isZero();
        assertThat(clocks.finestOfAllNanos(List.of(0, 4), START)).isInfinite();
        assertThat(clocks.oneClock(List.of(1, 2))).isTrue();
        assertThat(clocks.oneClock(List.of(4))).as("nobody knows it, but it is one").isTrue();
        assertThat(clocks.oneClock(List.of(1, 2, 0))).isFalse();
    }

    @Test
    void theResolutionToTheReferenceIsTheRanksOwnInterval() {
        assertThat(clocks.askReference(1, START, 2 * BOUND).allowed()).isTrue();
        assertThat(clocks.askReference(3, START, 2 * BOUND)).satisfies(a -> {
            assertThat(a.verdict()).isEqualTo(Verdict.TOO_FINE);
            assertThat(a.text()).isEqualTo("its clock is known to ±3 us there, and a bucket is 2 us");
        });
        assertThat(clocks.askReference(4, START, 1e12).text()).isEqualTo("the clock of n3 could not be measured");
    }

    @Test
    void anUnmeasuredClockIsNotComparable() {
        Answer refused = clocks.ask(0, 4, START, 1e12);
        assertThat(refused.verdict()).isEqualTo(Verdict.NOT_ALIGNED);
        assertThat(refused.finestNanos()).isInfinite();
        assertThat(refused.text()).endsWith("the clock of n3 could not be measured");
    }
}
