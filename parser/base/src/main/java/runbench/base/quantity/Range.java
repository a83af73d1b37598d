package runbench.base.quantity;

import java.math.BigDecimal;
import java.util.Locale;
import runbench.base.error.RunbenchException;

/**
 * Checks of typed numbers. An error names the value and its limits.
 */
public final class Range {
    /** Maximum length of a window in the exchange engine, ns. */
    public static final long LONGEST_WINDOW = 3_600_000_000_000L;
    /** Ten years: sums of this and of today's date stay within 64 bits, ns. */
    public static final long LONGEST_TIME = 10L * 365 * 24 * 3_600_000_000_000L;
    /** Maximum rate error of a computer's clock, ppm. */
    public static final double MOST_PPM = 1000;

    private static final String[] UNITS = {"h", "min", "s", "ms", "us"};
    private static final long[] NANOS = {3_600_000_000_000L, 60_000_000_000L, 1_000_000_000L, 1_000_000L, 1_000L};

    private Range() {
    }

    public static int whole(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw wrong(option + " " + value, "a whole number from " + least + " to " + most);
        }
        return value;
    }

    /** Rejects NaN too. */
    public static double number(String option, double value, double least, double most, String unit) {
        if (!(value >= least && value <= most)) {
            throw wrong(option + " " + plain(value),
                    "a number from " + plain(least) + " to " + plain(most) + " " + unit);
        }
        return value;
    }

    /** Checks a time in ns. */
    public static long time(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw wrong(option + " " + typed(value), "a time from " + typed(least) + " to " + typed(most));
        }
        return value;
    }

    private static RunbenchException wrong(String what, String expected) {
        return RunbenchException.badInput(what + ": expected " + expected);
    }

    private static String plain(double value) {
        return Double.isFinite(value) ? BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()
                : String.valueOf(value);
    }

    /** Returns a time in the largest unit that gives a whole number. */
    private static String typed(long nanos) {
        for (int i = 0; i < UNITS.length; i++) {
            if (nanos != 0 && nanos % NANOS[i] == 0) {
                return String.format(Locale.ROOT, "%d%s", nanos / NANOS[i], UNITS[i]);
            }
        }
        return nanos == 0 ? "0" : nanos + "ns";
    }
}
