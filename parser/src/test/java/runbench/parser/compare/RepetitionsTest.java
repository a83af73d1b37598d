package runbench.parser.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import runbench.parser.compare.Comparison.AbsentMetric;
import runbench.parser.compare.Measurand.Direction;
import runbench.parser.compare.Repetitions.Quantity;

class RepetitionsTest {
    private static final Measurand FAULTS = new Measurand("page-faults", "page-faults", "", Direction.LOWER, false);

    /** @param faults null: not measured */
    private static RunValues run(int i, double wallS, Double faults) {
        Map<Measurand, Double> values = new LinkedHashMap<>();
        values.put(Measurand.WALL, wallS);
        if (faults != null) {
            values.put(FAULTS, faults);
        }
        return new RunValues("r" + i, null, values, Map.of(),
                faults == null ? Map.of("page-faults", "no room") : Map.of());
    }

    @Test
    void theIntervalIsStudents() {
        List<RunValues> runs = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            runs.add(run(i, i, 100.0));
        }
        Repetitions r = Repetitions.of("prog", runs, "counted", List.of());
        Quantity wall = r.quantities().get(0);
        // t(0.975, 4) = 2.776445, deviation sqrt(2.5), over sqrt(5)
        assertThat(wall.mean()).isEqualTo(3);
        assertThat(wall.deviation()).isCloseTo(1.581139, within(1e-6));
        assertThat(wall.low()).isCloseTo(3 - 1.963243, within(1e-5));
        assertThat(wall.high()).isCloseTo(3 + 1.963243, within(1e-5));
        assertThat(wall.median()).isEqualTo(3);
        assertThat(wall.min()).isEqualTo(1);
        assertThat(wall.max()).isEqualTo(5);
        Quantity faults = r.quantities().get(1);
        assertThat(faults.deviation()).isZero();
        assertThat(faults.low()).isEqualTo(100);
        assertThat(r.medianRun()).isEqualTo("r3");
    }

    @Test
    void oneRunHasNoInterval() {
        Quantity wall = Repetitions.of("prog", List.of(run(1, 2, 7.0)), "counted", List.of()).quantities().get(0);
        assertThat(wall.mean()).isEqualTo(2);
        assertThat(wall.low()).isNull();
        assertThat(wall.deviation()).isNull();
    }

    @Test
    void aQuantityThatSomeRunsLackIsNotAveraged() {
        Repetitions some = Repetitions.of("prog", List.of(run(1, 1, 7.0), run(2, 1, null), run(3, 1, 7.0)), "counted",
                List.of());
        assertThat(some.quantities()).extracting(q -> q.what().name()).containsExactly("wall_s");
        assertThat(some.absent()).containsExactly(new AbsentMetric("page-faults", "not in 1 of 3 runs: no room"));
        Repetitions all = Repetitions.of("prog", List.of(run(1, 1, null), run(2, 1, null)), "counted", List.of());
        assertThat(all.absent()).containsExactly(new AbsentMetric("page-faults", "no room"));
    }

    @Test
    void anOutlierIsNamedAndIncluded() {
        List<RunValues> runs = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            runs.add(run(i, 1 + i * 0.001, 1.0));
        }
        runs.add(run(9, 2, 1.0));
        Quantity wall = Repetitions.of("prog", runs, "counted", List.of()).quantities().get(0);
        assertThat(wall.outliers()).containsExactly(9);
        assertThat(wall.max()).isEqualTo(2);
        assertThat(wall.mean()).isGreaterThan(1.1);
    }
}
