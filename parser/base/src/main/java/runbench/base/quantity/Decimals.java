package runbench.base.quantity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * The rounding rules of all output. Ties round away from zero, as in {@code String.format}, so that formatted columns
 * and sentences agree. A tie is determined by the shortest decimal that represents the number, which JSON and CSV
 * contain. So a number from a file, rounded by hand, equals the number in the terminal and the chart.
 */
public final class Decimals {
    static final RoundingMode ROUNDING = RoundingMode.HALF_UP;
    /**
     * The limit for values in tenths. Above it, a double does not resolve tenths, and a long of tenths could overflow.
     */
    private static final double MAX_TENTHS = 1e15;

    private Decimals() {
    }

    /**
     * Returns the shortest decimal that represents a number.
     *
     * @param value finite
     */
    static BigDecimal of(double value) {
        return BigDecimal.valueOf(value);
    }

    static BigDecimal significant(BigDecimal value, int digits) {
        return value.signum() == 0 ? BigDecimal.ZERO : value.round(new MathContext(digits, ROUNDING));
    }

    /** Returns the power of ten of the first digit: 2 for 999; 0 for 0. */
    static int magnitude(BigDecimal value) {
        return value.signum() == 0 ? 0 : value.precision() - value.scale() - 1;
    }

    static String fixed(BigDecimal value, int decimals) {
        return value.setScale(decimals, ROUNDING).toPlainString();
    }

    /** Returns the digits without trailing zeros after the decimal point. */
    static String trimmed(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    /**
     * Returns a number with a fixed number of decimals. A negative value that rounds to zero keeps its minus sign,
     * which shows its side of zero.
     */
    static String signed(double value, int decimals) {
        return Double.isFinite(value) ? minus(value) + fixed(of(Math.abs(value)), decimals) : Double.toString(value);
    }

    /**
     * Returns a number with a fixed number of significant digits, including trailing zeros. Numbers below 0.0001 have
     * the form 1.0e-05.
     */
    static String general(double value, int digits) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        BigDecimal rounded = significant(of(Math.abs(value)), digits);
        int magnitude = magnitude(rounded);
        if (magnitude < -4) {
            return minus(value) + String.format(Locale.ROOT, "%." + (digits - 1) + "e", rounded);
        }
        return minus(value) + fixed(rounded, Math.max(0, digits - 1 - magnitude));
    }

    private static String minus(double value) {
        return Double.compare(value, 0.0) < 0 ? "-" : "";
    }

    /**
     * Returns a number in tenths, for callers that write millions of numbers.
     *
     * @param value not negative
     * @return -1 if the number must be written with {@link #oneDecimal} instead
     */
    public static long tenths(double value) {
        return value < MAX_TENTHS ? Math.round(value * 10) : -1;
    }

    /** Returns a number with one decimal, or empty text for NaN. */
    public static String oneDecimal(double value) {
        return Double.isNaN(value) ? "" : signed(value, 1);
    }
}
