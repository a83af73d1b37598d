package runbench.base.quantity;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations: their form in input from users and other programs, and their form in tables, with digits suited to
 * comparison.
 */
public final class Durations {
    private static final Map<String, Long> UNITS = Map.of("ns", 1L, "us", 1_000L, "µs", 1_000L, "μs", 1_000L, "ms",
            1_000_000L, "s", 1_000_000_000L, "min", 60_000_000_000L, "h", 3_600_000_000_000L);
    /** The units of written durations, the longest first. Hours and minutes are used only for whole multiples. */
    private static final String[] WRITTEN = {"h", "min", "s", "ms", "us", "ns"};
    private static final String NUMBER = "([0-9]*\\.?[0-9]+)";
    private static final Pattern BARE = Pattern.compile(NUMBER);
    private static final Pattern ONE = Pattern.compile(NUMBER + "\\s*(ns|us|µs|μs|ms|s|min|h)");
    private static final Pattern SEVERAL = Pattern.compile(ONE.pattern() + "(?:\\s+" + ONE.pattern() + ")*");

    private Durations() {
    }

    /**
     * Returns the length of a unit, ns.
     *
     * @param unit ns, us (µs), ms, s, min or h
     * @throws IllegalArgumentException the unit is unknown
     */
    public static long unitNanos(String unit) {
        Long nanos = UNITS.get(unit);
        if (nanos == null) {
            throw new IllegalArgumentException("not a unit of time: " + unit);
        }
        return nanos;
    }

    /**
     * Parses a number with a unit: "2.5ms", "100 us".
     *
     * @return the exact duration, ns; empty for any other text
     */
    public static Optional<BigDecimal> parse(String text) {
        Matcher m = ONE.matcher(text.strip());
        return m.matches() ? Optional.of(nanos(m)) : Optional.empty();
    }

    /**
     * Parses a sum of numbers with units: "1min 2.5s".
     *
     * @return the exact sum, ns; empty for any other text
     */
    public static Optional<BigDecimal> parseSum(String text) {
        if (!SEVERAL.matcher(text.strip()).matches()) {
            return Optional.empty();
        }
        Matcher m = ONE.matcher(text);
        BigDecimal sum = BigDecimal.ZERO;
        while (m.find()) {
            sum = sum.add(nanos(m));
        }
        return Optional.of(sum);
    }

    /** Returns whether a text is a number without a unit. */
    public static boolean lacksUnit(String text) {
        return BARE.matcher(text.strip()).matches();
    }

    /**
     * Rounds to whole nanoseconds.
     *
     * @throws ArithmeticException the duration is 292 years or more
     */
    public static long wholeNanos(BigDecimal nanos) {
        return nanos.setScale(0, Decimals.ROUNDING).longValueExact();
    }

    private static BigDecimal nanos(Matcher m) {
        return new BigDecimal(m.group(1)).multiply(BigDecimal.valueOf(unitNanos(m.group(2))));
    }

    /**
     * Returns a duration in the form of an option's value: {@code 1ms}, {@code 2.5ms}, {@code 100us}, {@code 90s},
     * {@code 2min}.
     */
    public static String typed(long nanos) {
        for (String unit : WRITTEN) {
            long one = unitNanos(unit);
            boolean sixty = one > unitNanos("s");
            if (nanos >= one && (!sixty || nanos % one == 0)) {
                return BigDecimal.valueOf(nanos).divide(BigDecimal.valueOf(one)).stripTrailingZeros().toPlainString()
                        + unit;
            }
        }
        return nanos + "ns";
    }

    /**
     * Returns a duration with four digits and a unit: "12.35 ms". Nanoseconds are whole numbers, and microseconds have
     * three digits.
     */
    public static String fourDigits(double nanos) {
        double a = Math.abs(nanos);
        if (a < 1e3) {
            return Decimals.signed(nanos, 0) + " ns";
        } else if (a < 999.5e3) {
            return Decimals.general(nanos / 1e3, 3) + " us";
        }
        return a < 999.95e6 ? Decimals.general(nanos / 1e6, 4) + " ms" : Decimals.general(nanos / 1e9, 4) + " s";
    }

    /** Returns nanoseconds without unit, to tenths, or to thousandths below 0.05 ns; "-" for NaN. */
    public static String nanos(double nanos) {
        return Double.isNaN(nanos) ? "-" : Decimals.signed(nanos, nanos >= 0.05 ? 1 : 3);
    }

    /**
     * Returns a duration in microseconds without unit, to thousandths; "-" if it is not finite.
     *
     * @param nanos the duration, ns
     */
    public static String micros(double nanos) {
        return Double.isFinite(nanos) ? Decimals.signed(nanos / 1e3, 3) : "-";
    }
}
