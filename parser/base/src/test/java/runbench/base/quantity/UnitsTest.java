package runbench.base.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people read on terminals, character for character. */
class UnitsTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "12.25, 12.3", "999.4, 999", "999.5, 1 k", "1234, 1.23 k", "-2.5e7, -25 M", "0.0123, 0.0123",
        "4e18, 4 E", "1.2345e21, 1230 E", "NaN, NaN"})
    void numbers(double value, String expected) {
        assertThat(Units.si(value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1023, 1020 B", "1024, 1 KiB", "1.5e6, 1.43 MiB", "3e15, 2730 TiB"})
    void bytes(double value, String expected) {
        assertThat(Units.bytes(value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 ns", "999, 999 ns", "1e5, 100 us", "1000300, 1 ms", "5e9, 5.00 s", "99e6, 99 ms"})
    void times(double nanos, String expected) {
        assertThat(Units.nanos(nanos)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, 0.0 %", "0.5, 50.0 %", "0.01, 1.0 %", "0.0021, 0.21 %"})
    void shares(double share, String expected) {
        assertThat(Units.percent(share)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"999, 999 ns", "12345, 12.3 us", "12345678, 12.35 ms", "12345678901, 12.35 s", "-1500, -1.50 us"})
    void fourDigitsInTables(double nanos, String expected) {
        assertThat(Durations.fourDigits(nanos)).isEqualTo(expected);
    }

    @Test
    void columnsSayTheirUnitInTheHeading() {
        assertThat(Durations.nanos(13.46)).isEqualTo("13.5");
        assertThat(Durations.nanos(0.033)).isEqualTo("0.033");
        assertThat(Durations.nanos(Double.NaN)).isEqualTo("-");
        assertThat(Durations.micros(-1234.5)).isEqualTo("-1.235");
        assertThat(Durations.micros(Double.POSITIVE_INFINITY)).isEqualTo("-");
    }

    @ParameterizedTest
    @CsvSource({"ns, 1", "us, 1000", "µs, 1000", "ms, 1000000", "s, 1000000000", "min, 60000000000", "h, 3600000000000"})
    void unitsAsPeopleTypeThem(String unit, long nanos) {
        assertThat(Durations.unitNanos(unit)).isEqualTo(nanos);
    }

    @Test
    void otherUnitsAreRefused() {
        assertThatThrownBy(() -> Durations.unitNanos("d")).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("d");
    }
}
