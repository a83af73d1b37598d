package runbench.base.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    @CsvSource({"999, 999 ns", "12345, 12.3 us", "12345678, 12.35 ms", "12345678901, 12.35 s", "-1500, -1.50 us",
            "999600, 0.9996 ms", "999960000, 1.000 s", "36000e9, 36000 s", "-0.4, -0 ns"})
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
    @CsvSource({"ns, 1", "us, 1000", "µs, 1000", "ms, 1000000", "s, 1000000000", "min, 60000000000",
            "h, 3600000000000"})
    void unitsAsPeopleTypeThem(String unit, long nanos) {
        assertThat(Durations.unitNanos(unit)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @CsvSource({"2.5ms, 2500000", "100 us, 100000", ".5s, 500000000", "1.5min, 90000000000", "100μs, 100000"})
    void lengthsAsPeopleTypeThem(String text, long nanos) {
        assertThat(Durations.wholeNanos(Durations.parse(text).orElseThrow())).isEqualTo(nanos);
        assertThat(Durations.parseSum(text)).isEqualTo(Durations.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ms", "1", "-1ms", "1e3ms", "1,5ms", "1ms1", "1 d", "1d 2h", "\u0661ms"})
    void otherLengthsAreNone(String text) {
        assertThat(Durations.parse(text)).isEmpty();
        assertThat(Durations.parseSum(text)).isEmpty();
        assertThat(Durations.lacksUnit(text)).isEqualTo(text.equals("1"));
    }

    @Test
    void tiesGoAwayFromZeroOnTerminalsAndInCharts() {
        assertThat(Units.si(12.25)).isEqualTo("12.3").isEqualTo(Numbers.si(12.25, 3, ""));
        assertThat(Units.si(46.05)).as("a tie as decimals are read, though not in binary")
                .isEqualTo("46.1")
                .isEqualTo(Numbers.si(46.05, 3, ""));
        assertThat(Units.bytes(1305.6)).isEqualTo("1.28 KiB");
        assertThat(Durations.wholeNanos(Durations.parse("0.5ns").orElseThrow())).isEqualTo(1);
        assertThat(String.format(Locale.ROOT, "%.1f", 46.05)).isEqualTo(Numbers.fixed(46.05, 1));
    }

    @Test
    void tenthsAreWrittenAsAFormatWritesThem() {
        assertThat(Decimals.tenths(12.25)).isEqualTo(123);
        assertThat(Decimals.tenths(2e15)).isEqualTo(-1);
        assertThat(Decimals.oneDecimal(2e15)).isEqualTo(String.format(Locale.ROOT, "%.1f", 2e15));
        assertThat(Decimals.tenths(Double.NaN)).isEqualTo(-1);
        assertThat(Decimals.oneDecimal(Double.NaN)).isEmpty();
    }

    @Test
    void otherUnitsAreRefused() {
        assertThatThrownBy(() -> Durations.unitNanos("d")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("d");
    }

    @Test
    void oneThingIsSingular() {
        assertThat(Units.counted(1, "sample")).isEqualTo("1 sample");
        assertThat(Units.counted(0, "sample")).isEqualTo("0 samples");
        assertThat(Units.counted(1_234, "sample")).isEqualTo("1,234 samples");
    }
}
