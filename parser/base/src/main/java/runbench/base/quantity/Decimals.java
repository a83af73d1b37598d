package runbench.base.quantity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * The one way of rounding. Ties go away from zero, as {@code String.format} has them go, so that columns printed by a
 * format and sentences agree; and a tie is one of the shortest decimal that means the number, the one that JSON and CSV
 * show, so that who rounds a figure of a file by hand gets what the terminal and the chart show.
 */
public final class Decimals {
    static final RoundingMode ROUNDING = RoundingMode.HALF_UP;
    /** Beyond, tenths are below what a double tells apart, and a long of them could overflow. */
    private static final double MAX_TENTHS = 1e15;

    private Decimals() {
    }

    /** @param value finite */
    static BigDecimal of(double value) {
        return BigDecimal.valueOf(value);
    }

    static BigDecimal significant(BigDecimal value, int digits) {
        return value.signum() == 0 ? BigDecimal.ZERO : value.round(new MathContext(digits, ROUNDING));
    }

    /** Power of ten of the first digit: 2 for 999; 0 for 0. */
    static int magnitude(BigDecimal value) {
        return value.signum() == 0 ? 0 : value.precision() - value.scale() - 1;
    }

    static String fixed(BigDecimal value, int decimals) {
        return value.setScale(decimals, ROUNDING).toPlainString();
    }

    /** Without zeros behind the point. */
    static String trimmed(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    /** So many decimals; what rounds to zero keeps its minus: it says on which side of zero it lies. */
    static String signed(double value, int decimals) {
        return Double.isFinite(value) ? minus(value) + fixed(of(Math.abs(value)), decimals) : Double.toString(value);
    }

    /** So many significant digits, zeros behind the point included; below a ten-thousandth as 1.0e-05. */
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
     * A number in tenths, for those who write millions of them.
     *
     * @param value not negative
     * @return -1 where it must be written as {@link #oneDecimal} instead
     */
    public static long tenths(double value) {
        return value < MAX_TENTHS ? Math.round(value * 10) : -1;
    }

    /** With one decimal; empty where there is no number. */
    public static String oneDecimal(double value) {
        return Double.isNaN(value) ? "" : signed(value, 1);
    }
}
