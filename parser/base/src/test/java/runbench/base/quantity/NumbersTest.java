package runbench.base.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
    @ParameterizedTest
    @CsvSource({"0, '', 0", "1, '', 1", "999.6, '', 1_k", "1234, '', 1.23_k", "1e6, '', 1_M", "401234, '', 401_k",
            "0.56, '', 0.56", "0.0123, '', 0.0123", "5e-6, s, 5_µs", "1.0003e-3, s, 1_ms", "-2.5e-9, s, −2.5_ns",
            "1e21, '', 1000_E", "NaN, '', –",})
    void siPrefixes(double value, String unit, String expected) {
        assertThat(Numbers.si(value, 3, unit)).isEqualTo(spaces(expected));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "999, 999", "1234, 1234", "12345, 12_345", "2000000, 2_000_000", "-1234567, −1_234_567"})
    void countsInGroupsOfThree(long n, String expected) {
        assertThat(Numbers.count(n)).isEqualTo(spaces(expected));
    }

    @ParameterizedTest
    @CsvSource({"0, 0_%", "1, 100_%", "0.0021, 0.21_%", "0.5, 50_%", "0.125, 12.5_%", "0.0000001, < 0.001_%",
            "0.999999999, > 99.99_%", "0.9995, 99.95_%"})
    void percentagesNeverRoundToNothingOrAll(double share, String expected) {
        assertThat(Numbers.percent(share)).isEqualTo(spaces(expected));
    }

    @Test
    void durationsChooseTheirUnit() {
        assertThat(Numbers.nanos(1e5)).isEqualTo(spaces("100_µs"));
        assertThat(Numbers.nanos(5e9)).isEqualTo(spaces("5_s"));
        assertThat(Numbers.nanos(1.2345e13)).isEqualTo(spaces("12_345_s"));
    }

    @Test
    void noNegativeZero() {
        assertThat(Numbers.fixed(-0.0001, 2)).isEqualTo("0.00");
    }

    private static String spaces(String s) {
        return s.replace('_', Numbers.THIN_SPACE);
    }
}
