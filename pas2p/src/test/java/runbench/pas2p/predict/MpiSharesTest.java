package runbench.pas2p.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import runbench.pas2p.signature.MeasuredSignature.RankTime;
import runbench.pas2p.signature.MeasuredSignature.Sample;
import runbench.pas2p.signature.Signature.Stratum;
import runbench.pas2p.signature.Signature.Wanted;

class MpiSharesTest {
    private static final int SAMPLES = 80;

    /**
     * Returns MPI shares whose values vary a little.
     *
     * @param share share of the samples inside MPI in the trace
     * @param here share inside MPI on the machine of the measurement
     */
    private static MpiShares of(double meanS, double share, double hereS, double here, double behindMeanS,
            double behindShare) {
        List<Wanted> wanted = IntStream.range(0, SAMPLES)
                .mapToObj(i -> new Wanted(0, 0, i, meanS, share + 0.01 * (i % 3 - 1), new long[1], new long[1]))
                .toList();
        List<Sample> samples = IntStream.range(0, SAMPLES)
                .mapToObj(i -> new Sample(0, 0, i, meanS, i * hereS, hereS, 0, 0, 0,
                        List.of(new RankTime(hereS, hereS * (1 - here), hereS * here))))
                .toList();
        return MpiShares.of(
                new Stratum(0, 0, 1, 400, 1, meanS, 0, 0.1, 320, 320 * behindMeanS, behindShare, 400, SAMPLES), samples,
                wanted, 0);
    }

    /**
     * Checks computation that doubles after the stop while messages stay the same; on the other machine they take three
     * times as long.
     */
    @Test
    void partThatGrowsAloneChangesTheRatio() {
        MpiShares shares = of(0.010, 0.4, 0.018, 12.0 / 18, 0.016, 0.25);
        assertThat(shares.factor()).as("(12 + 12) / 16 = 1.5, plain 1.8").isCloseTo(1.5 / 1.8, within(1e-3));
        assertThat(shares.error()).isLessThan(0.05);
    }

    /**
     * Checks a program that was traced on a machine with other users: the duration is the same, but part of it is
     * waiting.
     */
    @Test
    void movedTimeKeepsTheRatioAndWidensTheError() {
        MpiShares shares = of(0.00770, 0.175, 0.00760, 0.024, 0.00747, 0.556);
        assertThat(shares.factor()).isEqualTo(1);
        assertThat(shares.error()).isBetween(0.1, 0.3);
    }
}
