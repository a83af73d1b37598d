package runbench.parser.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import runbench.base.quantity.Numbers;
import runbench.parser.compare.Comparer.Side;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.Sweep.SweepPoint;

class SweepTest {
    private static final int ROUNDS = 8;

    /** Returns the sweep of runs with these wall times, s, which vary by 0.1 % in turn. */
    private static Sweep sweep(List<Map<String, String>> points, double... seconds) {
        ComparisonFamily family = new ComparisonFamily(points.size(), false);
        List<Comparison> all = family.pairs()
                .stream()
                .map(p -> new Comparer(Pairing.INTERLEAVED, 0.01, Measurand.WALL.name(), family.size()).compare(
                        side(points.get(p.a()), seconds[p.a()], p.a()), side(points.get(p.b()), seconds[p.b()], p.b()),
                        1L, List.of()))
                .toList();
        return MultipleComparison.of(all).sweep();
    }

    private static Side side(Map<String, String> point, double seconds, int offset) {
        return new Side(point.toString(), "./solver",
                IntStream.range(0, ROUNDS)
                        .mapToObj(i -> SimulatedRuns.run("r", 100L * i + offset,
                                seconds * (1 + 0.001 * ((i * (offset + 3)) % 4 - 1.5))))
                        .toList(),
                point, List.of());
    }

    private static List<Map<String, String>> values(String name, String... values) {
        return List.of(values).stream().map(v -> Map.of(name, v)).toList();
    }

    /** A tenth of the work is serial (Amdahl): the speedup on four threads is 1 / (0.1 + 0.9/4). */
    @Test
    void speedupAndEfficiencyAreThoseOfThePlantedProgram() {
        Sweep sweep = sweep(values("threads", "1", "2", "4"), 1, 0.1 + 0.9 / 2, 0.1 + 0.9 / 4);
        assertThat(sweep.parallel()).isEqualTo("threads");
        SweepPoint four = sweep.points().get(2);
        assertThat(four.number("threads")).isEqualTo(4);
        assertThat(four.speedup().ratio()).isCloseTo(1 / 0.325, within(0.01));
        assertThat(four.speedup().low()).isLessThan(four.speedup().ratio());
        assertThat(four.speedup().high()).isGreaterThan(four.speedup().ratio());
        assertThat(four.efficiency().ratio()).isCloseTo(1 / 0.325 / 4, within(0.003));
        assertThat(four.efficiency().low()).isCloseTo(four.speedup().low() / 4, within(1e-12));
        assertThat(four.quantity().mean()).isCloseTo(0.325, within(1e-3));
        assertThat(four.quantity().median()).isCloseTo(0.325, within(1e-3));
        assertThat(four.verdict()).isEqualTo(RatioVerdict.BETTER);
        assertThat(sweep.points().get(0).speedup().ratio()).isEqualTo(1);
        assertThat(sweep.points().get(0).verdict()).isNull();
    }

    /** The efficiency relates to the first value, which need not be one task. */
    @Test
    void efficiencyIsRelativeToTheFirstValue() {
        Sweep sweep = sweep(values("ranks", "4", "2"), 1, 2);
        assertThat(sweep.points().get(1).speedup().ratio()).isCloseTo(0.5, within(0.01));
        assertThat(sweep.points().get(1).efficiency().ratio()).isCloseTo(1, within(0.01));
    }

    @Test
    void otherParametersHaveNoSpeedup() {
        assertThat(sweep(values("n", "1", "2", "3"), 1, 2, 3).parallel()).isNull();
        assertThat(sweep(values("threads", "one", "two"), 1, 2).parallel()).isNull();
        assertThat(sweep(values("threads", "0", "2"), 1, 2).parallel()).isNull();
        Map<String, String> first = new LinkedHashMap<>(Map.of("threads", "1"));
        first.put("n", "10");
        Map<String, String> second = new LinkedHashMap<>(Map.of("threads", "2"));
        second.put("n", "10");
        Sweep both = sweep(List.of(first, second), 1, 0.5);
        assertThat(both.parallel()).isNull();
        assertThat(both.points().get(1).efficiency()).isNull();
        assertThat(both.points().get(1).ratio().ratio()).isCloseTo(0.5, within(0.01));
    }

    @Test
    void moreProgramsThanLettersHaveTwo() {
        assertThat(IntStream.of(0, 25, 26, 27, 51, 52, 99).mapToObj(Numbers::letters)).containsExactly("A", "Z", "AA",
                "AB", "AZ", "BA", "CV");
    }
}
