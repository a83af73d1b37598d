package runbench.parser.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PairStopTest {
    @Test
    void aTimeBudgetEndsBeforeThePairThatWouldExceedIt() {
        PairStop stop = new PairStop(null, 100L);
        assertThat(endsAfter(stop, 1000, new double[5], new double[5])).as("fewer pairs cannot decide").isFalse();
        assertThat(endsAfter(stop, 80, new double[8], new double[8])).isFalse();
        assertThat(endsAfter(stop, 91, new double[9], new double[9])).isTrue();
        assertThat(PairStop.NONE.isEarly()).isFalse();
    }

    @Test
    void precisionIsCheckedAfterEvenNumbersOfPairs() {
        double[] one = {1, 1, 1, 1, 1, 1, 1};
        PairStop stop = new PairStop(0.01, null);
        assertThat(endsAfter(stop, 0, one, one)).isFalse();
        double[] even = {1, 1, 1, 1, 1, 1};
        assertThat(endsAfter(stop, 0, even, even)).isTrue();
        assertThat(endsAfter(stop, 0, even, new double[]{1, 1.2, 1, 0.8, 1, 1})).isFalse();
    }

    @Test
    void theWidestIntervalOfSeveralProgramsDecides() {
        double[] exact = {1, 1, 1, 1, 1, 1, 1, 1, 1};
        double[] wide = {1, 1.2, 1, 0.8, 1, 1, 1, 1, 1};
        PairStop stop = new PairStop(0.01, null);
        assertThat(endsAfter(stop, 0, exact, exact, exact)).isTrue();
        assertThat(endsAfter(stop, 0, exact, wide, exact)).isFalse();
        assertThat(endsAfter(stop, 0, exact, exact, wide)).isFalse();
        double[] eight = {1, 1, 1, 1, 1, 1, 1, 1};
        assertThat(endsAfter(stop, 0, eight, eight, eight)).as("not every program was equally often first").isFalse();
    }

    /** Five programs have ten pairs: the intervals of all pairs are wider than those against the first program. */
    @Test
    void allPairsNeedANarrowerSpread() {
        double[] a = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
        double[] b = {1.01, 0.99, 1.01, 0.99, 1.01, 0.99, 1.01, 0.99, 1.01, 0.99};
        List<double[]> programs = List.of(a, b, a, a, a);
        PairStop stop = new PairStop(0.0115, null);
        assertThat(stop.endsAfter(programs, new ComparisonFamily(5, false), 0)).isTrue();
        assertThat(stop.endsAfter(programs, new ComparisonFamily(5, true), 0)).isFalse();
    }

    private static boolean endsAfter(PairStop stop, long spentNanos, double[]... programs) {
        return stop.endsAfter(List.of(programs), new ComparisonFamily(programs.length, false), spentNanos);
    }
}
