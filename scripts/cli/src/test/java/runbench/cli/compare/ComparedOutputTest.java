package runbench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import runbench.base.quantity.Numbers;
import runbench.cli.compare.ComparedOutput.ResultOptions;
import runbench.measure.compare.NamedComparison;
import runbench.parser.compare.Comparer;
import runbench.parser.compare.Comparer.Side;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.ComparisonFamily;
import runbench.parser.compare.Measurand;
import runbench.parser.compare.RunValues;

class ComparedOutputTest {
    /** @return the exit code of a comparison of pairs in which A takes 1 s */
    private static int code(boolean failIfInconclusive, Double limit, double... secondsOfB) throws IOException {
        NamedComparison compared = new NamedComparison("",
                new Comparer(Pairing.INTERLEAVED, 0.01, "wall_s").compare("A",
                        runs(0, IntStream.range(0, secondsOfB.length).mapToDouble(i -> 1).toArray()), "B",
                        runs(5, secondsOfB), 1L, List.of()),
                List.of());
        return new ComparedOutput(new ResultOptions(), new PrintWriter(new StringWriter()), limit, failIfInconclusive)
                .print(List.of(compared), null);
    }

    private static List<RunValues> runs(int offset, double... seconds) {
        return IntStream.range(0, seconds.length)
                .mapToObj(i -> new RunValues("r" + i, Instant.ofEpochSecond(10L * i + offset),
                        Map.of(Measurand.WALL, seconds[i]), Map.of(), Map.of()))
                .toList();
    }

    @Test
    void aMissingVerdictEndsWithOneIfAVerdictIsRequired() throws IOException {
        double[] open = {1.05, 0.95, 1.04, 0.96, 1.02, 0.98};
        assertThat(code(true, null, open)).isEqualTo(1);
        assertThat(code(false, null, open)).isZero();
        assertThat(code(true, null, 1, 1, 1, 1, 1, 1)).as("the same is a verdict").isZero();
    }

    /** The first of the programs takes 1 s; only the comparisons with it limit the result. */
    private static int code(boolean failIfInconclusive, Double limit, double[]... seconds) throws IOException {
        ComparisonFamily family = new ComparisonFamily(seconds.length + 1, true);
        List<NamedComparison> all = family.pairs()
                .stream()
                .map(p -> new NamedComparison("",
                        new Comparer(Pairing.INTERLEAVED, 0.01, "wall_s", family.size()).compare(side(p.a(), seconds),
                                side(p.b(), seconds), 1L, List.of()),
                        List.of()))
                .toList();
        return new ComparedOutput(new ResultOptions(), new PrintWriter(new StringWriter()), limit, failIfInconclusive)
                .printRounds(all, inAll -> "");
    }

    private static Side side(int program, double[][] seconds) {
        double[] first = new double[seconds[0].length];
        Arrays.fill(first, 1);
        return new Side(Numbers.letters(program), "p" + program,
                runs(program, program == 0 ? first : seconds[program - 1]));
    }

    @Test
    void anyProgramOfSeveralDecidesTheExitCode() throws IOException {
        double[] same = {1, 1, 1, 1, 1, 1, 1, 1};
        double[] worse = {1.1, 1.11, 1.09, 1.1, 1.1, 1.1, 1.12, 1.1};
        double[] better = {0.5, 0.51, 0.5, 0.49, 0.5, 0.5, 0.5, 0.51};
        double[] open = {1.05, 0.95, 1.04, 0.96, 1.02, 0.98, 1.03, 0.97};
        assertThat(code(false, 0.02, same, worse)).isEqualTo(4);
        assertThat(code(false, 0.02, worse, same)).isEqualTo(4);
        assertThat(code(false, 0.02, better, same)).as("C is worse than B, but not than A").isZero();
        assertThat(code(true, null, same, open)).isEqualTo(1);
        assertThat(code(true, null, same, worse)).isZero();
    }

    @Test
    void aWorseProgramEndsWithFour() throws IOException {
        double[] worse = {1.1, 1.11, 1.09, 1.1, 1.1, 1.1};
        assertThat(code(true, 0.02, worse)).isEqualTo(4);
        assertThat(code(true, null, worse)).isZero();
    }
}
