package runbench.parser.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a comparison is right, on simulated machines of several degrees of quiet. */
@Tag("beside")
@Tag("scenario")
class PowerTest {
    private static final int TIMES = 200;

    @ParameterizedTest
    @ValueSource(doubles = {0.002, 0.01, 0.02})
    void theSameProgramIsSeldomCalledDifferent(double noise) {
        long tenPairs = LongStream.range(0, 5 * TIMES)
                .filter(seed -> new SimulatedRuns(seed, noise).pairs(10, 1).compared().primary().verdict().different())
                .count();
        assertThat(tenPairs).describedAs("of %d with noise %s", 5 * TIMES, noise)
                .isLessThanOrEqualTo(5 * TIMES * 5 / 100);
        long extended = LongStream.range(0, TIMES)
                .filter(seed -> new SimulatedRuns(seed, noise).asAsked(1).primary().verdict().different())
                .count();
        assertThat(extended).describedAs("of %d with noise %s, with the pairs asked for", TIMES, noise)
                .isLessThanOrEqualTo(TIMES * 5 / 100);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.002, 0.01, 0.02})
    void aSlowDownAsLargeAsTheMarginIsFoundWithThePairsAskedFor(double noise) {
        long found = LongStream.range(0, TIMES)
                .filter(seed -> new SimulatedRuns(seed, noise).asAsked(1.01).primary().verdict() == RatioVerdict.WORSE)
                .count();
        assertThat(found).describedAs("of %d with noise %s", TIMES, noise).isGreaterThanOrEqualTo(TIMES * 95 / 100);
    }
}
