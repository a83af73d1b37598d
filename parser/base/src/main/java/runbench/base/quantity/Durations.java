package runbench.base.quantity;

import java.util.Locale;

/** Lengths of time in tables, where the digits shown follow from what is compared. */
public final class Durations {
    private Durations() {
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
}
