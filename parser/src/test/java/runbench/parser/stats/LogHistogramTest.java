package runbench.parser.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LogHistogramTest {
    @Test
    void quantilesAreWithinAThousandthOfTheExactOnes() {
        SplittableRandom random = new SplittableRandom(5);
        long[] values = new long[20_001];
        LogHistogram histogram = new LogHistogram();
        for (int i = 0; i < values.length; i++) {
            values[i] = (long) Math.exp(random.nextDouble(0, 43.6));
            histogram.add(values[i]);
        }
        Arrays.sort(values);
        for (double q : new double[]{0, 0.001, 0.25, 0.5, 0.9, 0.99, 1}) {
            long exact = values[(int) Math.max(0, Math.ceil(q * values.length) - 1)];
            assertThat(Math.abs(histogram.quantile(q) - exact)).as("q %s", q).isLessThanOrEqualTo(exact * 0.001);
        }
        assertThat(histogram.max()).isEqualTo(values[values.length - 1]);
    }

    @Test
    void takesTheWholeRange() {
        LogHistogram histogram = new LogHistogram();
        histogram.add(0);
        histogram.add(Long.MAX_VALUE);
        assertThat(histogram.quantile(0.5)).isZero();
        assertThat(histogram.max()).isEqualTo(Long.MAX_VALUE);
        assertThat(new LogHistogram().quantile(0.5)).isNaN();
    }
}
