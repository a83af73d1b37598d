package runbench.plotter.figure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import runbench.plotter.Examples;

class BucketsTest {
    @Test
    void onlySolidBlocksGetACoarseLine() {
        assertThat(coarse(Examples.block())).isGreaterThan(1);
        assertThat(coarse(Examples.phases(1e5))).isEqualTo(1);
        assertThat(coarse(Examples.spiky())).isEqualTo(1);
        assertThat(coarse(Examples.gaps())).isEqualTo(1);
        assertThat(coarse(Examples.constant(0, 1180))).isEqualTo(1);
        assertThat(coarse(Examples.constant(Double.NaN, 1180))).isEqualTo(1);
    }

    /** With phases of a few buckets each, a coarse line would alias and show phases that do not exist. */
    @Test
    void shortPhasesAreNotABlock() {
        double[] mean = new double[1080];
        for (int i = 0; i < mean.length; i++) {
            mean[i] = i % 16 < 7 ? 2e10 * (1 + 0.06 * (i % 16)) : 1e8;
        }
        assertThat(Buckets.coarse(mean, mean)).isEqualTo(1);
    }

    @Test
    void coarseMeansIgnoreMissingBuckets() {
        double nan = Double.NaN;
        assertThat(Buckets.coarsened(new double[]{1, 3, nan, 5, nan, nan, 7}, 2)).containsExactly(2, 5, nan, 7);
    }

    private static int coarse(Buckets e) {
        return Buckets.coarse(e.mean(), e.max());
    }
}
