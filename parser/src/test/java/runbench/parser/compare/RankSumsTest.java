package runbench.parser.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.hipparchus.stat.inference.MannWhitneyUTest;
import org.hipparchus.stat.inference.WilcoxonSignedRankTest;
import org.junit.jupiter.api.Test;

class RankSumsTest {
    @Test
    void withoutTiesTheLibrarySaysTheSame() {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            int n = 4 + random.nextInt(8);
            double shift = random.nextDouble();
            double[] d = random.doubles(n).map(x -> x - shift).toArray();
            assertThat(RankSums.signedRank(d)).isCloseTo(
                    new WilcoxonSignedRankTest().wilcoxonSignedRankTest(d, new double[n], true), within(1e-12));
            double[] other = random.doubles(4 + random.nextInt(6)).toArray();
            assertThat(RankSums.rankSum(d, other)).isCloseTo(new MannWhitneyUTest().mannWhitneyUTest(d, other, true),
                    within(1e-9));
        }
    }

    @Test
    void withTiesAllSignsAreCounted() {
        double[] d = {1, 1, -1, 2, 2, 3, 0}; // the 0 tells nothing
        double[] ranks = {2, 2, 2, 4.5, 4.5, 6};
        int asFar = 0;
        for (int signs = 0; signs < 64; signs++) {
            double sum = 0;
            for (int i = 0; i < 6; i++) {
                sum += (signs >> i & 1) * ranks[i];
            }
            asFar += sum >= 19 ? 1 : 0;
        }
        assertThat(RankSums.signedRank(d)).isCloseTo(2 * asFar / 64.0, within(1e-12));
    }

    @Test
    void fivePairsCanNeverSayLessThanFivePercent() {
        assertThat(RankSums.signedRank(new double[]{1, 2, 3, 4, 5})).isEqualTo(0.0625);
        assertThat(RankSums.signedRank(new double[]{1, 2, 3, 4, 5, 6})).isEqualTo(0.03125);
        assertThat(Comparison.MIN_PAIRS).isEqualTo(6);
        assertThat(RankSums.signedRank(new double[]{0, 0, 0, 0, 0, 0})).isEqualTo(1);
    }

    /** Critical values of U at 5 %, two-sided, from any printed table. */
    @Test
    void theIntervalLeavesOutWhatPrintedTablesSay() {
        assertThat(RankSums.outside(10, 10, 0.95)).isEqualTo(23);
        assertThat(RankSums.outside(8, 6, 0.95)).isEqualTo(8);
        assertThat(RankSums.outside(4, 4, 0.95)).isEqualTo(0);
    }
}
