package runbench.base.quantity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as a person reads them on a terminal: three significant digits, SI prefixes. */
public final class Units {
    private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P", "E"};

    private Units() {
    }

    public static String nanos(double nanos) {
        if (nanos < 1e3) {
            return digits(nanos) + " ns";
        } else if (nanos < 1e6) {
            return digits(nanos / 1e3) + " us";
        } else if (nanos < 1e9) {
            return digits(nanos / 1e6) + " ms";
        }
        return seconds(nanos / 1e9);
    }

    public static String seconds(double seconds) {
        return seconds < 0.1 ? digits(seconds * 1e3) + " ms" : String.format(Locale.ROOT, "%.2f s", seconds);
    }

    public static String percent(double share) {
        return String.format(Locale.ROOT, share == 0 || share >= 0.01 ? "%.1f %%" : "%.2g %%", share * 100);
    }

    /** With an SI prefix. */
    public static String si(double value) {
        int step = 0;
        double scaled = value;
        while (Math.abs(scaled) >= 999.5 && step < PREFIXES.length - 1) {
            scaled /= 1000;
            step++;
        }
        return digits(scaled) + (PREFIXES[step].isEmpty() ? "" : " " + PREFIXES[step]);
    }

    /** Bytes in IEC units. */
    public static String bytes(double bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        int step = 0;
        double scaled = bytes;
        while (scaled >= 1024 && step < units.length - 1) {
            scaled /= 1024;
            step++;
        }
        return digits(scaled) + " " + units[step];
    }

    private static String digits(double value) {
        return value == 0 || !Double.isFinite(value) ? Double.isFinite(value) ? "0" : Double.toString(value)
                : new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros().toPlainString();
    }
}
