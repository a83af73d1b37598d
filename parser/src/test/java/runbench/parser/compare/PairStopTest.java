package runbench.parser.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PairStopTest {
    @Test
    void aTimeBudgetEndsBeforeThePairThatWouldExceedIt() {
        PairStop stop = new PairStop(null, 100L);
        assertThat(stop.endsAfter(new double[5], new double[5], 1000)).as("fewer pairs cannot decide").isFalse();
        assertThat(stop.endsAfter(new double[8], new double[8], 80)).isFalse();
        assertThat(stop.endsAfter(new double[9], new double[9], 91)).isTrue();
        assertThat(PairStop.NONE.isEarly()).isFalse();
    }

    @Test
    void precisionIsCheckedAfterEvenNumbersOfPairs() {
        double[] one = {1, 1, 1, 1, 1, 1, 1};
        PairStop stop = new PairStop(0.01, null);
        assertThat(stop.endsAfter(one, one, 0)).isFalse();
        double[] even = {1, 1, 1, 1, 1, 1};
        assertThat(stop.endsAfter(even, even, 0)).isTrue();
        assertThat(stop.endsAfter(even, new double[]{1, 1.2, 1, 0.8, 1, 1}, 0)).isFalse();
    }
}
