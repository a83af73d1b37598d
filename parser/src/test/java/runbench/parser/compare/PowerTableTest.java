package runbench.parser.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Prints how often a comparison finds a true ratio, by the number of pairs and the noise of one run. */
@Tag("bench")
class PowerTableTest {
    private static final int COMPARISONS = 500;
    private static final double[] RATIOS = {1, 1.01, 1.02, 1.05, 1.1};
    private static final int[] PAIRS = {6, 8, 10, 15, 20, 30, 50, 100};
    private static final double[] NOISE = {0.005, 0.02, 0.05};

    @Test
    void printsTheRatesOfVerdicts() {
        System.out.printf("%d comparisons each; ratio 1: share of false verdicts; others: share of \"worse\"%n",
                COMPARISONS);
        for (double noise : NOISE) {
            System.out.printf(Locale.ROOT, "%nnoise of one run %.1f %%%n%6s", 100 * noise, "pairs");
            for (double ratio : RATIOS) {
                System.out.printf(Locale.ROOT, "%10.2f", ratio);
            }
            System.out.println();
            for (int pairs : PAIRS) {
                System.out.printf("%6d", pairs);
                for (double ratio : RATIOS) {
                    double share = verdicts(noise, pairs, ratio) / (double) COMPARISONS;
                    System.out.printf(Locale.ROOT, "%8.1f %%", 100 * share);
                    assertThat(ratio > 1 || share <= 0.05).as("false verdicts with %d pairs", pairs).isTrue();
                }
                System.out.println();
            }
        }
    }

    private static long verdicts(double noise, int pairs, double ratio) {
        return LongStream.range(0, COMPARISONS)
                .mapToObj(seed -> new SimulatedRuns(seed, noise).pairs(pairs, ratio).compared().primary().verdict())
                .filter(v -> ratio == 1 ? v.different() : v == RatioVerdict.WORSE)
                .count();
    }
}
