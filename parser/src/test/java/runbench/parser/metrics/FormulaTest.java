package runbench.parser.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.error.RunbenchException;

class FormulaTest {
    @ParameterizedTest
    @CsvSource({"1 + 2 * 3, 7", "(1 + 2) * 3, 9", "8 / 2 / 2, 2", "8 - 2 - 2, 4", "-2 * 3, -6", "2 - -3, 5",
            "1e3 + 1E-1, 1000.1", ".5*4, 2", "((((7)))), 7", "1000 * a / b, 500", "a-b, 9", "a - b, -1",
            "'cpu/event=0x43,umask=1/' / b, 1.5", "L1D:u * 2, 8"})
    void followsTheRulesOfArithmetic(String text, double expected) {
        Formula formula = Formula.parse(text);
        double[] values = formula.names().stream().mapToDouble(n -> switch (n) {
            case "a" -> 1;
            case "b" -> 2;
            case "a-b" -> 9;
            case "L1D:u" -> 4;
            default -> 3;
        }).toArray();
        assertThat(formula.value(values)).isCloseTo(expected, within(1e-12));
        assertThat(formula).hasToString(text);
    }

    @Test
    void namesEachUsedOnceInTheOrderOfAppearance() {
        assertThat(Formula.parse("b * L1-dcache-load-misses / (a + b)").names()).containsExactly("b",
                "L1-dcache-load-misses", "a");
    }

    @Test
    void divisionByZeroIsNoNumber() {
        assertThat(Formula.parse("a / b").value(0, 0)).isNaN();
        assertThat(Formula.parse("a / b").value(1, 0)).isInfinite();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a +", "(a", "a)", "a b", "1.2.3", "'open", "''", "a ^ b", "a % b", "*a", "1e",
            "a;b", "$(a)", "a/", "()"})
    void whatIsNoFormulaIsRefusedWithItsPlace(String text) {
        assertThatThrownBy(() -> Formula.parse(text)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("character")
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    void depthAndLengthAreBounded() {
        assertThatThrownBy(() -> Formula.parse("(".repeat(100) + "1" + ")".repeat(100)))
                .isInstanceOf(RunbenchException.class);
        assertThatThrownBy(() -> Formula.parse("-".repeat(900) + "1")).isInstanceOf(RunbenchException.class);
        assertThatThrownBy(() -> Formula.parse("1+".repeat(600) + "1")).isInstanceOf(RunbenchException.class);
    }

    @Test
    void anyTextIsAFormulaOrRefused() {
        SplittableRandom random = new SplittableRandom(5);
        String letters = "ab1.e-+*/() '\u00e4:";
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(12); n > 0; n--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            try {
                Formula f = Formula.parse(text.toString());
                f.value(new double[f.names().size()]);
            } catch (RunbenchException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(1000, 19_999);
    }
}
