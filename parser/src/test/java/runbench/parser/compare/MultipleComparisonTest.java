package runbench.parser.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.quantity.Numbers;
import runbench.parser.compare.Comparer.Side;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.MultipleComparison.RankedProgram;

class MultipleComparisonTest {
    private static final int COMPARISONS = 600;
    private static final double NOISE = 0.02;

    /** Runs of several programs in interleaved rounds on a machine that drifts; one run in twenty is disturbed. */
    private static List<List<RunValues>> rounds(long seed, int rounds, double... seconds) {
        Random random = new Random(seed);
        List<List<RunValues>> programs = Arrays.stream(seconds)
                .<List<RunValues>>mapToObj(s -> new ArrayList<>())
                .toList();
        double drift = 0;
        for (int round = 0; round < rounds; round++) {
            drift += 0.003 * random.nextGaussian();
            for (int p = 0; p < seconds.length; p++) {
                double error = (random.nextInt(20) == 0 ? 3 : 1) * NOISE * random.nextGaussian();
                programs.get(p).add(SimulatedRuns.run("p" + p, 100L * round + p, seconds[p] * Math.exp(drift + error)));
            }
        }
        return programs;
    }

    private static List<Comparison> compared(List<List<RunValues>> programs, boolean pairwise) {
        ComparisonFamily family = new ComparisonFamily(programs.size(), pairwise);
        return family.pairs().stream().map(p -> {
            List<RunValues> a = programs.get(p.a());
            List<RunValues> b = programs.get(p.b());
            return new Comparer(Pairing.of(a, b), 0.01, Measurand.WALL.name(), family.size()).compare(
                    new Side(Numbers.letters(p.a()), "./p" + p.a(), a),
                    new Side(Numbers.letters(p.b()), "./p" + p.b(), b), null, List.of());
        }).toList();
    }

    /** The share of comparisons of equal programs with any false verdict, by the number of programs and rounds. */
    @ParameterizedTest
    @CsvSource({"3, 10, false", "5, 10, false", "3, 20, false", "5, 20, false", "3, 10, true", "5, 10, true"})
    void equalProgramsHaveAnyFalseVerdictInAtMostFivePercent(int programs, int rounds, boolean pairwise) {
        double[] equal = IntStream.range(0, programs).mapToDouble(i -> 1).toArray();
        long wrong = LongStream.range(0, COMPARISONS)
                .filter(seed -> compared(rounds(seed, rounds, equal), pairwise).stream()
                        .anyMatch(c -> c.primary().verdict().different()))
                .count();
        assertThat(wrong).as("false verdicts of %d", COMPARISONS).isLessThanOrEqualTo(COMPARISONS * 5L / 100);
    }

    /** Without a correction, comparisons of five equal programs have a false verdict far more often. */
    @Test
    void theCorrectionIsNecessary() {
        long wrong = LongStream.range(0, COMPARISONS).filter(seed -> {
            List<List<RunValues>> programs = rounds(seed, 20, 1, 1, 1, 1, 1);
            return programs.subList(1, 5)
                    .stream()
                    .anyMatch(b -> new Comparer(Pairing.INTERLEAVED, 0.01, Measurand.WALL.name())
                            .compare("A", programs.get(0), "B", b, null, List.of())
                            .primary()
                            .verdict()
                            .different());
        }).count();
        assertThat(wrong).isGreaterThan(COMPARISONS * 6L / 100);
    }

    @Test
    void aSlowProgramAmongEqualOnesIsFound() {
        long found = LongStream.range(0, 100)
                .filter(seed -> compared(rounds(seed, 12, 1, 1.1, 1, 1), false).get(0)
                        .primary()
                        .verdict() == RatioVerdict.WORSE)
                .count();
        assertThat(found).isGreaterThan(90);
    }

    @Test
    void simultaneousIntervalsAreThoseOfStudentAtTheCorrectedConfidence() {
        List<List<RunValues>> programs = rounds(1, 10, 1, 1.1, 1.2);
        Comparison one = new Comparer(Pairing.INTERLEAVED, 0.01, Measurand.WALL.name()).compare("A", programs.get(0),
                "B", programs.get(1), null, List.of());
        Comparison of2 = compared(programs, false).get(0);
        double half = Math.log(one.primary().ratio().high() / one.primary().ratio().low());
        double wider = Math.log(of2.primary().ratio().high() / of2.primary().ratio().low());
        // t(9; 0.9875) / t(9; 0.975), from a table of Student's distribution
        assertThat(wider / half).isCloseTo(2.685011 / 2.262157, within(1e-5));
        assertThat(of2.primary().pHolm()).isCloseTo(2 * one.primary().p(), within(1e-12));
        assertThat(of2.confidence()).isEqualTo(0.95);
        assertThat(of2.simultaneous()).isEqualTo(2);
        assertThat(of2.fewestForPrimary()).isEqualTo(7);
    }

    @Test
    void programsAreRankedByTheirRatioToTheFirst() {
        MultipleComparison m = MultipleComparison.of(compared(rounds(2, 12, 1, 2, 0.5, 1.5), true));
        assertThat(m.all()).hasSize(6);
        assertThat(m.withReference()).extracting(c -> c.b().name()).containsExactly("B", "C", "D");
        assertThat(m.programs()).extracting(p -> p.name() + p.label())
                .containsExactly("A./p0", "B./p1", "C./p2", "D./p3");
        assertThat(m.ranking()).extracting(RankedProgram::name).containsExactly("C", "A", "D", "B");
        RankedProgram first = m.ranking().get(1);
        assertThat(first.verdict()).isNull();
        assertThat(first.ratio().ratio()).isEqualTo(1);
        for (RankedProgram p : m.ranking()) {
            assertThat(p.value() / first.value()).as(p.name()).isCloseTo(p.ratio().ratio(), within(1e-12));
        }
        MultipleComparison two = MultipleComparison.of(compared(rounds(2, 12, 1, 2), false));
        assertThat(two.ranking()).isEmpty();
        assertThat(two.further()).isEmpty();
    }

    @Test
    void familiesListTheirComparisons() {
        assertThat(new ComparisonFamily(3, false).pairs()).containsExactly(new ComparisonFamily.Pair(0, 1),
                new ComparisonFamily.Pair(0, 2));
        assertThat(new ComparisonFamily(3, true).pairs()).containsExactly(new ComparisonFamily.Pair(0, 1),
                new ComparisonFamily.Pair(0, 2), new ComparisonFamily.Pair(1, 2));
        assertThat(new ComparisonFamily(5, true).size()).isEqualTo(10)
                .isEqualTo(new ComparisonFamily(5, true).pairs().size());
        assertThat(ComparisonFamily.TWO.minRounds()).isEqualTo(6);
        assertThat(new ComparisonFamily(5, true).minRounds()).isEqualTo(9);
    }
}
