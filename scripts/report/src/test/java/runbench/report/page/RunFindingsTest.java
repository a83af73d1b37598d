package runbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import runbench.report.RunCaption;
import runbench.report.page.RunFindings.Burst;

/** Rules that select findings, and the texts that several presenters share. */
class RunFindingsTest {
    private static double[] constant(int bins, double rate) {
        double[] rates = new double[bins];
        Arrays.fill(rates, rate);
        return rates;
    }

    @Test
    void halfOfAllCountsInAShortRangeIsABurst() {
        double[] rates = constant(100, 1);
        assertThat(Burst.of(rates)).isEmpty();
        rates[40] = 60;
        rates[41] = 60;
        rates[3] = Double.NaN;
        assertThat(Burst.of(rates)).hasValueSatisfying(b -> {
            assertThat(b.from()).isEqualTo(40);
            assertThat(b.to()).isEqualTo(42);
        });
        assertThat(Burst.of(new double[10])).isEmpty();
    }

    @Test
    void aRankFarFromTheMedianOfTheOthersDeviates() {
        List<double[]> ranks = IntStream.range(0, 6).mapToObj(r -> constant(64, r == 4 ? 2 : 1 + r * 1e-3)).toList();
        assertThat(RankDeviation.worst(ranks)).hasValueSatisfying(d -> {
            assertThat(d.rank()).isEqualTo(4);
            assertThat(d.from()).isZero();
            assertThat(d.to()).isEqualTo(64);
            assertThat(d.relative()).isBetween(0.9, 1.0);
        });
        assertThat(RankDeviation.worst(ranks.subList(0, 3))).as("too few ranks for a median").isEmpty();
        assertThat(RankDeviation.worst(ranks.subList(0, 4))).as("equal ranks").isEmpty();
    }

    @Test
    void onlyMultiplexedEventsAreMarkedAsEstimates() {
        assertThat(RunCaption.scaledEstimate(0.995)).isEmpty();
        assertThat(RunCaption.scaledEstimate(0.5)).startsWith("scaled estimate: counted 50").endsWith("of the time");
    }

    @Test
    void countersAreNamedInWords() {
        assertThat(RunCaption.counters(List.of())).isEqualTo("nothing was counted");
        assertThat(RunCaption.counters(List.of("pmu", "software")))
                .isEqualTo("counted by hardware PMU + software events of the kernel");
    }
}
