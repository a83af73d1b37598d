package runbench.parser.metrics;

import runbench.base.stats.Interval;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A formula's values lie where its bounds say, and these are no wider than they must be. */
class FormulaBoundsTest {
    @ParameterizedTest
    @ValueSource(strings = {"a / b", "1000 * a / b", "a / (a + b)", "(a - b) / (a + b)", "(a + b) * c / run_s",
            "1 - a / b", "-a * b + c * c", "a / b + b / c", "(a - c) * (b - c) / (a + b + c)"})
    void everyValueInsideTheBoxIsInsideTheBounds(String text) {
        Formula formula = Formula.parse(text);
        SplittableRandom random = new SplittableRandom(text.hashCode());
        for (int box = 0; box < 200; box++) {
            Interval[] of = IntStream.range(0, formula.names().size()).mapToObj(i -> {
                double low = random.nextDouble(0.1, 1e6);
                return new Interval(low, low * random.nextDouble(1, 1.5));
            }).toArray(Interval[]::new);
            Interval bounds = formula.enclose(of);
            for (int point = 0; point < 50; point++) {
                double[] values = IntStream.range(0, of.length)
                        .mapToDouble(i -> random.nextInt(4) == 0 ? of[i].low()
                                : random.nextInt(4) == 0 ? of[i].high()
                                        : of[i].low() + (of[i].high() - of[i].low()) * random.nextDouble())
                        .toArray();
                assertThat(bounds.contains(formula.value(values)))
                        .as("%s of %s in %s", text, java.util.Arrays.toString(values), bounds)
                        .isTrue();
            }
        }
    }

    @Test
    void aNameThatStandsTwiceDoesNotWidenThem() {
        Interval share = Formula.parse("a / (a + b)").enclose(new Interval(90, 110), new Interval(90, 110));
        assertThat(share.low()).isCloseTo(0.45, within(1e-12));
        assertThat(share.high()).isCloseTo(0.55, within(1e-12));
        Interval nothing = Formula.parse("(a + b) - a").enclose(new Interval(0, 100), new Interval(7, 7));
        assertThat(nothing.high() - nothing.low()).isCloseTo(0, within(1e-9));
    }

    @Test
    void whatMayDivideByZeroCouldBeAnything() {
        assertThat(Formula.parse("a / b").enclose(new Interval(1, 2), new Interval(0, 1)).finite()).isFalse();
        assertThat(Interval.around(5, Double.NaN)).isEqualTo(Interval.ALL);
    }

    @Test
    void slopesAreThoseOfDifferences() {
        Formula formula = Formula.parse("1000 * (a - b) / (a + b * b)");
        double step = 1e-5;
        double difference = (formula.value(3, 2 + step) - formula.value(3, 2 - step)) / (2 * step);
        assertThat(formula.slope(1, 3, 2)).isCloseTo(difference, within(1e-4));
    }
}
