package runbench.pas2p.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.pas2p.trace.CutFile;
import runbench.pas2p.trace.CutFile.Cut;

class CutTimesTest {
    private static final long MS = 1_000_000;

    /** Signature of two ranks; the second has no event in the second occurrence. */
    private static final Signature SIGNATURE = PlannedSignature.of(null, "",
            List.of(new long[]{2, 3}, new long[]{4, 5}, new long[]{6, 5}, new long[]{9, 8}));

    private static CutFile rank(Long finalizeMillis, Map<Long, Cut> cuts) {
        return new CutFile(null, cuts, finalizeMillis == null ? null : finalizeMillis * MS, finalizeMillis != null,
                JsonNodeFactory.instance.objectNode());
    }

    private static Cut cut(long millis, long compute, long mpi) {
        return new Cut(millis * MS, compute * MS, mpi * MS, 0);
    }

    private static CutTimes times(CutFile... ranks) {
        return new CutTimes(SIGNATURE, Arrays.asList(ranks), new int[ranks.length]);
    }

    /** Returns cut times of ranks on two hosts; the second rank's clock is {@code aheadMillis} ahead. */
    private static CutTimes onTwoHosts(long aheadMillis) {
        Map<Long, Cut> ahead = new TreeMap<>();
        SECOND.cuts()
                .forEach((number, c) -> ahead.put(number,
                        new Cut(c.nanos() + aheadMillis * MS, c.computeNanos(), c.mpiNanos(), c.content())));
        return new CutTimes(SIGNATURE, List.of(FIRST, rank(90 + aheadMillis, ahead)), new int[]{0, 1});
    }

    private static final CutFile FIRST = rank(100L,
            Map.of(0L, cut(10, 0, 0), 2L, cut(20, 5, 3), 4L, cut(32, 13, 6), 6L, cut(40, 20, 7), 9L, cut(50, 28, 9)));
    private static final CutFile SECOND = rank(90L,
            Map.of(0L, cut(12, 0, 0), 3L, cut(25, 9, 3), 5L, cut(30, 12, 5), 8L, cut(60, 40, 6)));

    @Test
    void planContainsClockReadsAndStop() {
        assertThat(CutPlan.text(SIGNATURE, false)).isEqualTo("""
                runbench signature plan 2
                ranks 2
                0 0 +2 +4 +6 9!
                1 0 +3 +5 8!
                """);
        assertThat(CutPlan.text(SIGNATURE, true)).contains("0 0 +2 +4 +6 9\n").doesNotContain("!");
    }

    @Test
    void anOccurrenceLastsFromFrontierToFrontier() {
        List<MeasuredSignature.Sample> samples = times(FIRST, SECOND).samples();
        assertThat(samples).extracting(MeasuredSignature.Sample::measuredS)
                .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-9 ? 0 : 1)
                .containsExactly(0.007, 0.008, 0.020);
        assertThat(samples.get(0).startS()).isCloseTo(0.013, offset(1e-9));
        assertThat(samples.get(0).slowestRank()).isZero();
        assertThat(samples.get(2).slowestRank()).isEqualTo(1);
        assertThat(samples.get(0).computeS()).isCloseTo(0.008 + 0.003, offset(1e-9));
        assertThat(samples.get(0).mpiS()).isCloseTo(0.003 + 0.002, offset(1e-9));
        assertThat(samples.get(1).ranks().get(1)).isEqualTo(new MeasuredSignature.RankTime(0, 0, 0));
        assertThat(times(FIRST, SECOND).to(SIGNATURE.stop()).seconds()).isCloseTo(0.048, offset(1e-9));
        assertThat(times(FIRST, SECOND).to(SIGNATURE.stop()).error()).isZero();
        assertThat(times(FIRST, SECOND).toEnd().seconds()).isCloseTo(0.088, offset(1e-9));
        assertThat(times(FIRST, SECOND).largestError()).isZero();
        assertThat(times(FIRST, SECOND).missing("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1_000_000, -7_654_321})
    void clocksOfSeveralHostsBoundTheTime(long aheadMillis) {
        CutTimes times = onTwoHosts(aheadMillis);
        assertThat(times.host()).as("90 ms from the first rank's MPI_Init to its MPI_Finalize, 78 ms on the second")
                .isZero();
        List<MeasuredSignature.Sample> samples = times.samples();
        assertThat(samples).extracting(s -> Math.round(s.measuredS() * 1e3)).containsExactly(12L, 8L, 10L);
        assertThat(samples.stream().mapToDouble(MeasuredSignature.Sample::measuredS).sum())
                .isCloseTo(times.to(SIGNATURE.stop()).seconds() - times.to(new long[]{2, 3}).seconds(), offset(1e-9));
        assertThat(times.to(SIGNATURE.stop())).isEqualTo(new CutTimes.Span(0.040, 0.048 - 0.040));
        assertThat(times.largestError()).isCloseTo(0.030 - 0.010, offset(1e-9));
        List<MeasuredSignature.Sample> truth = times(FIRST, SECOND).samples();
        for (int i = 0; i < samples.size(); i++) {
            assertThat(truth.get(i).measuredS()).isCloseTo(samples.get(i).measuredS(), offset(times.largestError()));
        }
    }

    @Test
    void cutsNotPassedByAllRanksAreMissing() {
        CutTimes times = times(FIRST, rank(null, Map.of(0L, cut(12, 0, 0), 3L, cut(25, 9, 3), 5L, cut(30, 12, 5))));
        assertThat(times.samples()).hasSize(2);
        assertThat(times.missing("killed"))
                .containsExactly(new MeasuredSignature.Missing(0, 2, "rank 1 did not come to its end: killed"));
        assertThat(times.to(SIGNATURE.stop())).isNull();
        assertThat(times.toEnd()).isNull();
        assertThat(times(FIRST, null).samples()).isEmpty();
    }
}
