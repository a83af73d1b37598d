package runbench.parser.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import runbench.parser.claim.Claim.Characterization;
import runbench.parser.claim.Claim.Kind;
import runbench.parser.claim.JudgedClaim.ClaimDoubt;
import runbench.parser.claim.JudgedClaim.ClaimVerdict;
import runbench.parser.record.EventInfo;
import runbench.parser.record.EventInfo.CountScope;
import runbench.parser.record.EventInfo.CountSource;
import runbench.parser.record.Term;
import runbench.parser.series.Axis;
import runbench.parser.series.BinnedCounts;

/** Ten series that do what the reference project's texts say, with correlated noise, and series that do nothing. */
@Tag("waits")
class PlantedDescriptionsTest {
    private static final String EVENT = "L1D_ALL_REF";
    private static final double BIN = 0.001;
    private static final double LENGTH = 20;
    /** Memory of the noise from one millisecond to the next. */
    private static final double MEMORY = 0.7;
    private static final double PER_MS = 1.6e6;

    /**
     * @param level rate at a time, relative to the usual one
     * @param noise standard deviation of its logarithm at a time
     */
    private record Planted(DoubleUnaryOperator level, DoubleUnaryOperator noise, List<Claim> claims) {}

    private static BinnedCounts series(String name, DoubleUnaryOperator level, DoubleUnaryOperator noise, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int bins = (int) Math.round(LENGTH / BIN);
        double[] counts = new double[bins];
        double[] measured = new double[bins];
        double memory = 0;
        for (int i = 0; i < bins; i++) {
            double t = i * BIN;
            memory = MEMORY * memory + Math.sqrt(1 - MEMORY * MEMORY) * random.nextGaussian();
            counts[i] = Math.rint(PER_MS * level.applyAsDouble(t) * Math.exp(noise.applyAsDouble(t) * memory));
            measured[i] = BIN;
        }
        EventInfo info = new EventInfo(name, "references", Term.of(CountSource.PMU), 4, 0, 0, List.of(0),
                Term.of(CountScope.USER_AND_KERNEL), "", true, "", false);
        return new BinnedCounts(info, "references/s", Axis.RUN_TIME, BIN, LENGTH, 1, 1, counts, measured);
    }

    private static List<JudgedClaim> judge(List<Claim> claims, BinnedCounts... events) {
        return ClaimJudge.judge(new Characterization("planted", "", "", EVENT, "", "", false, claims), List.of(events),
                true);
    }

    private static Claim at(double sampling, Kind kind, int least, int most) {
        return new Claim(kind, least, most, null, sampling, null);
    }

    private static Claim bounded(double sampling, double factor) {
        return new Claim(Kind.BOUNDED, 0, 0, null, sampling, factor);
    }

    /** Returns one of these values per equal part of a time. */
    private static double part(double time, double length, double... values) {
        return values[(int) Math.min(values.length - 1, Math.max(0, time / length * values.length))];
    }

    private static Map<String, Planted> planted() {
        return Map.of("400.perlbench",
                new Planted(t -> t < 3 ? part(t, 3, .5, 1.6, .7, 2.1, .4, 1.3, 2.4, .6) : 1, t -> 0.18,
                        List.of(Claim.of(Kind.SETTLES), bounded(0.001, 2.1), bounded(0.1, 1.19))),
                "403.gcc",
                new Planted(t -> part(t % 10, 10, 1, 1.7, 1.2, .6, 1.9, 1, 1.4, .8, .8, 1.5), t -> 0.25,
                        List.of(Claim.of(Kind.REPEATS, 2, 2), at(0.1, Kind.REPEATS, 2, 2))),
                "429.mcf",
                new Planted(t -> t % 1.6 < 0.4 ? (t % 1.6 < 0.2 ? 2.4 : 1.9) : 1, t -> t % 1.6 < 0.4 ? 0.3 : 0.1,
                        List.of(Claim.of(Kind.SHORT_HIGH), Claim.of(Kind.ROUGH_HIGH), at(0.02, Kind.SHORT_HIGH, 0, 0))),
                "473.astar",
                new Planted(t -> 1, t -> part(t, LENGTH, .05, .15, .04, .3, .1), List.of(Claim.of(Kind.STAGES, 5, 6))),
                "483.xalancbmk",
                new Planted(
                        t -> t < 4 ? 0.5 + 0.6 * Math.exp(-(t % 0.8) / 0.3) : t < 8 ? 1.5 : 0.7 + 0.4 * (t - 8) / 12,
                        t -> t < 4 ? 0.15 : t < 8 ? 0.1 : 0.35,
                        List.of(Claim.of(Kind.STAGES, 3, 3), Claim.of(Kind.HIGHEST, 2, 2), Claim.of(Kind.RISES))),
                "436.cactusADM",
                new Planted(t -> t < 0.4 ? 1.8 : 0.8 + 0.4 * t / LENGTH, t -> 0.3 - 0.25 * t / LENGTH,
                        List.of(Claim.of(Kind.INITIAL_PEAK), Claim.of(Kind.RISES), Claim.of(Kind.SHRINKS),
                                Claim.of(Kind.LASTS, 20, 20))),
                "444.namd",
                new Planted(
                        t -> 1 + 0.4 * Math.sin(2 * Math.PI * 38 * t / LENGTH) + (t * 38 / LENGTH % 1 < 0.1 ? 0.5 : 0),
                        t -> 0.15, List.of(Claim.of(Kind.REPEATS, 38, 38))),
                "447.dealII",
                new Planted(PlantedDescriptionsTest::lengthening, t -> 0.15, List.of(Claim.of(Kind.LENGTHENS))),
                "450.soplex",
                new Planted(t -> t > 1 && t < 1.4 || t > 2.5 && t < 3 ? 3 : t < 4 ? part(t % 1, 1, .6, 1.1, .8, .5) : 1,
                        t -> 0.35, List.of(Claim.of(Kind.SETTLES), at(0.1, Kind.PEAKS, 2, 2))),
                "465.tonto",
                new Planted(t -> t < 2 ? 2 : (t - 2) % 2.25 < 1 ? 1.6 : 0.8,
                        t -> t < 2 ? 0.3 : t > 4.25 && t < 6.5 ? 0.3 : 0.12, List.of(Claim.of(Kind.REPEATS, 8, 8),
                                Claim.of(Kind.ALTERNATES), Claim.of(Kind.BEGINS_HIGH), Claim.of(Kind.ROUGHEST, 2, 2))));
    }

    /** Returns a pattern of a high and a low half, whose length grows from 0.6 to 3 s. */
    private static double lengthening(double t) {
        double from = 0;
        double length = 0.6;
        while (t >= from + length) {
            from += length;
            length += 0.3;
        }
        return t - from < length / 2 ? 1.5 : 1;
    }

    @TestFactory
    List<DynamicTest> whatATextSaysOfAProgramThatDoesItHolds() {
        return planted().entrySet().stream().map(p -> DynamicTest.dynamicTest(p.getKey(), () -> {
            Planted one = p.getValue();
            assertThat(judge(one.claims(), series(EVENT, one.level(), one.noise(), 1)))
                    .allSatisfy(j -> assertThat(j.verdict()).as(j.toString()).isEqualTo(ClaimVerdict.HOLDS));
        })).toList();
    }

    @Test
    void otherEventsDoNotChangeTheVerdict() {
        Planted gcc = planted().get("403.gcc");
        BinnedCounts own = series(EVENT, gcc.level(), gcc.noise(), 1);
        BinnedCounts misses = series("L1D_READ_MISS", t -> part(t, LENGTH, 1, 5, 2, 7, .4, 3, 1), t -> 0.5, 2);
        assertThat(judge(gcc.claims(), misses, own)).isEqualTo(judge(gcc.claims(), own));
        assertThat(judge(gcc.claims(), misses)).extracting(JudgedClaim::verdict, JudgedClaim::doubts)
                .containsOnly(org.assertj.core.groups.Tuple.tuple(ClaimVerdict.CANNOT_BE_COMPARED,
                        List.of(ClaimDoubt.EVENT_NOT_COUNTED)));
    }

    /** Every statement that is false of most series. */
    private static List<Claim> all() {
        List<Claim> all = new ArrayList<>();
        Arrays.stream(Kind.values())
                .filter(k -> !k.hasNumber() && k != Kind.BOUNDED)
                .forEach(k -> all.add(Claim.of(k)));
        IntStream.of(2, 8, 38).forEach(n -> all.add(Claim.of(Kind.REPEATS, n, n)));
        all.add(Claim.of(Kind.STAGES, 3, 6));
        all.add(Claim.of(Kind.ROUGHEST, 1, 3));
        all.add(Claim.of(Kind.HIGHEST, 1, 3));
        all.add(at(0.1, Kind.PEAKS, 1, 3));
        all.add(bounded(0.001, 1.2));
        return all;
    }

    @Test
    void nothingIsTrueOfUniformNoise() {
        for (int seed = 1; seed <= 2; seed++) {
            BinnedCounts series = series(EVENT, t -> 1, t -> 0.2, seed);
            assertThat(judge(all(), series)).as("seed " + seed)
                    .allSatisfy(j -> assertThat(j.verdict()).as(j.toString()).isEqualTo(ClaimVerdict.DOES_NOT_HOLD));
        }
    }

    @Test
    void aTextDoesNotHoldOfAnotherProgram() {
        Map<String, Planted> all = planted();
        Map<String, List<String>> others = Map.of("403.gcc", List.of("400.perlbench", "444.namd"), "429.mcf",
                List.of("403.gcc", "473.astar"), "444.namd", List.of("465.tonto"), "447.dealII",
                List.of("444.namd", "429.mcf"), "465.tonto", List.of("444.namd"), "436.cactusADM",
                List.of("450.soplex"), "473.astar", List.of("436.cactusADM"));
        others.forEach((text, programs) -> programs.forEach(program -> {
            Planted other = all.get(program);
            assertThat(judge(all.get(text).claims(), series(EVENT, other.level(), other.noise(), 1)))
                    .as(text + " of " + program)
                    .anySatisfy(j -> assertThat(j.verdict()).isEqualTo(ClaimVerdict.DOES_NOT_HOLD));
        }));
    }

    @Test
    void aRunThatIsTooShortForAPeriodIsNotJudged() {
        Claim claim = at(5, Kind.REPEATS, 2, 2);
        assertThat(judge(List.of(claim), series(EVENT, t -> 1, t -> 0.2, 1))).containsExactly(
                new JudgedClaim(claim, ClaimVerdict.CANNOT_BE_COMPARED, null, List.of(ClaimDoubt.TOO_SHORT)));
    }
}
