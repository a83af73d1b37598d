package runbench.base.quantity;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lengths of time: as people and other programs write them, and how tables show them, with digits that suit what is
 * compared.
 */
public final class Durations {
    private static final Map<String, Long> UNITS = Map.of("ns", 1L, "us", 1_000L, "µs", 1_000L, "μs", 1_000L, "ms",
            1_000_000L, "s", 1_000_000_000L, "min", 60_000_000_000L, "h", 3_600_000_000_000L);
    /** Longest first, as they are written; hours and minutes only where they are whole. */
    private static final String[] WRITTEN = {"h", "min", "s", "ms", "us", "ns"};
    private static final String NUMBER = "([0-9]*\\.?[0-9]+)";
    private static final Pattern BARE = Pattern.compile(NUMBER);
    private static final Pattern ONE = Pattern.compile(NUMBER + "\\s*(ns|us|µs|μs|ms|s|min|h)");
    private static final Pattern SEVERAL = Pattern.compile(ONE.pattern() + "(?:\\s+" + ONE.pattern() + ")*");

    private Durations() {
    }

    /**
     * A unit as people type it.
     *
     * @param unit ns, us (µs), ms, s, min or h
     * @throws IllegalArgumentException any other
     */
    public static long unitNanos(String unit) {
        Long nanos = UNITS.get(unit);
        if (nanos == null) {
            throw new IllegalArgumentException("not a unit of time: " + unit);
        }
        return nanos;
    }

    /** Nanoseconds, exactly, of a number and a unit: "2.5ms", "100 us"; empty for anything else. */
    public static Optional<BigDecimal> parse(String text) {
        Matcher m = ONE.matcher(text.strip());
        return m.matches() ? Optional.of(nanos(m)) : Optional.empty();
    }

    /** Nanoseconds, exactly, of the sum of several: "1min 2.5s"; empty for anything else. */
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

    /** True for a number without a unit. */
    public static boolean lacksUnit(String text) {
        return BARE.matcher(text.strip()).matches();
    }

    /**
     * To whole nanoseconds.
     *
     * @throws ArithmeticException 292 years or more
     */
    public static long wholeNanos(BigDecimal nanos) {
        return nanos.setScale(0, Decimals.ROUNDING).longValueExact();
    }

    private static BigDecimal nanos(Matcher m) {
        return new BigDecimal(m.group(1)).multiply(BigDecimal.valueOf(unitNanos(m.group(2))));
    }

    /** As one would type it: {@code 1ms}, {@code 2.5ms}, {@code 100us}, {@code 90s}, {@code 2min}. */
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

    /** Four digits and a unit, whole nanoseconds and three digits of microseconds: "12.35 ms". */
    public static String fourDigits(double nanos) {
        double a = Math.abs(nanos);
        if (a < 1e3) {
            return Decimals.signed(nanos, 0) + " ns";
        } else if (a < 999.5e3) {
            return Decimals.general(nanos / 1e3, 3) + " us";
        }
        return a < 999.95e6 ? Decimals.general(nanos / 1e6, 4) + " ms" : Decimals.general(nanos / 1e9, 4) + " s";
    }

    /** Nanoseconds without their unit, to tenths, below one twentieth to thousandths; "-" for NaN. */
    public static String nanos(double nanos) {
        return Double.isNaN(nanos) ? "-" : Decimals.signed(nanos, nanos >= 0.05 ? 1 : 3);
    }

    /** Microseconds without their unit, to thousandths; "-" where there is no number. */
    public static String micros(double nanos) {
        return Double.isFinite(nanos) ? Decimals.signed(nanos / 1e3, 3) : "-";
    }
}
