package runbench.parser.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentCostTest {
    /**
     * The product of 60 variances of 1e-6 is below the smallest double, that of 200 variances of 1e6 above the largest.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 8, 60, 100, 400})
    void theCostOfManyColumnsIsTheSumOfTheirCosts(int count) {
        for (double scale : new double[]{1e-6, 1, 1e6}) {
            Random random = new Random(count);
            double[][] columns = new double[count][40];
            for (double[] column : columns) {
                Arrays.setAll(column, i -> scale * (random.nextGaussian() + (i < 20 ? 0 : 5)));
            }
            SegmentCost together = new SegmentCost(columns, 2);
            double sum = 0;
            double level = 0;
            for (double[] column : columns) {
                SegmentCost single = new SegmentCost(new double[][]{column}, 2);
                sum += single.ofSegment(3, 37);
                level += single.level(3, 37);
            }
            assertThat(together.ofSegment(3, 37)).isFinite().isCloseTo(sum, within(1e-9 * (1 + Math.abs(sum))));
            assertThat(together.level(3, 37)).isFinite().isCloseTo(level, within(1e-9 * (1 + Math.abs(level))));
        }
    }
}
