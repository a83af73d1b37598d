package runbench.base.quantity;

import java.util.Locale;

/** Lengths of time: the units in which people type them, and how tables show them, with digits that suit what is compared. */
public final class Durations {
    private Durations() {
    }

    /**
     * A unit as people type it.
     *
     * @param unit ns, us (µs), ms, s, min or h
     * @throws IllegalArgumentException any other
     */
    public static long unitNanos(String unit) {
        return switch (unit) {
            case "ns" -> 1L;
            case "us", "µs", "μs" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "min" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> throw new IllegalArgumentException("not a unit of time: " + unit);
        };
    }

    /** Four digits and a unit, whole nanoseconds and three digits of microseconds: "12.35 ms". */
    public static String fourDigits(double nanos) {
        double a = Math.abs(nanos);
        if (a < 1e3) {
            return String.format(Locale.ROOT, "%.0f ns", nanos);
        }
        if (a < 1e6) {
            return String.format(Locale.ROOT, "%.3g us", nanos / 1e3);
        }
        return a < 1e9 ? String.format(Locale.ROOT, "%.4g ms", nanos / 1e6) : String.format(Locale.ROOT, "%.4g s", nanos / 1e9);
    }

    /** Nanoseconds without their unit, to tenths, below one twentieth to thousandths; "-" for NaN. */
    public static String nanos(double nanos) {
        return Double.isNaN(nanos) ? "-" : String.format(Locale.ROOT, nanos >= 0.05 ? "%.1f" : "%.3f", nanos);
    }

    /** Microseconds without their unit, to thousandths; "-" where there is no number. */
    public static String micros(double nanos) {
        return Double.isNaN(nanos) || Double.isInfinite(nanos) ? "-" : String.format(Locale.ROOT, "%.3f", nanos / 1e3);
    }
}
